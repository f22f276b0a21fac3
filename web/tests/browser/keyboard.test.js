// The page by keyboard alone, and by touch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSIC, EMPTY, SOLVED, digitsOf, onPage, settled, statusOf } from './page.js';

const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id);

test('the grid is one tab stop; arrows, Home, End and pages move in it', () => onPage(async (page) => {
  for (let i = 0; i < 10; i += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).startsWith('row')) break;
  }
  assert.match(await focused(page), /^row 1, column 1: /);
  const moves = [['ArrowRight', 1, 2], ['ArrowDown', 2, 2], ['End', 2, 9], ['ArrowRight', 2, 9], ['PageDown', 9, 9],
    ['Home', 9, 1], ['ArrowLeft', 9, 1], ['ArrowUp', 8, 1], ['PageUp', 1, 1], ['ArrowUp', 1, 1]];
  for (const [key, row, column] of moves) {
    await page.keyboard.press(key);
    assert.match(await focused(page), new RegExp(`^row ${row}, column ${column}: `), key);
  }
  assert.equal(await page.locator('#grid [tabindex="0"]').count(), 1);
  await page.keyboard.press('Tab');
  assert.doesNotMatch(await focused(page), /^row/);
  await page.keyboard.press('Shift+Tab');
  assert.match(await focused(page), /^row 1, column 1: /);
}));

test('a puzzle is entered, corrected, undone, redone and solved without a mouse', () => onPage(async (page) => {
  await page.locator('#grid [tabindex="0"]').focus();
  for (const [at, digit] of [...CLASSIC].entries()) {
    if (digit !== '.') await page.keyboard.press(digit);
    if ((at + 1) % 9) await page.keyboard.press('ArrowRight');
    else {
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
    }
  }
  await settled(page);
  assert.match(await statusOf(page), /^Exactly one solution/);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Delete');
  assert.equal((await digitsOf(page))[0], 0);
  await page.keyboard.press('Control+z');
  assert.equal((await digitsOf(page))[0], 5);
  await page.keyboard.press('Control+y');
  assert.equal((await digitsOf(page))[0], 0);
  await page.keyboard.press('Control+z');
  await settled(page);
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'solve');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await digitsOf(page)).join(''), SOLVED);
}, { state: `p=${EMPTY}` }));

test('digits above 9 are two keys, or a letter', () => onPage(async (page) => {
  await page.locator('#grid [tabindex="0"]').focus();
  await page.keyboard.type('16');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('b');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('z');
  assert.deepEqual((await digitsOf(page)).slice(0, 3), [16, 11, 0]);
}, { state: `p=${'.'.repeat(256)}` }));

test('tabs move by arrows, Home and End', () => onPage(async (page) => {
  await page.locator('#tab-why').focus();
  const keys = [['ArrowRight', 'proof'], ['ArrowRight', 'pyramid'], ['End', 'formula'], ['ArrowRight', 'why'], ['ArrowLeft', 'formula'], ['Home', 'why']];
  for (const [key, name] of keys) {
    await page.keyboard.press(key);
    assert.equal(await focused(page), `tab-${name}`);
    const shown = await page.locator('[role="tabpanel"]').evaluateAll((panels) => panels.filter((panel) => !panel.hidden).map((panel) => panel.id));
    assert.deepEqual(shown, [name]);
  }
  await settled(page);
}));

test('cells and digits by touch', () => onPage(async (page) => {
  await page.locator('[data-cell="2"]').tap();
  await page.locator('#pad').getByRole('button', { name: '4', exact: true }).tap();
  assert.equal((await digitsOf(page))[2], 4);
  await page.locator('#erase').tap();
  assert.equal((await digitsOf(page))[2], 0);
  await page.locator('#undo').tap();
  assert.equal((await digitsOf(page))[2], 4);
  await page.locator('#redo').tap();
  assert.equal((await digitsOf(page))[2], 0);
  await settled(page);
  await page.locator('#solve').tap();
  await settled(page);
  assert.equal((await digitsOf(page)).join(''), SOLVED);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));
