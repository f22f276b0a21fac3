// The pyramid: weights, what remains of them, maxima, weights of one's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY, digitsOf, onPage, paste, settled } from './page.js';

const PYRAMID = { state: `p=${EMPTY}&tab=pyramid` };
const weightsOf = (page) => page.locator('#heat td').evaluateAll((cells) => cells.map((cell) => Number(cell.textContent.replace('·', '0').replace('−', '-'))));

async function maximise(page) {
  await page.locator('#maximise').click();
  await page.locator('#pyramid-status:not([data-mood="wait"]):not([data-mood="idle"])').waitFor();
  return page.locator('#pyramid-status').textContent();
}

test('the empty grid has the maximum 2906, and its grid is shown', () => onPage(async (page) => {
  const weights = await weightsOf(page);
  assert.equal(weights.reduce((sum, weight) => sum + weight, 0), 32 * 6 + 24 * 7 + 16 * 8 + 8 * 9 + 10);
  assert.match(await maximise(page), /^The maximum is 2,906, proven/);
  const digits = await digitsOf(page);
  assert.equal(digits.reduce((sum, digit, cell) => sum + digit * weights[cell], 0), 2906);
}, PYRAMID));

test('81 weights become 17, and the constants make up the rest', () => onPage(async (page) => {
  const weights = await weightsOf(page);
  await page.getByRole('radio', { name: 'What remains' }).check();
  await page.locator('#heat caption').filter({ hasText: '17 of 81 cells' }).waitFor();
  const reduced = await weightsOf(page);
  const constants = await page.locator('.constants tr').evaluateAll((rows) => rows.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent.replace('−', '-')))));
  for (const [cell, weight] of weights.entries()) {
    const [row, column] = [Math.floor(cell / 9), cell % 9];
    const box = Math.floor(row / 3) * 3 + Math.floor(column / 3);
    assert.equal(reduced[cell] + constants[0][row] + constants[1][column] + constants[2][box], weight);
  }
  assert.equal(reduced.filter((weight) => weight !== 0).length, 17);
}, PYRAMID));

test('weights of one’s own, and what is wrong with them', () => onPage(async (page) => {
  await page.locator('#own-weights summary').click();
  const use = async (text) => {
    await page.locator('#weights-text').fill(text);
    await page.locator('#weights-apply').click();
  };
  await use('1 2 x');
  assert.match(await page.locator('#weights-error').textContent(), /Number 3 is “x”/);
  await use('1 9999999');
  assert.match(await page.locator('#weights-error').textContent(), /a whole number from -999999 to 999999 is expected/);
  await use('1 2 3');
  assert.match(await page.locator('#weights-error').textContent(), /3 numbers; 81 are expected/);
  await use(Array(81).fill(1).join(','));
  assert.equal(await page.locator('#weights-error').isVisible(), false);
  assert.match(await maximise(page), /^The maximum is 405, proven/);
  await page.locator('#weights-reset').click();
  assert.match(await maximise(page), /2,906/);
}, PYRAMID));

test('weights of one’s own go with the size of their puzzle', () => onPage(async (page) => {
  await page.locator('#own-weights summary').click();
  await page.locator('#weights-text').fill(Array(81).fill(1).join(','));
  await page.locator('#weights-apply').click();
  await page.locator('#weights-text').fill('1 2 3');
  await page.locator('#weights-apply').click();
  await page.locator('#weights-error').waitFor();
  await paste(page, '.'.repeat(16));
  assert.equal(await page.locator('#weights-error').isVisible(), false);
  await page.locator('#heat caption').filter({ hasText: 'The pyramid: 16 cells' }).waitFor();
  assert.equal(await page.evaluate(() => window.satoku.app.weights), null);
}, PYRAMID));

test('no solution, no maximum', () => onPage(async (page) => {
  await paste(page, `55${'.'.repeat(79)}`);
  assert.match(await maximise(page), /no solution/);
  await settled(page);
}, PYRAMID));

const noting = (page) => page.locator('#pyramid-notes').textContent();
const pyramidStatus = (page) => page.locator('#pyramid-status').textContent();

test('while what remains is worked out, that is said; after Stop, all weights are chosen', () => onPage(async (page) => {
  await page.getByRole('radio', { name: 'What remains' }).check();
  await page.locator('#pyramid-status').filter({ hasText: 'Working out what remains' }).waitFor();
  await page.locator('#pyramid .stop').click();
  await page.locator('#pyramid-status').filter({ hasText: 'Stopped.' }).waitFor();
  assert.equal(await page.getByRole('radio', { name: 'All weights' }).isChecked(), true);
  await page.getByRole('radio', { name: 'What remains' }).check();
  await page.locator('#clear').click();
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.press('1');
  await settled(page);
  assert.equal(await pyramidStatus(page), '', 'nobody pressed Stop');
}, { state: `p=${'.'.repeat(625)}&tab=pyramid` }));

test('what is said of the weights is true of those that are shown', () => onPage(async (page) => {
  const lead = () => page.locator('#pyramid-weights').textContent();
  assert.equal(await lead(), '6 on the rim, 10 in the middle');
  await page.getByRole('radio', { name: 'What remains' }).check();
  await page.locator('.constants').waitFor();
  assert.equal(await pyramidStatus(page), '');
  await page.locator('#own-weights summary').click();
  await page.locator('#weights-text').fill(Array.from({ length: 81 }, (_, i) => (i * i * 37) % 1999 - 900).join(' '));
  await page.locator('#weights-apply').click();
  assert.equal(await lead(), 'here those that you entered');
  assert.match(await page.locator('#heat td').first().textContent(), /^−900$/);
  const cut = await page.locator('#heat td').evaluateAll((cells) => cells.filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().width > cell.clientWidth - 6;
  }).length);
  assert.equal(cut, 0);
  await page.getByRole('radio', { name: 'What remains' }).check();
  await page.locator('.constants').waitFor();
  assert.doesNotMatch(await noting(page), /milliseconds/);
  assert.ok(await page.locator('.constants').evaluate((table) => table.parentElement.scrollWidth <= table.parentElement.clientWidth));
  await paste(page, '.'.repeat(256));
  assert.equal(await lead(), '6 on the rim, 13 in the middle');
}, { ...PYRAMID, viewport: { width: 1280, height: 800 } }));

test('with other weights, the grid of the last maximum goes, and the command is about them', () => onPage(async (page) => {
  await maximise(page);
  const command = () => page.locator('#command').textContent();
  assert.match(await command(), /satoku pyramid -$/);
  await page.locator('#own-weights summary').click();
  await page.locator('#weights-text').fill(Array(81).fill(1).join(' '));
  await page.locator('#weights-apply').click();
  assert.match(await command(), /satoku pyramid --weights weights.txt -$/);
  assert.deepEqual([...new Set(await digitsOf(page))], [0]);
  assert.equal(await page.locator('#solve').textContent(), 'Solve');
}, PYRAMID));
