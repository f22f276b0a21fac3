// The state after the #: a link shows the same again, and nothing of it is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSIC, address, digitsOf, onPage, paste, settled, statusOf } from './page.js';

const KILLER = JSON.stringify({
  rows: 4, columns: 4, min: 1, max: 4, regions: '1122112233443344', candidates: { r1c1: [1] }, rules: ['diagonal'],
  constraints: [{ type: 'killer', cells: ['r1c2', 'r1c3'], sum: 5 }],
});

test('puzzle, cell, tab, encoding and weights come back from the address', () => onPage(async (page) => {
  await paste(page, KILLER);
  await page.locator('[data-cell="6"]').click();
  await page.locator('#encoding').selectOption('minimal');
  await page.locator('#tab-pyramid').click();
  await page.locator('#own-weights summary').click();
  await page.locator('#weights-text').fill(Array.from({ length: 16 }, (_, i) => i).join(' '));
  await page.locator('#weights-apply').click();
  await settled(page);
  await page.waitForFunction(() => location.hash.includes('tab=pyramid') && location.hash.includes('weights='));
  const link = page.url();
  const text = await page.evaluate(() => window.satoku.app.puzzle.text);

  await page.goto('about:blank');
  await page.goto(link);
  await settled(page);
  const again = await page.evaluate(() => {
    const { app } = window.satoku;
    return { text: app.puzzle.text, cell: app.cell, tab: app.tab, encoding: app.encoding.name, weights: app.weights };
  });
  assert.deepEqual(again, { text, cell: 6, tab: 'pyramid', encoding: 'minimal', weights: Array.from({ length: 16 }, (_, i) => i) });
  assert.equal(await page.evaluate(() => location.href), link);
}));

test('another address in the same window is followed', () => onPage(async (page) => {
  await page.evaluate((hash) => { location.hash = hash; }, `p=1${'.'.repeat(15)}`);
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 16);
  await settled(page);
  assert.match(await statusOf(page), /^More than one solution/);
}));

test('an address that is opened while the last one is being written is followed', () => onPage(async (page) => {
  await page.evaluate(() => {
    const { btoa } = window;
    window.btoa = (text) => { // packs what is written
      window.btoa = btoa;
      location.hash = `p=1${'.'.repeat(15)}`;
      return btoa(text);
    };
    const { app } = window.satoku;
    app.weights = Array.from({ length: 81 }, (_, cell) => cell);
    app.emit('weights');
  });
  await page.waitForFunction(() => document.querySelectorAll('[role="gridcell"]').length === 16);
  await settled(page);
  assert.match(page.url(), /#p=1\.{15}&tab=why$/);
}));

test('a puzzle that cannot be read is told, and nothing of the last address stays', () => onPage(async (page) => {
  const weights = Array.from({ length: 16 }, (_, i) => i).join(',');
  await page.evaluate((hash) => { location.hash = hash; }, `p=1${'.'.repeat(15)}&encoding=minimal&weights=${weights}`);
  await page.waitForFunction(() => window.satoku.app.weights?.length === 16);
  await settled(page);
  await page.evaluate(() => { location.hash = 'p=12x'; });
  await page.waitForFunction(() => document.querySelector('#text-error').textContent !== '');
  await settled(page);
  const app = await page.evaluate(() => ({ encoding: window.satoku.app.encoding, weights: window.satoku.app.weights }));
  assert.deepEqual(app, { encoding: { name: 'extended', text: null }, weights: null });
}));

test('a damaged address is told, and leaves a puzzle that works', () => onPage(async (page) => {
  assert.match(await page.locator('#text-error').textContent(), /damaged/);
  assert.equal((await digitsOf(page)).length, 81);
  await page.goto('about:blank');
  await page.goto(address('p=%%%'));
  await settled(page);
  assert.equal((await digitsOf(page)).length, 81);
}, { state: 'p=~AAAA' }));

test('the command line and the links name the puzzle', () => onPage(async (page) => {
  assert.equal(await page.locator('#command').textContent(), `echo ${CLASSIC} | satoku solve --unique -`);
  await page.locator('#copy-command').click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator('#command').textContent());
  const links = await page.locator('#links a').evaluateAll((all) => all.map(({ textContent, href, rel }) => ({ textContent, href, rel })));
  assert.ok(links.length >= 3);
  for (const { href, rel } of links) {
    assert.match(href, /^https:/);
    assert.match(rel, /noreferrer/);
  }
  assert.ok(links.some(({ href }) => href.endsWith(CLASSIC.replaceAll('.', '0'))));
}, { permissions: ['clipboard-read', 'clipboard-write'] }));

test('a short link that unpacks to very much is refused before that', () => onPage(async (page) => {
  const value = await page.evaluate(async () => {
    const stream = new Blob([new Uint8Array(5e7)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  });
  await page.evaluate((hash) => { location.hash = hash; }, `p=~${value}`);
  await page.locator('#text-error').filter({ hasText: 'damaged: the puzzle' }).waitFor();
  await settled(page);
}));
