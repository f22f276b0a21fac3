// Solving, stopping, candidates, and a worker that dies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSIC, EMPTY, SOLVED, digitsOf, onPage, paste, settled, statusOf } from './page.js';

test('the first puzzle is answered, solved and hidden again', () => onPage(async (page) => {
  assert.match(await statusOf(page), /^Exactly one solution, [\d.]+ [mµ]?s$/);
  await page.locator('#solve').click();
  await settled(page);
  assert.equal((await digitsOf(page)).join(''), SOLVED);
  await page.locator('#solve').click();
  assert.equal((await digitsOf(page)).join('').replaceAll('0', '.'), CLASSIC);
}));

test('counted candidates leave the verdict, which comes back alone', () => onPage(async (page) => {
  await page.locator('#candidates').click();
  await settled(page);
  assert.match(await statusOf(page), /^More than one solution, .*; candidates counted, /);
  assert.equal(await page.locator('#status').getAttribute('data-mood'), 'some');
  await page.locator('#candidates').click();
  assert.match(await statusOf(page), /^More than one solution, [\d.]+ [mµ]?s$/);
}, { state: 'p=12..............' }));

test('candidates of 25×25 are spots, not digits', () => onPage(async (page) => {
  await paste(page, JSON.stringify({ ...await page.evaluate(() => window.satoku.app.puzzle.toJSON()), candidates: { r1c1: [2, 3] } }));
  assert.equal(await page.locator('[data-cell="0"]').textContent(), '');
  assert.equal(await page.locator('[data-cell="0"] .allowed').count(), 2);
}, { state: `p=${'.'.repeat(625)}` }));

test('a long count is stopped, and the page answers at once', (t) => onPage(async (page) => {
  await page.locator('#count').click();
  await page.waitForTimeout(500);
  assert.match(await statusOf(page), /^Counting/);
  const start = performance.now();
  await page.locator('#stop').click();
  await page.locator('#status').filter({ hasText: 'Stopped' }).waitFor();
  t.diagnostic(`stopped after ${(performance.now() - start).toFixed(0)} ms`);
  await paste(page, CLASSIC);
  t.diagnostic(`a puzzle read and answered ${(performance.now() - start).toFixed(0)} ms after the click`);
  assert.match(await statusOf(page), /^Exactly one solution/);
  await page.locator('#solve').click();
  await settled(page);
  assert.equal((await digitsOf(page)).join(''), SOLVED);
}, { state: `p=${EMPTY}` }));

test('candidates are coloured by the number of solutions they occur in', () => onPage(async (page) => {
  await page.locator('#candidates').click();
  await settled(page);
  assert.match(await page.locator('[data-cell="4"]').getAttribute('aria-label'), /candidates \d in \d+/);
  const shades = await page.locator('.minis span.some').evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).backgroundColor)).size);
  assert.ok(shades > 1, `${shades} shades`);
  await page.locator('#candidates').click();
  assert.equal(await page.locator('.minis').count(), 0);
}, { state: 'p=12..............' }));

test('counts are exact below the limit', () => onPage(async (page) => {
  await page.locator('#count').click();
  await settled(page);
  assert.match(await statusOf(page), /^Exactly 288 solutions/);
}, { state: `p=${'.'.repeat(16)}` }));

test('a worker that dies is replaced, and the page says so', () => onPage(async (page) => {
  const [worker] = page.workers();
  await worker.evaluate(() => { setTimeout(() => { throw new Error('planted'); }); });
  await page.locator('#status').filter({ hasText: 'ended unexpectedly' }).waitFor();
  assert.match(await statusOf(page), /planted.*A new one has been started; your puzzle is unchanged/);
  await page.locator('#solve').click();
  await settled(page);
  assert.equal((await digitsOf(page)).join(''), SOLVED);
}));

test('a worker whose module fails is replaced, too', () => onPage(async (page) => {
  const [worker] = page.workers();
  await worker.evaluate(() => {
    const { onmessage } = self;
    self.onmessage = (event) => onmessage({ data: { number: event.data.number, request: { toString() { throw new Error('trap'); } } } });
  });
  await page.locator('#count').click();
  await page.locator('#status').filter({ hasText: 'ended unexpectedly (trap)' }).waitFor();
  await paste(page, CLASSIC);
  assert.match(await statusOf(page), /^Exactly one solution/);
}));

