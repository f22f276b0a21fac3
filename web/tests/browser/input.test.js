// What is pasted, opened or dropped: every format, and whatever else people have.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { CLASSIC, cellsWith, digitsOf, onPage, paste, settled, statusOf } from './page.js';

const EMPTY_AT_FIRST = { state: `p=${'.'.repeat(16)}` };

const SAMPLES = JSON.parse(await readFile(new URL('samples.json', import.meta.url), 'utf8'));

test('a sample of each format that satoku reads is read', () => onPage(async (page) => {
  const { formats } = await page.evaluate(() => window.satoku.app.engine.ask({ ask: 'formats' }));
  assert.deepEqual(formats.map(({ name }) => name).sort(), Object.keys(SAMPLES).sort());
  for (const [name, sample] of Object.entries(SAMPLES)) {
    await paste(page, '.'.repeat(36));
    await paste(page, sample);
    assert.equal(await page.locator('#text-error').isVisible(), false, `${name}: ${await page.locator('#text-error').textContent()}`);
    assert.notEqual((await digitsOf(page)).length, 36, name);
    assert.equal(await page.evaluate(() => window.satoku.app.puzzle.format), name);
    assert.match(await statusOf(page), /^(Exactly|More than) one solution/, name);
  }
}, EMPTY_AT_FIRST));

test('drawn grids and links are read, and pasting is enough', () => onPage(async (page) => {
  const drawn = CLASSIC.match(/.{9}/g).map((row) => `| ${row.match(/.../g).map((part) => part.split('').join(' ')).join(' | ')} |`);
  const text = ['+-------+-------+-------+', ...drawn.slice(0, 3), '+-------+-------+-------+', ...drawn.slice(3, 6),
    '+-------+-------+-------+', ...drawn.slice(6), '+-------+-------+-------+'].join('\n');
  await page.locator('#grid [tabindex="0"]').focus();
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', data);
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
  await settled(page);
  assert.equal((await digitsOf(page)).join('').replaceAll('0', '.'), CLASSIC);
  const link = await page.getByRole('link', { name: 'f-puzzles' }).getAttribute('href');
  await paste(page, '.'.repeat(16));
  await paste(page, decodeURIComponent(link));
  assert.equal((await digitsOf(page)).join('').replaceAll('0', '.'), CLASSIC);
}, EMPTY_AT_FIRST));

test('cells copied from a spreadsheet are read, with nothing in empty ones', () => onPage(async (page) => {
  const rows = CLASSIC.match(/.{9}/g).map((row) => Array.from(row, (cell) => (cell === '.' ? '' : cell)).join('\t'));
  for (const end of ['\n', '\r\n']) {
    await paste(page, '.'.repeat(16));
    await paste(page, rows.join(end) + end);
    assert.equal((await digitsOf(page)).join(''), CLASSIC.replaceAll('.', '0'));
  }
  // The first row is empty.
  await paste(page, `\t\t\t\n1\t2\t\t4\n\t\t\t\n\t\t\t`);
  assert.equal((await digitsOf(page)).join(''), '0000120400000000');
}));

test('several puzzles can be chosen from', () => onPage(async (page) => {
  await paste(page, `${CLASSIC}\n${'.'.repeat(81)}\n`);
  assert.match(await statusOf(page), /^Exactly one solution/);
  await page.locator('#which').selectOption({ index: 1 });
  await settled(page);
  assert.match(await statusOf(page), /^More than one solution/);
}));

test('every example is shown, from 4×4 to 25×25, and has an answer', () => onPage(async (page) => {
  const names = await page.locator('#examples option').evaluateAll((options) => options.slice(1).map((option) => option.textContent));
  const sides = new Set();
  for (const [at, name] of names.entries()) {
    await page.locator('#examples').selectOption({ index: at + 1 });
    await settled(page);
    assert.match(await statusOf(page), /solution/, name);
    sides.add(Math.sqrt((await digitsOf(page)).length));
    const rules = await page.locator('#rules-line').isVisible();
    assert.equal(await page.locator('#backdrop').isVisible(), rules, name);
  }
  for (const side of [4, 9, 16, 25]) assert.ok(sides.has(side), `no example of ${side}×${side}`);
}));

test('a rule can be added and removed', () => onPage(async (page) => {
  await paste(page, '1...............');
  await page.locator('#rule').selectOption('diagonal');
  await settled(page);
  assert.equal(await page.locator('#rules-line li').count(), 1);
  assert.equal(await page.locator('#backdrop').isVisible(), true);
  await page.getByRole('button', { name: 'Remove the rule diagonal' }).click();
  await settled(page);
  assert.equal(await page.locator('#rules-line').isVisible(), false);
}));

