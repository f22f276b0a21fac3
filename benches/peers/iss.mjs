#!/usr/bin/env node
// Variant puzzles beside Interactive-Sudoku-Solver, on the same machine in one run.
//
//     cargo build --release
//     node benches/peers/iss.mjs [--images] [--jobs N] CHECKOUT [COLLECTION...]
//
// CHECKOUT holds https://github.com/sigh/Interactive-Sudoku-Solver; collections are named
// in its data/collections.js. Each puzzle is asked for two solutions, one after the other,
// by both programs on one thread; building the puzzle counts. Prints by collection the
// number of puzzles, and median and sum in milliseconds. Each puzzle may take satoku 60 s,
// and the peer as long as it likes. Numbers of solutions that differ end the run.
// --jobs gives satoku up to N threads for each puzzle; the peer has only one.
// --images takes the eight rotations and reflections of each puzzle, and leaves out those
// with constraints that these may change: what is fast on one image may be slow on the others.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const COLLECTIONS = [
  'HARD_THERMOS', 'HARD_RENBAN', 'TAREK_ALL', 'MATHEMAGIC_KILLERS', 'HS_KILLERS',
  'EXTREME_KILLERS',
];
const ROOT = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const SATOKU = path.join(ROOT, 'target/release/satoku');

const usage = 'usage: iss.mjs [--images] [--jobs N] CHECKOUT [COLLECTION...]';
const { values: { images: withImages, jobs }, positionals: [checkout, ...named] } = (() => {
  try {
    const options = { images: { type: 'boolean' }, jobs: { type: 'string', default: '1' } };
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
})();
if (!checkout) {
  console.error(usage);
  process.exit(2);
}

// What its modules expect of a page.
globalThis.self = globalThis;
self.VERSION_PARAM = '';
const load = (file) => import(pathToFileURL(path.resolve(checkout, file)).href);
const collections = await load('data/collections.js');
const { SudokuParser } = await load('js/sudoku_parser.js');
const { SimpleSolver } = await load('js/sandbox/simple_solver.js');

const SYMMETRIES = [
  (r, c) => [r, c], (r, c) => [c, 10 - r], (r, c) => [10 - r, 10 - c], (r, c) => [10 - c, r],
  (r, c) => [c, r], (r, c) => [r, 10 - c], (r, c) => [10 - c, 10 - r], (r, c) => [10 - r, c],
];
// Constraints that say the same of the images of their cells, rows and columns.
const NAMES = 'Cage|Thermo|Arrow|Renban|Whisper|WhiteDot|BlackDot|CountingCircles|Sandwich';
const SYMMETRIC = new RegExp(
  `^(?:\\.(?:(?:${NAMES})(?:~\\d+)?(?:~R[1-9]C[1-9]|~[RC][1-9])+|Anti(?:King|Knight)))+$`);

function images(puzzle) {
  if (!SYMMETRIC.test(puzzle)) return [];
  return SYMMETRIES.map((image) => puzzle.replace(/~R(\d)C(\d)|~R(\d)|~C(\d)/g, (_, ...at) => {
    const [r, c, row, column] = at.map(Number);
    const [top, left] = image(r || row || 1, c || column || 1);
    if (r) return `~R${top}C${left}`;
    // The line's other end.
    const [bottom] = image(row || 9, column || 9);
    return top === bottom ? `~R${top}` : `~C${left}`;
  }));
}

function theirs(puzzles) {
  return puzzles.map((puzzle) => {
    const start = performance.now();
    const count = new SimpleSolver().countSolutions(puzzle, 2);
    return { count, time: performance.now() - start };
  });
}

// With several threads one process a puzzle, which then has all of them.
function ours(puzzles) {
  return jobs === '1' ? answers(puzzles) : puzzles.flatMap((puzzle) => answers([puzzle]));
}

function answers(puzzles) {
  const options = `--unique --to json --from iss --backend native --check none --jobs ${jobs} ` +
    '--timeout 60 --on-error report';
  const ran = spawnSync(SATOKU, ['solve', ...options.split(' '), '-'], {
    input: puzzles.join('\n') + '\n', encoding: 'utf8', maxBuffer: 1 << 28,
  });
  const counts = { none: 0, one: 1, several: 2 };
  const lines = ran.stdout.split('\n').filter((line) => line).map((line) => JSON.parse(line));
  if (lines.length !== puzzles.length) {
    throw new Error(`${lines.length} answers to ${puzzles.length} puzzles: ${ran.stderr}`);
  }
  return lines.map(({ verdict, time_us }) => ({ count: counts[verdict], time: time_us / 1e3 }));
}

function figures(timed) {
  const times = timed.map(({ time }) => time).sort((a, b) => a - b);
  const sum = times.reduce((a, b) => a + b, 0);
  return [times[Math.floor(times.length / 2)], sum].map((time) => time.toFixed(1).padStart(10));
}

console.log(`${'collection'.padEnd(24)}puzzles    median       sum  (peer)    median       sum`);
for (const name of named.length ? named : COLLECTIONS) {
  const collection = collections[name];
  const originals = collection.map((entry) =>
    SudokuParser.parseText(collection.configFor(entry).input).toString());
  const puzzles = withImages ? originals.flatMap(images) : originals;
  if (puzzles.length === 0) {
    console.log(`${name.padEnd(24)}      0`);
    continue;
  }
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
