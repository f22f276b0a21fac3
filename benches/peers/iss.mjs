#!/usr/bin/env node
// Variant puzzles beside Interactive-Sudoku-Solver, on the same machine in one run.
//
//     cargo build --release
//     node benches/peers/iss.mjs CHECKOUT [COLLECTION...]
//
// CHECKOUT holds https://github.com/sigh/Interactive-Sudoku-Solver; collections are named
// in its data/collections.js. Each puzzle is asked for two solutions, one after the other,
// by both programs on one thread; building the puzzle counts. Prints by collection the
// number of puzzles, and median and sum in milliseconds. Each puzzle may take satoku 60 s,
// and the peer as long as it likes. Numbers of solutions that differ end the run.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COLLECTIONS = [
  'HARD_THERMOS', 'TAREK_ALL', 'MATHEMAGIC_KILLERS', 'HS_KILLERS', 'EXTREME_KILLERS',
];
const ROOT = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const SATOKU = path.join(ROOT, 'target/release/satoku');

const [checkout, ...named] = process.argv.slice(2);
if (!checkout) {
  console.error('usage: iss.mjs CHECKOUT [COLLECTION...]');
  process.exit(2);
}

// What its modules expect of a page.
globalThis.self = globalThis;
self.VERSION_PARAM = '';
const load = (file) => import(pathToFileURL(path.resolve(checkout, file)).href);
const collections = await load('data/collections.js');
const { SudokuParser } = await load('js/sudoku_parser.js');
const { SimpleSolver } = await load('js/sandbox/simple_solver.js');

function theirs(puzzles) {
  return puzzles.map((puzzle) => {
    const start = performance.now();
    const count = new SimpleSolver().countSolutions(puzzle, 2);
    return { count, time: performance.now() - start };
  });
}

function ours(puzzles) {
  const options = '--unique --to json --from iss --backend native --check none --jobs 1 ' +
    '--timeout 60 --on-error report';
  const ran = spawnSync(SATOKU, ['solve', ...options.split(' '), '-'], {
    input: puzzles.join('\n') + '\n', encoding: 'utf8', maxBuffer: 1 << 28,
  });
  const counts = { none: 0, one: 1, several: 2 };
  const answers = ran.stdout.split('\n').filter((line) => line).map((line) => JSON.parse(line));
  if (answers.length !== puzzles.length) {
    throw new Error(`${answers.length} answers to ${puzzles.length} puzzles: ${ran.stderr}`);
  }
  return answers.map(({ verdict, time_us }) => ({ count: counts[verdict], time: time_us / 1e3 }));
}

function figures(answers) {
  const times = answers.map(({ time }) => time).sort((a, b) => a - b);
  const sum = times.reduce((a, b) => a + b, 0);
  return [times[Math.floor(times.length / 2)], sum].map((time) => time.toFixed(1).padStart(10));
}

console.log(`${'collection'.padEnd(24)}puzzles    median       sum  (peer)    median       sum`);
for (const name of named.length ? named : COLLECTIONS) {
  const collection = collections[name];
  const puzzles = collection.map((entry) =>
    SudokuParser.parseText(collection.configFor(entry).input).toString());
  const [own, other] = [ours(puzzles), theirs(puzzles)];
  own.forEach(({ count }, index) => {
    if (count !== undefined && count !== other[index].count) {
      throw new Error(`${name} ${index + 1}: ${count} solutions, and ${other[index].count}`);
    }
  });
  const open = own.filter(({ count }) => count === undefined).length;
  const cells = [...figures(own), open ? ` ${open} open` : '        ', ...figures(other)];
  console.log(name.padEnd(24) + String(puzzles.length).padStart(7) + cells.join(''));
}
