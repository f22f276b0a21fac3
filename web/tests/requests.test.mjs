// Every request, and what is wrong with requests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, fresh } from "./module.mjs";
import { answerFlaws, flaws, schema } from "./schema.mjs";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** The message of a request that cannot be answered. */
function error(request) {
  const answer = ask(request);
  assert.deepEqual(answerFlaws(answer), []);
  assert.ok(answer.error, JSON.stringify(answer).slice(0, 200));
  return answer.error;
}

for (const [name, request] of Object.entries(schema.$defs.requests)) {
  test(`${name}: the examples of the schema are answered as it says`, () => {
    for (const example of request.examples) {
      assert.deepEqual(flaws(example, request, name), []);
      const answer = ask(example);
      assert.deepEqual(answerFlaws(answer), [], JSON.stringify(example));
      // The example is not an encoding.
      if (name !== "encoding") assert.equal(answer.error, undefined, JSON.stringify(answer.error));
    }
  });
}

test("what is no request is told", () => {
  for (const text of ["", "{", "[]", "1", "null", "{}", '{"ask":1}', '{"ask":"fly"}', '{"ask":null}']) {
    assert.ok(error(text).message.length > 10, text);
  }
  assert.match(error({ ask: "solve" }).message, /puzzle/);
  assert.match(error({ ask: "solve", puzzle: EASY, colour: 1 }).message, /colour/);
  assert.match(error({ ask: "solve", puzzle: 5 }).message, /puzzle/);
  assert.match(error({ ask: "solve", puzzle: EASY, engine: "magic" }).message, /native, cdcl, varisat/);
  assert.match(error({ ask: "solve", puzzle: EASY, timeout: -1 }).message, /timeout/);
  assert.match(error({ ask: "solve", puzzle: EASY, encoding: "best" }).message, /extended/);
  assert.match(error({ ask: "solve", puzzle: EASY, box: "2x2x2" }).message, /box/);
  assert.match(error({ ask: "solve", puzzle: EASY, rules: ["no-such-rule"] }).message, /no-such-rule/);
  assert.match(error({ ask: "count", puzzle: EASY, limit: 0 }).message, /limit/);
  assert.match(error({ ask: "why", puzzle: EASY, cell: "r10c1" }).message, /r9c9/);
  assert.match(error({ ask: "prove", puzzle: EASY, claim: "exactly" }).message, /number/);
  assert.match(error({ ask: "pyramid", weights: [1, 2] }).message, /weights/);
  assert.match(error({ ask: "export", puzzle: EASY, weights: "pyramid" }).message, /wcnf/);
});

test("a mistake in a puzzle has a line and a column", () => {
  const { errors } = ask({ ask: "read", text: `${EASY}\n5x${EASY.slice(2)}\n` });
  assert.equal(errors.length, 1);
  assert.deepEqual([errors[0].line, errors[0].column], [2, 2]);
  assert.match(errors[0].found, /x/);
  assert.ok(errors[0].expected.length > 0);
  const json = ask({ ask: "read", text: '{"rows":4,"columns":4,"min":1,"max":4,"rules":["nope"]}' });
  assert.match(json.errors[0].message, /nope/);
});

test("what is pasted by mistake is a sentence", () => {
  const novel = "It was the best of times, it was the worst of times.\n".repeat(20_000);
  const read = ask({ ask: "read", text: novel });
  assert.deepEqual(answerFlaws(read), []);
  assert.equal(read.puzzles.length, 0);
  assert.ok(read.errors.length > 0 && read.errors.length <= 100);
  assert.equal(ask({ ask: "read", text: "" }).errors.length, 1);
  assert.match(error({ ask: "read", text: "1".repeat(9 << 20) }).message, /MiB/);
  assert.match(error({ ask: "solve", puzzle: "1".repeat(2 << 20) }).message, /bytes/);
  assert.match(error({ ask: "solve", puzzle: `${EASY}\n${EASY}` }).message, /several/);
  for (const text of ["\u0000", "{".repeat(5000), "[".repeat(500_000), "💥".repeat(81), "9".repeat(625)]) {
    assert.deepEqual(answerFlaws(ask({ ask: "read", text })), [], text.slice(0, 10));
  }
});

test("a puzzle's text means the puzzle", () => {
  const texts = [
    EASY,
    ".".repeat(625),
    '{"rows":4,"columns":4,"min":0,"max":3,"regions":"1122112233443344","candidates":{"r1c1":[0,2]}}',
  ];
  for (const text of texts) {
    const [first] = ask({ ask: "read", text }).puzzles;
    const [again] = ask({ ask: "read", text: first.text }).puzzles;
    assert.deepEqual({ ...again, format: first.format }, first);
    const [json] = ask({ ask: "read", text: first.json }).puzzles;
    assert.deepEqual([json.givens, json.candidates], [first.givens, first.candidates]);
  }
  const [tall] = ask({ ask: "read", text: ".".repeat(36), box: "3x2" }).puzzles;
  assert.equal(ask({ ask: "read", text: tall.text }).puzzles[0].box, "3x2");
});

test("an encoding file of one's own is used, and an unsound one is told by its line", () => {
  const { encodings } = ask({ ask: "encodings" });
  const text = encodings.find((each) => each.name === "minimal").text;
  const own = text.replace('name = "minimal"', 'name = "mine"');
  assert.equal(ask({ ask: "encoding", text: own }).name, "mine");
  const solved = ask({ ask: "solve", puzzle: EASY, engine: "varisat", encoding_text: own });
  assert.match(solved.engine, /mine/);
  assert.equal(solved.verdict, "one");
  const unsound = own.replace(/^row = .*$/m, "row = []");
  assert.notEqual(unsound, own);
  const told = error({ ask: "formula", puzzle: EASY, encoding_text: unsound });
  assert.ok(told.line > 1, JSON.stringify(told));
  assert.match(error({ ask: "encoding", text: "name = " }).message, /line 1/);
});

test("an instance answers the same, however much was asked before", () => {
  const first = fresh();
  const request = JSON.stringify({ ask: "solve", puzzle: EASY });
  const plain = (text) => ({ ...JSON.parse(text), time_us: 0 });
  const before = plain(first.ask(request));
  for (let round = 0; round < 50; round += 1) {
    assert.deepEqual(plain(first.ask(request)), before);
  }
});
