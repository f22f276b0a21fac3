// The page for those who hear it, enlarge it, or see it in forced colours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSIC, EMPTY, cellsWith, onPage, paste, settled, statusOf } from './page.js';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const KILLER = JSON.stringify({
  rows: 4, columns: 4, min: 1, max: 4, regions: '1122112233443344',
  constraints: [{ type: 'killer', cells: ['r1c1', 'r1c2'], sum: 3 }, { type: 'thermo', cells: ['r3c3', 'r3c4'] }],
});

/** Where an element is, from the top of the document. */
const topOf = (page, name) => page.locator(name).evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));

/** The chosen cell, the status, and the tallest thing between board and pad may change; the pad stays. */
async function enter(page, cell, digit) {
  await page.locator(`[data-cell="${cell}"]`).tap();
  await page.locator('#pad').getByRole('button', { name: digit, exact: true }).tap();
  await settled(page);
}

const focusedText = (page) => page.evaluate(() => {
  const { activeElement: element } = document;
  return element === document.body ? 'nothing' : element.getAttribute('aria-label') ?? (element.id || element.textContent);
});

test('the clues of a variant are there in words: all of them, and those of each cell', () => onPage(async (page) => {
  await paste(page, KILLER);
  await page.locator('#clues summary').filter({ hasText: 'The 2 clues in words' }).waitFor();
  assert.deepEqual(await page.locator('#clues li').allTextContents(), ['killer r1c1 r1c2, sum 3', 'thermo r3c3 r3c4']);
  const said = (cell) => page.locator(`[data-cell="${cell}"]`).getAttribute('aria-description');
  assert.equal(await said(0), 'killer r1c1 r1c2, sum 3');
  assert.equal(await said(5), null);
  await page.locator('[data-cell="5"]').click();
  await page.keyboard.press('4');
  await settled(page);
  assert.equal(await said(1), 'killer r1c1 r1c2, sum 3');
  await paste(page, '.'.repeat(16));
  assert.equal(await said(0), null);
  assert.equal(await page.locator('#clues').isVisible(), false);
}));

test('what contradicts itself is in a live region', () => onPage(async (page) => {
  await paste(page, '123....4........');
  assert.match(await statusOf(page), /^No solution: these contradict/);
  assert.ok(await page.locator('[role="status"] #contradiction li').count() > 1);
}));

test('on a phone the pad keeps its place, whatever is said', () => onPage(async (page) => {
  const place = await topOf(page, '#pad');
  await enter(page, 2, '2');
  assert.match(await statusOf(page), /^No solution: these contradict each other/);
  assert.equal(await topOf(page, '#pad'), place);
  await page.locator('#candidates').tap();
  await settled(page);
  assert.equal(await topOf(page, '#pad'), place);
  await page.locator('#erase').tap();
  await settled(page);
  assert.match(await statusOf(page), /candidates counted/);
  assert.equal(await topOf(page, '#pad'), place);
}, PHONE));

test('a cell that is chosen and wrong looks like both', () => onPage(async (page) => {
  await page.locator('[data-cell="2"]').click();
  await page.keyboard.press('3');
  await settled(page);
  assert.deepEqual(await cellsWith(page, 'clash'), ['r1c2', 'r1c3']);
  await page.locator('#solve').focus();
  const outline = (cell) => page.locator(`[data-cell="${cell}"]`).evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(await outline(2), 'solid');
  assert.equal(await outline(1), 'none');
}));

for (const [width, height] of [[640, 360], [844, 390], [1280, 720], [1024, 600], [360, 640], [390, 844]]) {
  test(`at ${width}×${height} the board and the digits of the pad are on one screen`, () => onPage(async (page) => {
    const [board, pad] = await page.evaluate(() => {
      const edges = ({ top, bottom }) => ({ top, bottom });
      return ['board', 'pad'].map((name) => {
        const element = document.getElementById(name);
        return edges((name === 'pad' ? element.firstElementChild : element).getBoundingClientRect());
      });
    });
    const span = Math.max(board.bottom, pad.bottom) - Math.min(board.top, pad.top);
    assert.ok(span <= height, `${Math.round(span)} pixels`);
  }, { viewport: { width, height } }));
}

