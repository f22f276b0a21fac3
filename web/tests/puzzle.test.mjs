// Puzzles as the page writes them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Puzzle } from "../page/js/puzzle.js";
import { ask } from "./module.mjs";

for (const box of ["7x9", "8x8", "2x31"]) {
  test(`boxes ${box}: each region has a character of its own, and satoku reads them`, () => {
    const { text, size, regions } = Puzzle.empty(box);
    const side = Math.sqrt(size);
    const map = JSON.parse(text).regions;
    assert.equal([...map].length, size);
    assert.equal(new Set(map).size, side);
    assert.deepEqual(ask({ ask: "read", text }).puzzles[0].regions, regions);
  });
}

for (const digit of [1, 9, 10, 16]) {
  test(`the only given ${digit} of a 16×16 grid is read as ${digit}`, () => {
    const puzzle = Puzzle.empty("4x4").with(0, digit);
    const read = ask({ ask: "read", text: puzzle.text }).puzzles[0];
    assert.equal(read.givens[0], digit);
    const again = new Puzzle(read);
    assert.equal(ask({ ask: "read", text: again.text }).puzzles[0].givens[0], digit);
    const { text } = ask({ ask: "convert", puzzle: puzzle.text, to: "rows" });
    // Sixteen lines of sixteen low digits may be sixteen puzzles of boxes 2x2.
    assert.equal(ask({ ask: "read", text, box: "4x4" }).puzzles[0].givens[0], digit);
  });
}
