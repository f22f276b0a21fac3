// What a visitor has entered stays: in the puzzle, in the box, in texts that are not applied.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSIC, EMPTY, address, digitsOf, hold, onPage, paste, settled, statusOf } from './page.js';

const H = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const shown = async (page) => (await digitsOf(page)).join('').replaceAll('0', '.');
const noted = (page) => page.locator('#text-error').textContent();

/** Pastes into the field that has the focus, as the browser does. */
async function pasteHere(page, text) {
  await page.evaluate((data) => navigator.clipboard.writeText(data), text);
  await page.keyboard.press('Control+v');
  await settled(page);
}
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

test('the skip link goes to the grid and leaves the puzzle', () => onPage(async (page) => {
  await page.locator('#tab-proof').click();
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await shown(page), H);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell');
  await page.evaluate(() => { location.hash = 'grid'; });
  await settled(page);
  assert.equal(await shown(page), H);
  assert.equal(await page.evaluate(() => window.satoku.app.tab), 'proof');
}, { state: `p=${H}` }));

test('restricted candidates are shown and named; a digit, Clear and × remove them', () => onPage(async (page) => {
  const restricted = JSON.stringify({ rows: 4, columns: 4, min: 1, max: 4, regions: '1122112233443344', candidates: { r1c1: [1, 2], r2c2: [3, 4] } });
  await paste(page, restricted);
  const cell = page.locator('[data-cell="0"]');
  assert.match(await cell.getAttribute('aria-label'), /empty, only 1, 2 allowed$/);
  assert.match(await cell.textContent(), /^12/);
  await cell.click();
  await page.keyboard.press('4');
  await page.keyboard.press('Delete');
  assert.match(await cell.getAttribute('aria-label'), /: empty$/);
  await page.getByRole('button', { name: 'Remove the restricted candidates' }).click();
  assert.equal(await page.evaluate(() => window.satoku.app.puzzle.text), '.'.repeat(16));
  await paste(page, restricted);
  await page.locator('#clear').click();
  await settled(page);
  assert.equal(await page.evaluate(() => window.satoku.app.puzzle.text), '.'.repeat(16));
  assert.equal(await page.locator('#rules-line').isVisible(), false);
}));

test('what is entered and asked while the solver loads is kept and answered', () => onPage(async (page) => {
  const arrive = await hold(page, '**/first.wasm');
  await page.reload();
  await page.locator('[data-cell="2"]').click();
  assert.equal(await shown(page), CLASSIC);
  await page.keyboard.press('4');
  await page.locator('#solve').click();
  arrive();
  await settled(page);
  assert.match(await statusOf(page), /^Exactly one solution, shown/);
  assert.equal(await page.evaluate(() => window.satoku.app.puzzle.givens[2]), 4);
}));

test('without WebAssembly the reason stays, and a link still shows its cells', () => onPage(async (page) => {
  await page.addInitScript(() => { delete window.WebAssembly; });
  await page.goto('about:blank');
  await page.goto(address(`p=${H}`));
  await page.locator('#status').filter({ hasText: 'WebAssembly' }).waitFor();
  assert.equal(await shown(page), H);
  assert.equal(await page.locator('#solve').isDisabled(), true);
  await page.locator('[data-cell="1"]').click();
  await page.keyboard.press('1');
  assert.match(await statusOf(page), /no WebAssembly/);
}));

test('a damaged part of the address is told, the others hold, and the address stays', () => onPage(async (page) => {
  assert.match(await noted(page), /damaged: the encoding/);
  assert.equal(await shown(page), H);
  assert.match(page.url(), /own=~AAAA/);
  await page.locator('[data-cell="1"]').click();
  await page.keyboard.press('1');
  await page.waitForFunction(() => !location.hash.includes('own='));
  await settled(page);
}, { state: `p=${H}&own=~AAAA` }));

test('names in the address that mean nothing are told', () => onPage(async (page) => {
  assert.match(await noted(page), /encoding “nonexistent”.*\n.*cell r99c1/);
  assert.match(await statusOf(page), /\. Parts of the link could not be read\.$/);
  assert.equal(await shown(page), H);
  await page.locator('#clear').click();
  await settled(page);
  assert.doesNotMatch(await statusOf(page), /link/);
}, { state: `p=${H}&encoding=nonexistent&cell=r99c1` }));

for (const puzzle of ['hello', '~AAAA']) {
  test(`the status says that the example is shown instead of the puzzle ${puzzle} of a link`, () => onPage(async (page) => {
    assert.equal(await shown(page), CLASSIC);
    assert.match(await statusOf(page), /^Exactly one solution, .*\. The puzzle of the link could not be read; this is the example\.$/);
  }, { state: `p=${puzzle}` }));
}