test('large grids on a phone have cells to hit, and scroll in their box', () => onPage(async (page) => {
  for (const cells of [256, 625]) {
    await paste(page, '.'.repeat(cells));
    const { width } = await page.locator('[data-cell="0"]').boundingBox();
    assert.ok(width >= 23.5, `${width} pixels`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
  await page.locator('[data-cell="0"]').focus();
  await page.keyboard.press('End');
  const { x, width } = await page.locator('[data-cell="24"]').boundingBox();
  assert.ok(x + width <= 360, `${x}`);
}, PHONE));

test('text of twice the size fits', () => onPage(async (page) => {
  await page.evaluate(() => { document.documentElement.style.fontSize = '32px'; });
  for (const tab of ['why', 'proof', 'pyramid', 'formula']) {
    await page.locator(`#tab-${tab}`).click();
    await settled(page);
    const beyond = await page.evaluate(() => [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('.scroll, .around, [role="tablist"], .sr, .skip') && element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.id || element.outerHTML.slice(0, 80)));
    assert.deepEqual(beyond, [], tab);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
  }
}, { viewport: { width: 390, height: 844 } }));

test('forced colours tell tabs, choices and cells apart', () => onPage(async (page) => {
  const style = (name, property) => page.locator(name).first().evaluate((element, key) => getComputedStyle(element)[key], property);
  const differ = async (one, other, property) => assert.notEqual(await style(one, property), await style(other, property), `${one}, ${other}: ${property}`);
  await differ('#tab-why', '#tab-proof', 'borderBottomColor');
  await page.locator('#candidates').click();
  await settled(page);
  await differ('#candidates', '#count', 'backgroundColor');
  await differ('.minis .every', '.minis span:not(.every, .some)', 'backgroundColor');
  await page.locator('#candidates').click();
  await page.locator('[data-cell="2"]').click();
  await page.keyboard.press('3');
  await settled(page);
  await page.locator('#solve').focus();
  await differ('[data-cell="1"]', '[data-cell="0"]', 'backgroundColor');
  await differ('[data-cell="2"]', '[data-cell="1"]', 'outlineStyle');
  await page.locator('#erase').click();
  await settled(page);
  await page.locator('.clauses button').first().focus();
  await differ('.lit', '[data-cell="80"]', 'backgroundColor');
  await page.locator('#tab-pyramid').click();
  await differ('.switch label:first-child span', '.switch label:last-child span', 'backgroundColor');
}, { forcedColors: 'active', state: `p=${CLASSIC}&cell=r1c3` }));

test('“Why not?” is read out when a digit is chosen, and not with each cell', () => onPage(async (page) => {
  assert.equal(await page.locator('#why-clauses').getAttribute('aria-live'), null);
  const said = page.locator('#why-said');
  assert.equal(await said.getAttribute('role'), 'status');
  assert.equal(await said.textContent(), '');
  await page.locator('#why-digits [data-digit="3"]').click();
  assert.match(await said.textContent(), /^3 is forbidden: .* \d+ clauses\.$/);
  await page.locator('[data-cell="5"]').click();
  await settled(page);
  assert.equal(await said.textContent(), '');
}, { state: `p=${CLASSIC}&cell=r1c3` }));

test('the focus stays where buttons go or are disabled', () => onPage(async (page) => {
  await page.locator('#count').click();
  await page.locator('#why .stop').focus();
  await page.keyboard.press('Enter');
  await page.locator('#status').filter({ hasText: 'Stopped' }).waitFor();
  assert.equal(await focusedText(page), 'Stop');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator('#why .stop').isDisabled(), true);
  await page.locator('#count').click();
  await page.locator('[data-cell="4"]').click();
  await page.locator('#stop').click();
  await page.getByRole('button', { name: 'Ask again' }).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await focusedText(page), 'why');

  await paste(page, JSON.stringify({ ...JSON.parse(KILLER), rules: ['anti-knight', 'anti-king'], constraints: [] }));
  await page.getByRole('button', { name: 'Remove the rule anti-knight' }).focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await focusedText(page), 'Remove the rule anti-king');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await focusedText(page), 'rule');

  await paste(page, EMPTY);
  await page.locator('[data-cell="70"]').focus();
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.match(await focusedText(page), /^row/);
  await page.locator('#redo').focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await focusedText(page), 'undo');
  await page.locator('#pad button').nth(7).focus();
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal(await focusedText(page), '1');
  await page.locator('#why-digits button').nth(1).focus();
  await page.keyboard.press('Control+y');
  await settled(page);
  assert.notEqual(await focusedText(page), 'nothing');
}, { state: `p=${EMPTY}` }));
