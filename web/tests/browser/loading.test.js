// What is loaded when, what the first visit weighs, and a connection that fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { firstVisit, sizes } from '../../sizes.mjs';
import { CLASSIC, EMPTY, onPage, paste, settled, statusOf } from './page.js';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const KILLER = JSON.stringify({
  rows: 4, columns: 4, min: 1, max: 4, regions: '1122112233443344',
  constraints: [{ type: 'killer', cells: ['r1c1', 'r1c2'], sum: 3 }],
});

/** Counts how often the page fetches the whole module. */
function fetches(page) {
  const seen = { whole: 0 };
  page.on('request', (request) => { if (request.url().endsWith('/satoku.wasm')) seen.whole += 1; });
  return seen;
}

test('the first visit weighs at most 600 KB compressed', (t) => {
  const { gzip, brotli } = firstVisit(sizes(DIST));
  t.diagnostic(`${gzip} bytes by gzip, ${brotli} by brotli`);
  assert.ok(gzip > 100_000, 'is there a module?');
  assert.ok(gzip <= 600_000, `${gzip} bytes`);
});

test('a visitor who solves classic puzzles loads the small module only', () => onPage(async (page) => {
  const seen = fetches(page);
  await page.reload();
  await settled(page);
  for (const text of [CLASSIC, EMPTY, `${'.'.repeat(70)}12345678912`]) {
    await paste(page, text);
    await page.locator('#solve').click();
    await settled(page);
  }
  await page.locator('#count').click();
  await settled(page);
  await page.locator('[role="gridcell"]').nth(5).click();
  await settled(page);
  assert.equal(seen.whole, 0);
}));

/** Asks for a proof, which the small module does not make. */
async function prove(page) {
  await page.locator('#tab-proof').click();
  await page.locator('#prove').click();
}

const proofStatus = (page, mood) => page.locator(`#proof-status[data-mood="${mood}"]`);

test('whoever asks for more loads the whole module, once', () => onPage(async (page) => {
  const seen = fetches(page);
  await paste(page, KILLER);
  assert.match(await statusOf(page), /More than one solution/);
  await paste(page, CLASSIC);
  await prove(page);
  await proofStatus(page, 'good').waitFor();
  assert.equal(seen.whole, 1);
  assert.equal(await page.locator('#loading').isVisible(), false);
}));

test('while the whole module is on its way, the page says so, and Stop works', () => onPage(async (page) => {
  let arrive;
  const held = new Promise((resolve) => { arrive = resolve; });
  await page.route('**/satoku.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await prove(page);
  await page.locator('#loading').waitFor();
  await page.locator('#stop').click();
  assert.equal(await proofStatus(page, 'idle').textContent(), 'Stopped.');
  arrive();
  await page.locator('#loading').waitFor({ state: 'hidden' });
  await prove(page);
  await proofStatus(page, 'good').waitFor();
}));

test('a module that does not arrive is told, and asked for again', () => onPage(async (page, faults) => {
  await page.route('**/satoku.wasm', (route) => route.fulfill({ status: 503, body: '' }));
  await prove(page);
  assert.match(await proofStatus(page, 'bad').textContent(), /^The rest of the solver could not be loaded .*online\.$/);
  await page.unroute('**/satoku.wasm');
  await prove(page);
  await proofStatus(page, 'good').waitFor();
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('503')));
}));