test('a solver that fails at once is started again after longer and longer pauses', () => onPage(async (page) => {
  await page.evaluate(() => {
    const { Worker } = window;
    window.starts = 0;
    window.Worker = class {
      constructor() {
        window.starts += 1;
        setTimeout(() => this.onerror({ message: 'planted', preventDefault() {} }));
      }

      postMessage() {}

      terminate() {}
    };
    window.mend = () => { window.Worker = Worker; };
  });
  const [worker] = page.workers();
  await worker.evaluate(() => { setTimeout(() => { throw new Error('planted'); }); });
  await page.locator('#status').filter({ hasText: 'The next one starts in 2' }).waitFor();
  assert.match(await statusOf(page), /\(planted\)\. The next one starts in .*; your puzzle is unchanged/);
  assert.equal(await page.evaluate(() => window.starts), 2);
  await page.evaluate(() => window.mend());
  await page.locator('#solve').click();
  await settled(page);
  assert.equal((await digitsOf(page)).join(''), SOLVED);
}));

test('what is said is one text, with its blanks', () => onPage(async (page) => {
  assert.match(await page.locator('#status').evaluate((element) => element.innerText), /^Exactly one solution, [\d.]+ [mµ]?s$/);
  assert.equal(await page.locator('#status > *').count(), 1);
}));

test('with candidates, the reason why there is no solution is said, and they come back', () => onPage(async (page) => {
  await page.locator('#candidates').click();
  await settled(page);
  await page.locator('[data-cell="2"]').click();
  await page.keyboard.press('3');
  await settled(page);
  assert.equal(await statusOf(page), 'No solution: r1c2 and r1c3 both hold 3 in row 1');
  await page.locator('#undo').click();
  await settled(page);
  assert.match(await statusOf(page), /candidates counted/);
  assert.equal(await page.locator('#candidates').getAttribute('aria-pressed'), 'true');
  assert.ok(await page.locator('.minis').count() > 0);
  await page.locator('#redo').click();
  await settled(page);
  await page.locator('#candidates').click();
  await settled(page);
  await page.locator('#candidates').click();
  await settled(page);
  assert.equal(await statusOf(page), 'No solution: r1c2 and r1c3 both hold 3 in row 1');
}));

test('while a hard puzzle is solved, lists, links and the clauses of the chosen cell are there', () => onPage(async (page) => {
  await page.addInitScript(() => { // a search that takes long, as seen from the page
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(message) {
      const request = message.request && JSON.parse(message.request);
      if (request?.ask !== 'solve') postMessage.call(this, message);
      else postMessage.call(this, { ...message, request: JSON.stringify({ ask: 'count', puzzle: '.'.repeat(81), limit: 1e9, timeout: request.timeout ?? 60 }) });
    };
  });
  await page.addInitScript(() => {
    const { parse } = JSON;
    JSON.parse = (text) => {
      const value = parse(text);
      return value?.ask === 'count' ? { ...value, ask: 'solve', verdict: 'unknown', solutions: [], clashes: [] } : value;
    };
  });
  await page.reload();
  await page.locator('#why-digits button').first().waitFor();
  await page.locator('#links a').first().waitFor();
  assert.ok(await page.locator('#examples option').count() > 5);
  assert.ok(await page.locator('#rule option').count() > 5);
  assert.equal(await statusOf(page), 'Solving …');
  await page.locator('#stop').click();
  assert.match(await statusOf(page), /^Stopped/);
}, { state: `p=${EMPTY}` }));

test('the links to other tools are there after Stop', () => onPage(async (page) => {
  await page.evaluate(() => { // at once, before there is an answer
    window.satoku.app.enter(4);
    document.getElementById('stop').click();
  });
  assert.match(await statusOf(page), /^Stopped/);
  await settled(page);
  assert.equal(await page.locator('#links a').count(), 4);
}, { state: `p=${EMPTY}` }));
