// The pyramid: weights, what remains of them, maxima, weights of one's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY, digitsOf, onPage, paste, settled } from './page.js';

const PYRAMID = { state: `p=${EMPTY}&tab=pyramid` };
const weightsOf = (page) => page.locator('#heat td').evaluateAll((cells) => cells.map((cell) => Number(cell.textContent.replace('·', '0'))));

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
  await paste(page, '.'.repeat(16));
  await page.locator('#heat caption').filter({ hasText: 'The pyramid: 16 cells' }).waitFor();
  assert.equal(await page.evaluate(() => window.satoku.app.weights), null);
}, PYRAMID));

test('no solution, no maximum', () => onPage(async (page) => {
  await paste(page, `55${'.'.repeat(79)}`);
  assert.match(await maximise(page), /no solution/);
  await settled(page);
}, PYRAMID));
