// Certificates: made and verified in the page, verified by the program, refused when tampered with.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLASSIC, EMPTY, digitsOf, onPage, paste, run, satoku, settled } from './page.js';

const PROOF = { state: `p=${CLASSIC}&tab=proof` };

async function prove(page) {
  await page.locator('#prove').click();
  await page.locator('#proof-status:not([data-mood="wait"]):not([data-mood="idle"])').waitFor();
  return page.locator('#proof-status').textContent();
}

async function save(page, folder) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download-archive').click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

// Copies an archive with one character of one file changed: the first digit becomes another.
const TAMPER = `
import re, sys, zipfile
source, target, name = sys.argv[1:]
with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
    for entry in old.namelist():
        data = old.read(entry)
        if entry.endswith(name):
            at = re.search(rb"[1-9]", data).start()
            data = data[:at] + (b"2" if data[at:at + 1] == b"1" else b"1") + data[at + 1:]
        new.writestr(entry, data)
`;

async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'satoku-page-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const CASES = [
  ['unique', CLASSIC, /exactly one solution/],
  ['none', `55${'.'.repeat(79)}`, /no solution/],
  ['exactly', '12..34..........', /\w/],
  ['maximum', EMPTY, /2,?906/],
];
for (const [claim, puzzle, says] of CASES) {
  test(`a certificate of '${claim}' is verified here and by the program`, () => withFolder((folder) => onPage(async (page) => {
    await paste(page, puzzle);
    await page.locator('#claim').selectOption(claim);
    if (claim === 'exactly') {
      await page.locator('#count').click();
      await page.locator('#status').filter({ hasText: /Exactly [\d,]+ sol/ }).waitFor();
      const [, count] = /Exactly ([\d,]+)/.exec(await page.locator('#status').textContent());
      await page.locator('#claim-k').fill(count.replaceAll(',', ''));
    }
    const said = await prove(page);
    assert.match(said, /^Proven in .*, verified in /);
    assert.match(said, says);
    assert.ok(await page.locator('#checks li').count() >= 2);
    assert.equal(await page.locator('#checks .failed').count(), 0);
    const path = await save(page, folder);
    const { status, stdout, stderr } = await run(satoku(), 'verify', path);
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /verified/);
  }, PROOF)));
}

test('a claim that is false is not proven', () => onPage(async (page) => {
  await page.locator('#claim').selectOption('none');
  assert.match(await prove(page), /^The claim is false/);
  assert.equal(await page.locator('#archive').isVisible(), false);
}, PROOF));

test('a dropped archive is verified; one that was changed is rejected', () => withFolder((folder) => onPage(async (page) => {
  await prove(page);
  const path = await save(page, folder);
  const bytes = await readFile(path);
  const open = async (name, buffer) => {
    await page.locator('#archive-file').setInputFiles({ name, mimeType: 'application/zip', buffer });
    await page.locator('#proof-status:not([data-mood="wait"])').filter({ hasText: name }).waitFor();
    return page.locator('#proof-status').textContent();
  };
  assert.match(await open('same.zip', bytes), /^same.zip: verified/);
  for (const file of ['puzzle.txt', 'solutions.txt', 'proof.drat']) {
    const changed = join(folder, `${file}.zip`);
    assert.equal((await run('python3', '-c', TAMPER, path, changed, file)).status, 0);
    assert.match(await open(`${file}.zip`, await readFile(changed)), /: rejected/);
    assert.equal(await page.locator('#checks .failed').count(), 1);
    assert.notEqual((await run(satoku(), 'verify', changed)).status, 0);
  }
  await open('short.zip', bytes.subarray(0, bytes.length / 2));
  assert.equal(await page.locator('#proof-status').getAttribute('data-mood'), 'bad');
}, PROOF)));

test('a certificate says which puzzle it is about, and shows it', () => withFolder((folder) => onPage(async (page) => {
  await prove(page);
  assert.match(await page.locator('#about-which').textContent(), /the puzzle that is shown/);
  const path = await save(page, folder);
  await paste(page, `1${'.'.repeat(80)}`);
  assert.equal(await page.locator('#about').isVisible(), false);
  // The field for puzzles takes certificates, too.
  await page.locator('#file').setInputFiles(path);
  await page.locator('#about-which').filter({ hasText: 'a different puzzle' }).waitFor();
  assert.equal((await page.locator('#about-text').textContent()).replaceAll('0', '.'), CLASSIC);
  await page.getByRole('button', { name: 'Show this puzzle' }).click();
  await settled(page);
  assert.equal((await digitsOf(page)).join('').replaceAll('0', '.'), CLASSIC);
  assert.match(await page.locator('#about-which').textContent(), /the puzzle that is shown/);
  assert.match(await page.locator('#proof-status').textContent(), /verified/);
}, PROOF)));

test('K is 0 to 1000, and nothing else is taken for it', () => onPage(async (page) => {
  await page.locator('#claim').selectOption('exactly');
  for (const wrong of ['', '-1', '1.5', '1001']) {
    await page.locator('#claim-k').fill(wrong);
    await page.locator('#prove').click();
    assert.equal(await page.locator('#claim-error').textContent(), 'K is a whole number from 0 to 1,000.', wrong);
    assert.equal(await page.locator('#proof-status').textContent(), '');
  }
  await page.locator('#claim-k').fill('0');
  assert.match(await prove(page), /^The claim is false/);
  assert.equal(await page.locator('#claim-error').isVisible(), false);
}, PROOF));

test('what is no archive, or too large, is a sentence', () => onPage(async (page) => {
  await page.locator('#archive-file').setInputFiles({ name: 'novel.txt', mimeType: 'text/plain', buffer: Buffer.from('Call me Ishmael.') });
  await page.locator('#proof-status[data-mood="bad"]').waitFor();
  assert.match(await page.locator('#proof-status').textContent(), /^novel.txt is no certificate/);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(100e6)], 'huge.tar'));
    document.getElementById('archive-drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.locator('#proof-status').filter({ hasText: 'huge.tar has 100 MB' }).waitFor();
}, PROOF));

test('whoever edits the grid during a proof has not pressed Stop', () => onPage(async (page) => {
  await page.locator('#claim').selectOption('maximum');
  await page.locator('#prove').click();
  await page.locator('#proof-status').filter({ hasText: 'Looking for a proof' }).waitFor();
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.press('5');
  await settled(page);
  assert.equal(await page.locator('#proof-status').textContent(), '');
  await page.locator('#prove').click();
  await page.locator('#proof-status').filter({ hasText: 'Looking for a proof' }).waitFor();
  await page.locator('#proof .stop').click();
  await page.locator('#proof-status').filter({ hasText: 'Stopped.' }).waitFor();
}, { state: `p=${'.'.repeat(625)}&tab=proof` }));

test('who shows the puzzle of a certificate keeps the focus', () => onPage(async (page) => {
  await page.locator('#prove').click();
  await page.locator('#proof-status[data-mood="good"]').waitFor();
  const download = page.waitForEvent('download');
  await page.locator('#download-archive').click();
  const archive = await (await download).path();
  await page.locator('#clear').click();
  await settled(page);
  await page.locator('#archive-file').setInputFiles(archive);
  await page.locator('#about-show').waitFor();
  await page.locator('#about-show').focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'about-text');
}, { state: 'tab=proof' }));
