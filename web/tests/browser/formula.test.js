// The formula: its families, its files in the hands of other programs, engines timed.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLASSIC, EMPTY, SOLVED, onPage, paste, run, satoku, settled } from './page.js';

const FORMULA = { state: `p=${CLASSIC}&tab=formula` };

async function downloaded(page, format) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-format="${format}"]`).click()]);
  return readFile(await download.path(), 'utf8');
}

test('clauses by family add up', () => onPage(async (page) => {
  await page.locator('#formula-total').filter({ hasText: '11,988 clauses' }).waitFor();
  const rows = await page.locator('#families tbody tr').evaluateAll((lines) => lines.map((line) => Number(line.cells[1].textContent.replaceAll(',', ''))));
  const total = rows.pop();
  assert.equal(rows.reduce((sum, clauses) => sum + clauses, 0), total);
  await page.locator('#formula-encoding').selectOption('triad');
  await page.locator('#formula-total').filter({ hasText: 'triad: 1,215 variables (486 auxiliary), 7,695 clauses' }).waitFor();
}, { state: `p=${EMPTY}&tab=formula` }));

test('the CNF is solved by satoku sat and by minisat', () => onPage(async (page) => {
  const folder = await mkdtemp(join(tmpdir(), 'satoku-page-'));
  try {
    const cnf = join(folder, 'puzzle.cnf');
    await writeFile(cnf, await downloaded(page, 'cnf'));
    const own = await run(satoku(), 'sat', cnf);
    assert.equal(own.status, 10);
    const model = join(folder, 'model.txt');
    const other = await run('minisat', cnf, model);
    assert.equal(other.status, 10, 'minisat is needed: apt-get install minisat');
    const truth = (await readFile(model, 'utf8')).split(/\s+/).map(Number).filter((literal) => literal > 0 && literal <= 729);
    assert.equal(truth.map((literal) => ((literal - 1) % 9) + 1).join(''), SOLVED);
  } finally {
    await rm(folder, { recursive: true });
  }
}, FORMULA));

test('WCNF and OPB have the pyramid as objective', () => onPage(async (page) => {
  assert.match(await downloaded(page, 'wcnf'), /^h /m);
  assert.match(await downloaded(page, 'opb'), /^(min|max):/m);
}, FORMULA));

test('engines are timed side by side', () => onPage(async (page) => {
  await paste(page, '1.....3..4.....2');
  await page.locator('#runs').fill('3');
  await page.locator('#time').click();
  await page.locator('#time-status[data-mood="good"]').waitFor();
  const rows = await page.locator('#timings tbody tr').evaluateAll((lines) => lines.map((line) => [...line.cells].map((cell) => cell.textContent)));
  assert.ok(rows.length >= 10);
  for (const [name, median] of rows) assert.match(median, /^[\d.]+ ([µm]s|s)$/, name);
  assert.match(await page.locator('#timings caption').textContent(), /median of 3, in this browser/);
}, FORMULA));

test('encodings are timed with the formula that is shown, on puzzles that need no search, too', () => onPage(async (page) => {
  await page.evaluate(() => {
    const { app } = window.satoku;
    const ask = app.ask.bind(app);
    window.engines = new Set();
    app.ask = async (name, fields) => {
      const answer = await ask(name, fields);
      if (name === 'time') window.engines.add(answer.engine);
      return answer;
    };
  });
  await page.locator('#runs').fill('1');
  for (const [formula, name] of [['whole', 'varisat/minimal'], ['live', 'varisat/minimal+givens']]) {
    await page.locator('#live').setChecked(formula === 'live');
    await page.locator('#time').click();
    await page.locator('#time-status[data-mood="good"]').waitFor();
    const engines = await page.evaluate(() => [...window.engines]);
    assert.ok(engines.includes(name), engines.join(', '));
    assert.ok(!engines.some((engine) => engine.startsWith('presolve ')), engines.join(', '));
  }
}, FORMULA));

test('timing can be stopped', () => onPage(async (page) => {
  await page.locator('#runs').fill('99');
  await page.locator('#time').click();
  await page.locator('#time-status[data-mood="wait"]').waitFor();
  await page.locator('#stop').click();
  await page.locator('#time-status').filter({ hasText: 'Stopped' }).waitFor();
  await settled(page);
}, FORMULA));