test('a novel is answered by a sentence, and the puzzle stays', () => onPage(async (page) => {
  const before = await digitsOf(page);
  for (const text of ['Call me Ishmael. Some years ago, never mind how long precisely.\n'.repeat(20_000), '', '# nothing', '\u0000\uFFFF']) {
    await paste(page, text);
    assert.match(await page.locator('#text-error').textContent(), /\w{3}/);
    assert.deepEqual(await digitsOf(page), before);
  }
  await paste(page, CLASSIC);
  assert.equal(await page.locator('#text-error').isVisible(), false);
}));

test('a file of 100 MB is refused by its size', () => onPage(async (page) => {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(100e6)], 'huge.txt'));
    document.getElementById('board').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.locator('#text-error').filter({ hasText: 'huge.txt has 100.0 MB' }).waitFor();
  assert.match(await statusOf(page), /^Exactly one solution/);
}));

test('lines of 625 characters are 25×25 grids', () => onPage(async (page) => {
  await paste(page, `12${'.'.repeat(623)}`);
  assert.equal((await digitsOf(page)).length, 625);
  assert.match(await statusOf(page), /^More than one solution/);
  await paste(page, `${'.'.repeat(624)}!`);
  assert.match(await page.locator('#text-error').textContent(), /^line 1/);
}));

test('givens that clash are lit', () => onPage(async (page) => {
  await paste(page, `5${'.'.repeat(7)}5${'.'.repeat(72)}`);
  assert.deepEqual(await cellsWith(page, 'clash'), ['r1c1', 'r1c9']);
  assert.match(await statusOf(page), /^No solution: .*row 1/);
}));

test('constraints that contradict each other are named, lit, and said', () => onPage(async (page) => {
  const thermo = (...cells) => ({ type: 'thermo', cells });
  await paste(page, JSON.stringify({
    rows: 4, columns: 4, min: 1, max: 4, regions: '1122112233443344',
    constraints: [thermo('r1c1', 'r1c2'), thermo('r1c2', 'r1c1')],
  }));
  // There may be other contradictions, so it says nothing about the rest of the puzzle.
  assert.equal(await statusOf(page), 'No solution: these contradict each other; if any one of them is left out, the others do not');
  const names = await page.locator('#contradiction li').allTextContents();
  assert.equal(names.length, 2);
  for (const name of names) assert.match(name, /thermo/);
  assert.deepEqual(await cellsWith(page, 'clash'), ['r1c1', 'r1c2']);
  assert.match(await page.locator('[data-cell="1"]').getAttribute('aria-label'), /part of a contradiction/);
  await page.locator('#clear').click();
  await paste(page, '.'.repeat(16));
  assert.equal(await page.locator('#contradiction').isVisible(), false);
}));

test('what the box says of a fault names no option of the command line', () => onPage(async (page) => {
  for (const [text, says] of [
    ['hello', /expected a puzzle: a line of 81 characters, or 9 rows of 9 cells$/],
    [`easy ${CLASSIC}\n`, /the puzzle first on its line$/],
    [`name,puzzle\na,${CLASSIC}\n`, /\w/],
  ]) {
    await paste(page, text);
    const said = await page.locator('#text-error').textContent();
    assert.match(said, says);
    assert.doesNotMatch(said, /--|awk|satoku /);
  }
}));

test('where none clash, a smallest set of givens that contradict each other is lit', () => onPage(async (page) => {
  await paste(page, '123....4........');
  assert.match(await statusOf(page), /^No solution: /);
  assert.deepEqual(await cellsWith(page, 'clash'), ['r1c1', 'r1c2', 'r2c4']);
}));

test('several faults are counted in a sentence of its own', () => onPage(async (page) => {
  await paste(page, `${CLASSIC}\n${CLASSIC.slice(1)}\n${CLASSIC.slice(2)}\n`);
  assert.match(await page.locator('#text-error').textContent(), /[^.]\. 1 more like this\.$/);
}));

test('what is said of a text goes with the next change of the puzzle', () => onPage(async (page) => {
  const error = page.locator('#text-error');
  await paste(page, 'hello');
  await page.locator('[data-cell="2"]').click();
  await page.keyboard.press('4');
  await settled(page);
  assert.equal(await error.isVisible(), false);
  await paste(page, `${CLASSIC}\n${CLASSIC}\n${CLASSIC.slice(2)}\n`);
  assert.equal(await error.isVisible(), true);
  await page.locator('#which').selectOption({ index: 1 });
  await settled(page);
  assert.equal(await error.isVisible(), false);
}));

test('eight megabytes of line breaks are read as nothing', () => onPage(async (page) => {
  const error = page.locator('#text-error');
  const open = (text) => page.locator('#file').setInputFiles({ name: 'breaks.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await open('\n'.repeat(7.9e6));
  await error.filter({ hasText: 'found no puzzle' }).waitFor();
  await paste(page, CLASSIC);
  await open(`\t${'\n'.repeat(7.9e6)}`);
  await error.waitFor();
}));
