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
