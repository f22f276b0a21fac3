// What is loaded when, what the first visit weighs, and a connection that fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { firstVisit } from '../../sizes.mjs';
import { CLASSIC, EMPTY, SOLVED, address, digitsOf, hold, onPage, paste, settled, statusOf } from './page.js';

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
  const { gzip, brotli } = firstVisit(DIST);
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
  const arrive = await hold(page, '**/satoku.wasm');
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

/** Forgets the faults that a test has planted. */
const forget = (faults, ...planted) => faults.splice(0, faults.length, ...faults.filter((fault) => !planted.some((part) => fault.includes(part))));

test('without a connection, a page that is loaded goes on, however often its solver is stopped', () => onPage(async (page, faults) => {
  const asked = [];
  page.context().on('request', (request) => { if (!/^blob:|icon\.svg$/.test(request.url())) asked.push(request.url()); });
  await page.context().setOffline(true);
  for (let i = 0; i < 3; i += 1) {
    await page.locator('#count').click();
    await page.locator('#stop').click();
  }
  await paste(page, CLASSIC);
  await page.locator('#solve').click();
  await settled(page);
  assert.match(await statusOf(page), /^Exactly one solution, shown/);
  assert.equal((await digitsOf(page)).join(''), SOLVED);
  assert.deepEqual(asked, []);
  forget(faults, 'net::ERR'); // browsers ask for the icon again
}, { state: `p=${EMPTY}` }));

for (const [tab, file, place] of [['formula', 'formula.js', '#formula-loading'], ['proof', 'proof.js', '#proof-loading']]) {
  test(`without ${file}, its panel says so, and is loaded when it is opened again`, () => onPage(async (page, faults) => {
    await page.route(`**/js/${file}*`, (route) => route.fulfill({ status: 503, body: '' }));
    await page.locator(`#tab-${tab}`).click();
    await page.locator(place).getByText('could not be loaded').waitFor();
    await page.unroute(`**/js/${file}*`);
    await page.locator('#tab-why').click();
    await page.locator(`#tab-${tab}`).click();
    await page.locator(place).waitFor({ state: 'hidden' });
    forget(faults, '503');
  }));
}

test('a claim that is chosen before its panel is loaded asks for its number', () => onPage(async (page) => {
  const arrive = await hold(page, '**/js/proof.js');
  await page.locator('#tab-proof').click();
  await page.locator('#claim').selectOption('exactly');
  arrive();
  await page.locator('#claim-count').waitFor({ state: 'visible' });
}));

test('a link without its puzzle shows the example', () => onPage(async (page) => {
  await settled(page);
  assert.match(await statusOf(page), /^Exactly one solution/);
}, { state: 'p=' }));

test('until the solver is there, the page says that it loads it', () => onPage(async (page) => {
  const arrive = await hold(page, '**/first.wasm');
  await page.reload();
  await page.locator('[data-cell="2"]').click();
  await page.keyboard.press('4');
  assert.equal(await statusOf(page), 'Loading the solver …');
  await page.locator('#count').click();
  assert.equal(await statusOf(page), 'Loading the solver …');
  arrive();
  await settled(page);
  assert.match(await statusOf(page), /^Exactly one solution, /);
}));

for (const file of ['js/grid.js', 'js/main.js', 'worker.js', 'first.wasm']) {
  test(`without ${file}, the page says so, and loads again`, () => onPage(async (page, faults) => {
    await page.route(`**/${file}`, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    const again = page.getByRole('button', { name: 'Load again' });
    await again.waitFor();
    assert.match(await statusOf(page), /could not be loaded \(no connection\?\)\./);
    assert.equal(await page.locator('#status').getAttribute('data-mood'), 'bad');
    await page.unroute(`**/${file}`);
    if (file === 'worker.js') { // what is entered without a solver stays
      await page.locator('[data-cell="2"]').click();
      await page.keyboard.press('4');
    }
    await again.click();
    await page.waitForFunction(() => !document.querySelector('#status button'));
    await settled(page);
    assert.match(await statusOf(page), /^Exactly one solution/);
    if (file === 'worker.js') assert.equal(await page.evaluate(() => window.satoku.app.puzzle.givens[2]), 4);
    forget(faults, '404', 'preload');
  }));
}

test('where a policy of the host forbids copies of code, the worker is loaded from its file', () => onPage(async (page, faults) => {
  await page.route(address(), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "worker-src 'self'" } });
  });
  await page.reload();
  await settled(page);
  assert.match(await statusOf(page), /^Exactly one solution/);
  forget(faults, 'worker-src');
}));