test('text that could not be read goes when another puzzle is chosen', () => onPage(async (page) => {
  await paste(page, 'hello');
  assert.equal(await page.locator('#text').inputValue(), 'hello');
  await page.locator('#examples').selectOption({ index: 1 });
  await settled(page);
  assert.equal(await page.locator('#text').inputValue(), '');
  assert.equal(await page.locator('#text-error').isVisible(), false);
  await paste(page, EMPTY);
  await page.locator('#examples').selectOption({ index: 2 });
  await settled(page);
  assert.equal(await page.locator('#text').inputValue(), EMPTY);
}));

test('an address does not end with a dot, and the copied link shows the same', () => onPage(async (page) => {
  await page.waitForFunction(() => location.hash.includes('tab='));
  await page.locator('#copy-link').click();
  await page.waitForFunction(() => document.querySelector('#copy-link').textContent === 'Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\w$/);
  await page.goto('about:blank');
  await page.goto(link.replace(/[.,]+$/, ''));
  await settled(page);
  assert.equal(await shown(page), H);
  assert.equal(await page.locator('#undo').isDisabled(), true);
}, { state: `p=${H}`, ...CLIPBOARD }));

test('links of this page and those that it makes are read', () => onPage(async (page) => {
  const links = await page.locator('#links a').evaluateAll((all) => all.map(({ href }) => href));
  assert.equal(links.length, 4);
  for (const link of [...links, page.url()]) {
    await paste(page, EMPTY);
    await paste(page, link);
    assert.equal(await noted(page), '', link);
    assert.equal(await shown(page), H, link);
  }
}, { state: `p=${H}` }));

test('a puzzle that is pasted into the box stands instead of the last one, and the browser undoes it', () => onPage(async (page) => {
  await page.locator('#text').click();
  await pasteHere(page, CLASSIC);
  await pasteHere(page, H);
  assert.equal(await page.locator('#text').inputValue(), H);
  assert.equal(await shown(page), H);
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('#text').inputValue(), CLASSIC);
}, CLIPBOARD));

test('a long text is used as a whole, though the box shows its beginning', () => onPage(async (page) => {
  await page.locator('#text').click();
  await pasteHere(page, `${`# ${'x'.repeat(98)}\n`.repeat(300)}${H}\n`);
  assert.equal(await shown(page), H);
  assert.ok((await page.locator('#text').inputValue()).length < 21_000);
  await paste(page, '');
  await page.locator('#text').click();
  await pasteHere(page, `${`# ${'x'.repeat(98)}\n`.repeat(300)}${CLASSIC}\n`);
  await page.locator('#clear').click();
  await page.getByRole('button', { name: 'Use this puzzle' }).click();
  await settled(page);
  assert.equal(await noted(page), '');
  assert.equal(await shown(page), CLASSIC);
}, CLIPBOARD));

test('the first step cannot be undone, and two keys of one digit are one step', () => onPage(async (page) => {
  assert.equal(await page.locator('#undo').isDisabled(), true);
  await page.locator('#grid [tabindex="0"]').focus();
  await page.keyboard.type('16');
  await page.locator('#undo').click();
  assert.deepEqual([...new Set(await digitsOf(page))], [0]);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'redo');
  await settled(page);
}, { state: `p=${'.'.repeat(256)}` }));

test('weights and encodings that were typed come back', () => onPage(async (page) => {
  const numbers = Array.from({ length: 81 }, (_, i) => i);
  await page.locator('#tab-pyramid').click();
  await page.locator('#own-weights summary').click();
  await page.locator('#weights-text').fill(numbers.join(' '));
  await page.locator('#weights-apply').click();
  await paste(page, '.'.repeat(16));
  await page.locator('#undo').click();
  await settled(page);
  assert.deepEqual(await page.evaluate(() => window.satoku.app.weights), numbers);
  await page.locator('#weights-text').fill('1 2 3');
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.press('5');
  await settled(page);
  assert.equal(await page.locator('#weights-text').inputValue(), '1 2 3');

  await page.locator('#tab-why').click();
  await page.locator('#encoding-details summary').click();
  await page.locator('#encoding-text').fill('mine');
  await page.locator('#encoding').selectOption('minimal');
  await page.locator('#encoding').selectOption('extended');
  assert.equal(await page.locator('#encoding-text').inputValue(), 'mine');
  await page.locator('#encoding-reset').click();
  assert.match(await page.locator('#encoding-text').inputValue(), /^\[|\n\[/);
  await settled(page);
}, { state: `p=${EMPTY}` }));

test('an edit of one of several puzzles stays, and an example is named while it is shown', () => onPage(async (page) => {
  await paste(page, `${CLASSIC}\n${EMPTY}\n`);
  await page.locator('#which').selectOption({ index: 1 });
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.press('7');
  await page.locator('#which').selectOption({ index: 0 });
  await page.locator('#which').selectOption({ index: 1 });
  await settled(page);
  assert.equal((await digitsOf(page))[0], 7);
  await page.locator('#examples').selectOption({ index: 1 });
  await settled(page);
  assert.notEqual(await page.locator('#examples').inputValue(), '');
  await paste(page, EMPTY);
  assert.equal(await page.locator('#examples').inputValue(), '');
}));
