// "Why not?": states of digits, clauses and the cells they light, encodings of one's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsWith, onPage, settled } from './page.js';

const AT = { state: 'p=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79&cell=r1c3' };

test('each digit is given, forced, forbidden or open, with the clauses that forbid it', () => onPage(async (page) => {
  const states = await page.locator('#why-digits button').evaluateAll((all) => all.map((button) => button.dataset.state));
  assert.deepEqual(states, ['forbidden', 'forbidden', 'forbidden', 'forced', ...Array(5).fill('forbidden')]);
  await page.locator('#why-digits [data-digit="3"]').click();
  const clauses = await page.locator('.clauses button').allTextContents();
  assert.ok(clauses.includes('¬r1c3=3 ∨ ¬r1c2=3'), clauses.join('; '));
  const families = await page.locator('.family h3').allTextContents();
  assert.ok(families.length >= 2, families.join('; '));
  await page.locator('.clauses button').first().hover();
  assert.deepEqual((await cellsWith(page, 'lit')).sort(), ['r1c2', 'r1c3']);
  await page.locator('h1').hover();
  assert.deepEqual(await cellsWith(page, 'lit'), []);
  await page.locator('.clauses button').first().focus();
  assert.deepEqual((await cellsWith(page, 'lit')).sort(), ['r1c2', 'r1c3']);
  await page.locator('[data-cell="0"]').click();
  await settled(page);
  assert.equal(await page.locator('#why-digits [data-digit="5"]').getAttribute('data-state'), 'given');
}, AT));

test('another encoding sees less', () => onPage(async (page) => {
  await page.locator('#encoding').selectOption('minimal');
  await settled(page);
  assert.match(await page.locator('#why-cell').textContent(), /r1c3/);
  assert.equal(await page.locator('#formula-encoding').inputValue(), 'minimal');
}, AT));

test('an encoding of one’s own is told its faults by line, or used', () => onPage(async (page) => {
  await page.locator('#encoding-details summary').click();
  const box = page.locator('#encoding-text');
  const good = await box.inputValue();
  const wrong = [
    [good.replace('row = ["defined"', 'row = ["defned"'), /line 8/i], // a word that does not exist
    [good.replace(/^row = .*$/m, 'row = ['), /line \d+/i], // not TOML
    [good.replace(/^box = .*$/m, ''), /box/], // unsound: boxes may repeat digits
    ['', /\w/],
  ];
  for (const [text, says] of wrong) {
    await box.fill(text);
    await page.locator('#encoding-apply').click();
    await page.locator('#encoding-error').waitFor();
    assert.match(await page.locator('#encoding-error').textContent(), says);
    assert.equal(await page.locator('#encoding').inputValue(), 'extended');
  }
  const mine = good.replace('name = "extended"', 'name = "mine"').replace('"defined", "unique"]\nbox', '"unique"]\nbox').replace(/\[\[expected\]\][^]*/, '');
  await page.locator('#encoding-file').setInputFiles({ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(mine) });
  await page.locator('#encoding-ok').waitFor();
  assert.equal(await page.locator('#encoding').inputValue(), 'your own');
  await settled(page);
  await page.locator('#tab-formula').click();
  await page.locator('#formula-total').filter({ hasText: 'mine: 729 variables' }).waitFor();
  await page.waitForFunction(() => location.hash.includes('own='));
  await page.reload();
  await settled(page);
  assert.equal(await page.locator('#formula-encoding').inputValue(), 'your own');
}, AT));

test('while something runs, nothing is shown about another cell or encoding', () => onPage(async (page) => {
  assert.match(await page.locator('#why-cell').textContent(), /r1c3/);
  await page.locator('#count').click();
  await page.locator('[data-cell="0"]').click();
  await page.locator('#why-message').filter({ hasText: 'Looking for the clauses' }).waitFor();
  assert.equal(await page.locator('#why-digits button').count(), 0);
  await page.locator('#why .stop').click();
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await page.locator('#tab-formula').click();
  await page.locator('#formula-total').filter({ hasText: 'extended: ' }).waitFor();
  await page.locator('#count').click();
  await page.locator('#formula-encoding').selectOption('minimal');
  await page.locator('#formula-total').filter({ hasText: 'Counting the clauses' }).waitFor();
  assert.equal(await page.locator('#families tbody tr').count(), 0);
  await page.locator('#formula .stop').click();
  await page.locator('#formula-message').filter({ hasText: 'Stopped.' }).getByRole('button', { name: 'Ask again' }).click();
  await page.locator('#formula-total').filter({ hasText: 'minimal: ' }).waitFor();
  await settled(page);
}, { state: `p=${'.'.repeat(81)}&cell=r1c3` }));

test('after Stop, nothing is left of the answer about another cell', () => onPage(async (page) => {
  assert.match(await page.locator('#why-cell').textContent(), /r1c3/);
  await page.locator('#count').click();
  await page.locator('[data-cell="0"]').click();
  await page.locator('#stop').click();
  await page.locator('#why-message').filter({ hasText: 'Stopped.' }).waitFor();
  assert.equal(await page.locator('#why-cell').textContent(), 'r1c1');
  assert.equal(await page.locator('#why-digits button, #why-clauses *').count(), 0);
  await page.getByRole('button', { name: 'Ask again' }).click();
  await settled(page);
  assert.match(await page.locator('#why-cell').textContent(), /\(r1c1\): its variables occur in/);
  assert.equal(await page.locator('#why-message').isVisible(), false);
}, { state: `p=${'.'.repeat(81)}&cell=r1c3` }));
