// What the browser tests share: server, browser, a page that watches itself, programs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { program } from '../module.mjs';
import { serve } from '../server.js';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const PATIENCE = 240_000; // ms: a machine with much else to do may take long
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PICTURES = `${ROOT}target/page`;

export const CLASSIC = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
export const EMPTY = '.'.repeat(81);

let server;
let browser;

before(async () => {
  server = await serve();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/** The program, for what is checked outside the browser. */
export const satoku = () => program;

/** Runs a program; its status and output, whatever the status. */
export async function run(program, ...words) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words, { maxBuffer: 1e8 });
    return { status: 0, stdout, stderr };
  } catch (error) {
    if (typeof error.code !== 'number') throw error;
    return { status: error.code, stdout: error.stdout, stderr: error.stderr };
  }
}

/** The address of the page with this state. */
export const address = (state = '') => `http://127.0.0.1:${server.address().port}/${state && `#${state}`}`;

/**
 * Opens the page, runs `work`, and fails on any error in the console, any exception, and any
 * request to elsewhere. `options` are those of a browser context; `state` is put behind the #.
 */
export async function onPage(work, { state = '', ...options } = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.stack}`));
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    const own = host === new URL(address()).host || protocol === 'blob:' || protocol === 'data:';
    if (!own) faults.push(`request: ${request.url()}`);
  });
  try {
    await page.goto(address(state));
    await settled(page);
    await work(page, faults);
    assert.deepEqual(faults, []);
  } catch (error) {
    // What the page says of itself tells why it did not come to what was waited for.
    const [status, problem] = await Promise.all(['#status', '#text-error'].map((name) => page.locator(name).textContent().catch(String)));
    error.message += `\nat ${page.url()}\nstatus: ${status}\nproblem: ${problem}\nfaults: ${faults.join('\n')}`;
    throw error;
  } finally {
    await context.close();
  }
}

/** Waits until nothing runs. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const { app } = window.satoku ?? {};
    return app?.complete && !app.engine.busy && !document.querySelector('[aria-busy="true"]')
      && document.getElementById('status').dataset.mood !== 'wait';
  });
}

/** Holds back what a page requests by this pattern, until the function is called that this gives. */
export async function hold(page, pattern) {
  let arrive;
  const held = new Promise((resolve) => { arrive = resolve; });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return arrive;
}

export const statusOf = (page) => page.locator('#status').textContent();

/** Pastes text into the box, as the visitor would, and waits for the answer. */
export async function paste(page, text) {
  await page.locator('#text').evaluate((box, value) => { box.value = value; }, text);
  await page.getByRole('button', { name: 'Use this puzzle' }).click();
  await settled(page);
}

/** The digits that the grid shows, 0 for empty. */
export const digitsOf = (page) => page.locator('[role="gridcell"]').evaluateAll((cells) => cells.map(
  (cell) => Number([...cell.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)?.data ?? 0),
));

/** Names of the cells that have a class. */
export const cellsWith = (page, kind) => page.locator(`[role="gridcell"].${kind}`).evaluateAll((cells) => cells.map(
  (cell) => `r${cell.parentElement.ariaRowIndex}c${cell.ariaColIndex}`,
));

/** Keeps a picture for people to look at. */
export async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}
