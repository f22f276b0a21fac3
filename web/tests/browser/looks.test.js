// What axe-core finds, widths, and pictures to look at.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { onPage, picture, settled } from './page.js';

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
