// The module of the first visit says what the whole one says, or that the whole one is needed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, files, load, puzzles } from "./module.mjs";
import { answerFlaws, schema } from "./schema.mjs";

const first = load("first.wasm");
const askFirst = (request) => JSON.parse(first.ask(JSON.stringify(request)));

/** An answer without the time it took. */
function lasting({ time_us: _, ...answer }) {
  return answer;
}

for (const file of files("known", ".txt")) {
  test(`${file}: both modules give the same answers`, () => {
    for (const line of puzzles(file)) {
      const puzzle = line.split(":")[0];
      const requests = [
        { ask: "read", text: line },
        { ask: "solve", puzzle },
        { ask: "count", puzzle, limit: 100 },
        { ask: "why", puzzle, cell: "r1c1" },
      ];
      for (const request of requests) {
        assert.deepEqual(lasting(askFirst(request)), lasting(ask(request)), JSON.stringify(request));
      }
    }
  });
}

test("every example of the schema has the same answer, or needs the whole module", () => {
  const answered = new Set();
  for (const [name, { examples }] of Object.entries(schema.$defs.requests)) {
    for (const request of examples) {
      const answer = askFirst(request);
      assert.deepEqual(answerFlaws(answer), [], JSON.stringify(request));
      if (answer.error?.needs) {
        assert.equal(answer.error.needs, "satoku.wasm");
      } else if (name !== "time") {
        assert.deepEqual(lasting(answer), lasting(ask(request)), JSON.stringify(request));
        answered.add(name);
      }
    }
  }
  const expected = ["read", "solve", "count", "why", "convert", "encodings", "rules", "examples", "version"];
  for (const name of expected) assert.ok(answered.has(name), name);
});

test("variants, in a text of their own or between classic puzzles, need the whole module", () => {
  for (const file of files("variants", ".jsonl")) {
    const [puzzle] = puzzles(file);
    assert.equal(askFirst({ ask: "solve", puzzle }).error?.needs, "satoku.wasm", file);
    assert.equal(askFirst({ ask: "read", text: puzzle }).error?.needs, "satoku.wasm", file);
  }
  const rules = { ask: "solve", puzzle: ".".repeat(81), rules: ["diagonal"] };
  assert.equal(askFirst(rules).error?.needs, "satoku.wasm");
  assert.equal(ask(rules).error, undefined);
});
