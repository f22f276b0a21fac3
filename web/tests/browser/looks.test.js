// What axe-core finds, widths, and pictures to look at.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { onPage, paste, picture, settled } from './page.js';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** Fills each panel, so that there is something to look at. */
async function open(page, tab) {
  await page.locator(`#tab-${tab}`).click();
  if (tab === 'why') await page.locator('#encoding-details summary').click();
  if (tab === 'proof') {
    await page.locator('#prove').click();
    await page.locator('#proof-status[data-mood="good"]').waitFor();
  }
  if (tab === 'pyramid') {
    await page.locator('#maximise').click();
    await page.locator('#pyramid-status[data-mood="good"]').waitFor();
    await page.getByRole('radio', { name: 'What remains' }).check();
  }
  await settled(page);
}

for (const colorScheme of ['light', 'dark']) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`${size}, ${colorScheme}: axe finds nothing serious, nothing is too wide`, (t) => onPage(async (page) => {
      for (const tab of ['why', 'proof', 'pyramid', 'formula']) {
        await open(page, tab);
        await picture(page, `${tab}-${size}-${colorScheme}`);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(beyond <= 0, `${tab}: ${beyond} pixels too wide`);
        await page.evaluate(AXE); // in the page's own world, past its policy
        const { violations } = await page.evaluate(() => window.axe.run());
        for (const { impact, id } of violations) if (!['serious', 'critical'].includes(impact)) t.diagnostic(`${impact}: ${id}`);
        const found = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
        assert.deepEqual(found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), [], tab);
      }
    }, { viewport, colorScheme, state: 'p=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79&cell=r1c3' }));
  }
}

test('where storage is forbidden, the theme still goes round', () => onPage(async (page) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden', 'SecurityError'); } });
  });
  await page.reload();
  await settled(page);
  for (const theme of ['light', 'dark', 'system']) {
    await page.locator('#theme').click();
    assert.equal(await page.locator('#theme').textContent(), `Theme: ${theme}`);
  }
}));

test('candidates, and 25×25 on a phone', () => onPage(async (page) => {
  await page.locator('#candidates').click();
  await settled(page);
  await picture(page, 'candidates-phone');
  await page.locator('#text').fill('.'.repeat(625));
  await page.locator('#text').press('Tab');
  await page.keyboard.press('Enter');
  await settled(page);
  await picture(page, 'large-phone');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { viewport: SIZES.phone, state: 'p=12...3........1.' }));

test('the theme can be chosen, and stays', () => onPage(async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const system = await paper();
  await page.locator('#theme').click();
  await page.locator('#theme').click();
  assert.notEqual(await paper(), system);
  await page.reload();
  await settled(page);
  assert.notEqual(await paper(), system);
}));

test('the print sheet shows the puzzle without what can only be clicked', () => onPage(async (page) => {
  await page.emulateMedia({ media: 'print' });
  await picture(page, 'print');
  for (const name of ['#solve', '#pad', '#paste', '#tabs']) assert.equal(await page.locator(name).isVisible(), false, name);
  assert.equal(await page.locator('#grid').isVisible(), true);
  assert.ok((await page.pdf()).length > 10_000);
}));

test('a printed variant has its rules in words, and no command, time, long address or look at one cell', () => onPage(async (page) => {
  await paste(page, JSON.stringify({
    rows: 4, columns: 4, min: 1, max: 4, regions: '1122112233443344', rules: ['anti-knight'],
    constraints: [{ type: 'thermo', cells: ['r1c1', 'r1c2'] }, { type: 'whisper', cells: ['r3c1', 'r3c2'], difference: 2 }],
  }));
  await page.locator('#meanings li').nth(2).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await picture(page, 'print-variant');
  for (const name of ['.command', '#status .time', '#lessons']) assert.equal(await page.locator(name).isVisible(), false, name);
  assert.equal((await page.locator('#printed').textContent()).includes('#'), false);
  const meanings = await page.locator('#meanings li').allTextContents();
  assert.match(meanings[0], /^anti-knight: /);
  assert.match(meanings[1], /^thermo: Digits increase/);
  assert.match(meanings[2], /^whisper: .* at least 2\.$/);
  for (const meaning of await page.locator('#meanings li').all()) assert.ok(await meaning.isVisible());
  await page.emulateMedia({ media: 'screen' });
  await paste(page, '.'.repeat(81));
  assert.equal(await page.locator('#meanings').isVisible(), false);
}));

for (const [width, digits, rows] of [[360, 81, 1], [360, 256, 2], [320, 81, 1]]) {
  test(`at ${width} pixels the digits of ${digits} cells are in ${rows === 1 ? 'one row' : `${rows} rows`}, and the box follows`, () => onPage(async (page) => {
    await paste(page, '.'.repeat(digits));
    const buttons = page.locator('#pad > div:first-child button');
    const tops = await buttons.evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)));
    const inRow = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    assert.equal(inRow.length, rows, inRow.join(' '));
    assert.equal(new Set(inRow).size, 1, inRow.join(' '));
    const top = (name) => page.locator(name).evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(await top('#pad') < await top('#paste') && await top('#paste') < await top('#lessons'));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, { viewport: { width, height: 740 } }));
}

test('lines between cells are dark enough to be seen', () => onPage(async (page) => {
  const ratio = await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const light = (color) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const cell = getComputedStyle(document.querySelector('[data-cell="10"]'));
    const [line, ground] = [light(cell.borderRightColor), light(getComputedStyle(document.getElementById('grid')).backgroundColor)];
    return Math.max(line / ground, ground / line);
  });
  assert.ok(ratio >= 3, `${ratio}`);
}));

test('what is printed has the colours of its legend, and no heading or hint without use', () => onPage(async (page) => {
  await page.locator('#candidates').click();
  await settled(page);
  await page.locator('#tab-formula').click();
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.swatch').evaluate((element) => getComputedStyle(element).printColorAdjust), 'exact');
  assert.equal(await page.locator('#legend-text').isVisible(), true);
  assert.equal(await page.locator('#legend-hint').isVisible(), false);
  assert.equal(await page.getByText('Engines side by side').isVisible(), false);
}, { state: 'p=12..............' }));
