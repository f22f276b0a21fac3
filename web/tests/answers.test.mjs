// Every answer of the module is the program's, on all of tests/data/known and
// tests/data/variants.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, files, puzzles, satoku, satokuLines } from "./module.mjs";

const known = files("known", ".txt");
const variants = files("variants", ".jsonl");

/** Puzzles of a file as single texts. */
function texts(file) {
  return puzzles(file).map((line) => (line.startsWith("{") ? line : line.split(":")[0]));
}

function json(verb, list, ...options) {
  return satokuLines([...verb, "--to", "json", ...options, "-"], `${list.join("\n")}\n`);
}

for (const file of [...known, ...variants]) {
  test(`${file}: none, one or several solutions, by each engine`, () => {
    const list = texts(file);
    const expected = json(["solve", "--unique"], list);
    assert.equal(expected.length, list.length);
    for (const [index, puzzle] of list.entries()) {
      const { verdict, solution } = expected[index];
      for (const engine of ["native", "varisat"]) {
        // A few variants take SAT minutes; native search must answer all of them.
        const limit = engine === "varisat" ? { timeout: 10 } : {};
        const answer = ask({ ask: "solve", puzzle, engine, ...limit });
        if (limit.timeout && answer.verdict === "unknown") continue;
        assert.equal(answer.verdict, verdict, `${engine}: ${puzzle}`);
        if (verdict === "one") assert.equal(answer.solutions[0].text, solution, puzzle);
        if (verdict === "several") {
          assert.equal(answer.solutions.length, 2);
          assert.notEqual(answer.solutions[0].text, answer.solutions[1].text);
        }
      }
    }
  });
}

for (const file of known) {
  test(`${file}: counts, and clause learning`, () => {
    const list = texts(file);
    const expected = json(["count"], list, "--limit", "1000");
    for (const [index, puzzle] of list.entries()) {
      const answer = ask({ ask: "count", puzzle, limit: 1000 });
      assert.deepEqual([answer.found, answer.exact], [expected[index].count, expected[index].exact], puzzle);
      const learnt = ask({ ask: "solve", puzzle, engine: "cdcl", unique: false });
      assert.equal(learnt.verdict, answer.found > 0 ? "solved" : "none", puzzle);
    }
  });

  test(`${file}: candidates`, () => {
    const list = texts(file);
    const expected = json(["candidates"], list, "--limit", "5");
    for (const [index, puzzle] of list.entries()) {
      const answer = ask({ ask: "candidates", puzzle, limit: 5 });
      const { candidates, counts } = expected[index];
      const digits = answer.cells.map((cell) => cell.map((each) => each.digit));
      const found = answer.cells.map((cell) => cell.map((each) => each.count));
      const names = Object.keys(candidates).sort(byPlace);
      assert.deepEqual(digits, names.map((name) => candidates[name]), puzzle);
      assert.deepEqual(found, names.map((name) => counts[name]), puzzle);
    }
  });

  test(`${file}: maxima`, () => {
    const list = texts(file).slice(0, 20);
    const expected = json(["pyramid"], list);
    for (const [index, puzzle] of list.entries()) {
      const answer = ask({ ask: "pyramid", puzzle });
      const { verdict, maximum } = expected[index];
      assert.equal(answer.verdict, verdict === "unsatisfiable" ? "none" : verdict, puzzle);
      assert.equal(answer.score, verdict === "optimal" ? maximum : undefined, puzzle);
      const { weights, constant, rows, columns, boxes } = answer.reduced;
      const side = rows.length;
      const height = Math.floor(Math.sqrt(side));
      answer.weights.forEach((weight, cell) => {
        const [row, column] = [Math.floor(cell / side), cell % side];
        const box = Math.floor(row / height) * height + Math.floor(column / (side / height));
        assert.equal(weight, weights[cell] + rows[row] + columns[column] + boxes[box]);
      });
      if (answer.solution) {
        const sum = (by) => answer.solution.digits.reduce((all, digit, cell) => all + digit * by[cell], 0);
        assert.equal(sum(answer.weights), answer.score);
        assert.equal(sum(weights) + constant, answer.score);
      }
    }
  });

  test(`${file}: formulas as files, by every encoding`, () => {
    const [puzzle] = texts(file);
    const names = ask({ ask: "encodings" }).encodings.map((each) => each.name);
    for (const encoding of names) {
      const written = (...options) => satoku(["encode", "--encoding", encoding, ...options, "-"], puzzle).out;
      assert.equal(ask({ ask: "export", puzzle, encoding }).text, written());
      const locked = ask({ ask: "export", puzzle, encoding, presolve: "locked", as: "opb" });
      assert.equal(locked.text, written("--presolve", "locked", "--as", "opb"));
      const heavy = ask({ ask: "export", puzzle, encoding, as: "wcnf", weights: "pyramid", show: true });
      assert.equal(heavy.text, written("--objective", "pyramid", "--as", "wcnf", "--show"));
      const header = written().match(/^p cnf (\d+) (\d+)$/m);
      const { variables, clauses, families } = ask({ ask: "formula", puzzle, encoding });
      assert.deepEqual([variables, clauses], [Number(header[1]), Number(header[2])]);
      assert.equal(families.reduce((all, family) => all + family.clauses, 0), clauses);
    }
  });

  test(`${file}: why a cell holds what it holds`, () => {
    for (const puzzle of texts(file).slice(0, 10)) {
      for (const cell of ["r1c1", "r2c3"]) {
        const answer = ask({ ask: "why", puzzle, cell });
        const { out } = satoku(["encodings", "explain", "-", cell], puzzle);
        assert.deepEqual(explained(answer), told(out), `${puzzle} ${cell}`);
      }
    }
  });

  test(`${file}: canonical forms`, () => {
    const list = texts(file).slice(0, 10);
    const expected = json(["canonical"], list);
    for (const [index, puzzle] of list.entries()) {
      assert.equal(ask({ ask: "canonical", puzzle }).text, expected[index].grid);
    }
  });

  test(`${file}: contradictions and redundant givens`, () => {
    const list = texts(file).slice(0, 10);
    const redundant = json(["explain", "--redundant"], list);
    const contradiction = json(["explain", "--contradiction"], list);
    for (const [index, puzzle] of list.entries()) {
      const spare = ask({ ask: "redundant", puzzle });
      const { verdict, parts } = redundant[index];
      assert.equal(spare.verdict, verdict === "unsatisfiable" ? "none" : verdict);
      assert.deepEqual(spare.parts.map((part) => part.label), parts ?? []);
      const clash = ask({ ask: "contradiction", puzzle, parts: "all" });
      const { verdict: why, parts: labels } = contradiction[index];
      if (why === "satisfiable") assert.equal(clash.verdict, why);
      else if (clash.verdict === "clash") assert.ok(clash.clashes.length > 0);
      else assert.deepEqual(clash.parts.map((part) => part.label), labels);
    }
  });
}

