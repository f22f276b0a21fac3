// Certificates of the module hold for the program, those of the program for the module,
// and those that somebody tampered with for neither.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ask, puzzles, satoku } from "./module.mjs";

const folder = mkdtempSync(join(tmpdir(), "satoku-web-"));
after(() => rmSync(folder, { recursive: true }));

const HARD = "98.7..6..75.....8...6.8....4...3.2...9...1..4..54.......96...5.....4...1.....23.6";
const SMALL = "1.......3......2";
const KILLER = puzzles("variants/killer.jsonl")[0];

const CLAIMS = [
  { puzzle: HARD, claim: "unique" },
  { puzzle: HARD, claim: "unique", format: "binary-lrat" },
  { puzzle: SMALL, claim: "exactly", solutions: 3, format: "lrat" },
  { puzzle: SMALL, claim: "none", rules: ["diagonal", "anti-knight"] },
  { puzzle: ".".repeat(81), claim: "maximum" },
  { puzzle: SMALL, claim: "minimum", format: "binary" },
  { puzzle: KILLER, claim: "unique", format: "lrat" },
];

for (const claim of CLAIMS) {
  test(`what the module proves, the program verifies: ${claim.claim} ${claim.format ?? ""}`, () => {
    const made = ask({ ask: "prove", ...claim });
    assert.equal(made.verdict, "proven", JSON.stringify(made).slice(0, 300));
    assert.ok(made.files.some((file) => file.name === "manifest.json"));
    const path = join(folder, `${claim.claim}-${claim.format}.zip`);
    writeFileSync(path, Buffer.from(made.archive, "base64"));
    const { code, out } = satoku(["verify", path]);
    assert.equal(code, 0, out);
    assert.match(out, new RegExp(`verified: ${made.sentence.replace(/[.()]/g, "\\$&")}`));
    const checked = ask({ ask: "verify", archive: made.archive });
    assert.deepEqual([checked.verdict, checked.claim], ["verified", made.sentence]);
    assert.equal(checked.checked.length, claim.claim.startsWith("m") ? 7 : 6);
  });
}

test("what the program proves, the module verifies", () => {
  const path = join(folder, "program.zip");
  const { code } = satoku(["prove", "unique", "-", "-o", path], HARD);
  assert.equal(code, 0);
  const archive = readFileSync(path).toString("base64");
  const answer = ask({ ask: "verify", archive });
  assert.equal(answer.verdict, "verified", answer.reason);
  // The same certificate, byte by byte.
  assert.equal(ask({ ask: "prove", puzzle: HARD, claim: "unique" }).archive, archive);
});

test("false claims are told", () => {
  const none = ask({ ask: "prove", puzzle: HARD, claim: "none" });
  assert.deepEqual([none.verdict, none.sentence], ["false", "the puzzle has a solution"]);
  const unique = ask({ ask: "prove", puzzle: SMALL, claim: "unique" });
  assert.equal(unique.verdict, "false");
  assert.equal(unique.archive, undefined);
});

test("whatever is tampered with is refused, or means the same", () => {
  const made = ask({ ask: "prove", puzzle: SMALL, claim: "exactly", solutions: 3 });
  const bytes = Buffer.from(made.archive, "base64");
  let refused = 0;
  for (let place = 0; place < bytes.length; place += 13) {
    const changed = Buffer.from(bytes);
    changed[place] ^= 0x21;
    const answer = ask({ ask: "verify", archive: changed.toString("base64") });
    assert.equal(answer.error, undefined);
    if (answer.verdict === "verified") assert.equal(answer.claim, made.sentence);
    else {
      assert.ok(answer.reason.length > 5);
      refused += 1;
    }
  }
  assert.ok(refused > bytes.length / 20, String(refused));
  for (const length of [0, 1, 100, bytes.length - 1]) {
    const cut = bytes.subarray(0, length).toString("base64");
    assert.equal(ask({ ask: "verify", archive: cut }).verdict, "rejected");
  }
  assert.ok(ask({ ask: "verify", archive: "not base64!" }).error);
});