for (const file of variants) {
  test(`${file}: formulas as files, and why`, () => {
    const [puzzle] = texts(file);
    const { out } = satoku(["encode", "-"], puzzle);
    assert.equal(ask({ ask: "export", puzzle }).text, out);
    const { variables, clauses } = ask({ ask: "formula", puzzle });
    const header = out.match(/^p cnf (\d+) (\d+)$/m);
    assert.deepEqual([variables, clauses], [Number(header[1]), Number(header[2])]);
    const answer = ask({ ask: "why", puzzle, cell: "r1c1" });
    const explanation = satoku(["encodings", "explain", "-", "r1c1"], puzzle).out;
    assert.deepEqual(explained(answer), told(explanation));
  });

  test(`${file}: pictures`, () => {
    const [puzzle] = texts(file);
    const { svg } = ask({ ask: "draw", puzzle });
    assert.match(svg, /^<svg[^]*<\/svg>\s*$/);
  });
}

function byPlace(one, other) {
  const place = (name) => name.match(/\d+/g).map(Number);
  const [[a, b], [c, d]] = [place(one), place(other)];
  return a - c || b - d;
}

const WORDS = {
  "given": "given",
  "forced by unit propagation": "forced",
  "open: no clause settles it": "open",
  "forbidden by the givens": "forbidden",
  "forbidden by a unit clause": "ruled-out",
  "forbidden by unit propagation": "forbidden-later",
};

/** What 'encodings explain' prints: digits with their status and clauses. */
function told(text) {
  const digits = [];
  for (const line of text.split("\n")) {
    const digit = line.match(/^(-?\d+) {2}(.*)$/);
    if (digit) digits.push([Number(digit[1]), WORDS[digit[2]], []]);
    else if (/^ {5}\S/.test(line) && digits.length > 0) {
      const literals = line.match(/¬?(r\d+c\d+=-?\d+|x\d+|\[[^\]]*\])( ∨ |$)/g);
      digits.at(-1)[2].push(literals.map((literal) => literal.replace(" ∨ ", "")).join(" "));
    }
  }
  return digits.map(([digit, status, clauses]) => [digit, status, clauses.sort()]);
}

/** The same from an answer. */
function explained(answer) {
  return answer.digits.map(({ digit, status, families }) => {
    const clauses = families.flatMap((family) => family.clauses);
    const texts = clauses.map((clause) => clause.literals.map((literal) => literal.text).join(" "));
    return [digit, status, texts.sort()];
  });
}
