// Puts the page together.
import { App } from './app.js';
import { Backdrop } from './backdrop.js';
import { copyButton, el, id, notice, status } from './dom.js';
import { Encodings } from './encodings.js';
import { Grid } from './grid.js';
import { Input } from './input.js';
import { Command, Links } from './outside.js';
import { pad } from './pad.js';
import { Puzzle } from './puzzle.js';
import { Solving } from './solving.js';
import { decodeState, encodeState, isState } from './state.js';
import { tabs } from './tabs.js';
import { Why } from './why.js';

/** A panel whose code, in `file`, is loaded when it is opened; the element `place` says so if that fails. */
function later(name, file, make, place) {
  let panel = null;
  let failures = 0;
  const load = async () => {
    // Under the same address, browsers do not ask for a module again.
    const again = failures > 0 ? `?again=${failures}` : '';
    failures += 1;
    return make(await import(file + again));
  };
  return async (use) => {
    let loaded;
    id(name).ariaBusy = 'true';
    try {
      panel ??= load();
      loaded = await panel;
      notice(id(place), null);
    } catch {
      panel = null;
      notice(id(place), 'This part of the page could not be loaded (no connection?). Open it again when you are online.');
      return null;
    } finally {
      id(name).ariaBusy = 'false';
    }
    return use(loaded);
  };
}

const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const app = new App();
const grid = new Grid(id('grid'), app);
const solving = new Solving(app, grid);
const backdrop = new Backdrop(app);
const encodings = new Encodings(app);
const why = new Why(app);
const formula = later('formula', './formula.js', (code) => new code.Formula(app, encodings), 'formula-loading');
const pyramid = later('pyramid', './pyramid.js', (code) => new code.Pyramid(app), 'pyramid-loading');
const proof = later('proof', './proof.js', (code) => new code.Proof(app), 'proof-loading');
const input = new Input(app);
const command = new Command(app);
const links = new Links(app);
pad(app);
grid.show();

app.on('clues', (clues) => grid.describe(clues));
app.on('light', ({ names, kind }) => grid.light(names, kind));
app.engine.addEventListener('loading', ({ detail }) => { id('loading').hidden = !detail; });
id('print').addEventListener('click', () => window.print());
window.addEventListener('beforeprint', () => {
  id('printed').textContent = `${location.origin}${location.pathname}, ${new Date().toLocaleDateString('en', { dateStyle: 'long' })}`;
});
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault(); // what is after the # is the state
  grid.focus();
});

// On narrow screens the explanations follow the grid and the box for puzzles, and links come after them.
const narrow = matchMedia('(max-width: 60rem)');
function place() {
  if (narrow.matches) id('lessons').after(id('beside'));
  else id('puzzle').append(id('beside'));
}
narrow.addEventListener('change', place);
place();

for (const event of ['dragover', 'drop']) { // a file dropped beside a drop zone must not replace the page
  document.addEventListener(event, (e) => e.preventDefault());
}

const showTab = tabs(id('tabs'), (name) => {
  app.tab = name;
  if (name === 'why') why.show();
  if (name === 'formula') formula((panel) => panel.show());
  if (name === 'proof') proof(() => {});
  if (name === 'pyramid') pyramid((panel) => panel.show());
  if (name !== 'formula') command.leave('encode');
  remember();
});

app.on('archive', (file) => {
  showTab('proof');
  proof((panel) => panel.open(file));
});

const PARTS = { p: 'the puzzle', cell: 'the cell', encoding: 'the encoding', own: 'the encoding', weights: 'the weights', tab: 'the tab' };

let written = location.hash; // the address that the page knows of
let restoring = true; // until then, the address says more than the page
let damaged = false; // until something is changed, an address with a fault stays as it is
let latest = 0;
let restored = Promise.resolve();

async function remember() {
  if (restoring || damaged) return;
  latest += 1;
  const mine = latest;
  const { encoding } = app;
  const hash = `#${await encodeState({
    p: app.puzzle.text,
    tab: app.tab,
    cell: app.cell === 0 ? null : app.puzzle.nameOf(app.cell),
    encoding: encoding.text === null && encoding.name !== 'extended' ? encoding.name : null,
    own: encoding.text,
    weights: app.weights?.join(' '),
  })}`;
  const isFollowed = location.hash === written; // else the visitor has opened another one meanwhile
  if (mine !== latest || !isFollowed || hash === written) return;
  written = hash;
  history.replaceState(null, '', hash);
}
for (const event of ['puzzle', 'encoding', 'weights']) app.on(event, () => { damaged &&= restoring; });
for (const event of ['puzzle', 'cell', 'encoding', 'weights']) app.on(event, remember);

copyButton(id('copy-link'), async () => {
  damaged = false;
  await remember();
  return location.href;
}, () => 'Copy the address above');

/** The puzzle of an address; what cannot be read is told, and the example is shown. */
async function restorePuzzle(text, first) {
  if (!text || (first && (app.canUndo || input.used))) return null;
  if (first && Puzzle.ofLine(text)?.text === app.puzzle.text) return null; // it is shown already
  if (await input.restore(text, first)) return null;
  const problem = id('text-error').textContent; // reading another puzzle clears it
  await input.restore(FIRST, first);
  return problem;
}

/** Shows what the address says; each part that is damaged or unknown is told and left out. */
async function restore(first = false) {
  restoring = true;
  latest += 1; // what is being written is about what was shown before
  written = location.hash;
  const { state, damaged: lost } = await decodeState(written);
  const unread = await restorePuzzle(state.p, first);
  const notes = [unread];
  if (lost.length > 0) {
    const parts = [...new Set(lost.map((name) => PARTS[name] ?? `“${name}”`))].join(' and ');
    notes.push(`The address of this page is damaged: ${parts} cannot be read from it. Copy the whole link again.`);
  }
  notes.push(await encodings.restore(state.encoding, state.own));
  if (state.weights || app.weights) notes.push(await pyramid((panel) => panel.use(state.weights ?? null)));
  const cell = app.puzzle.cellOf(state.cell);
  if (state.cell && cell === null) notes.push(`The address names the cell ${state.cell}, which this puzzle does not have.`);
  if (cell !== null || !first) app.choose(cell ?? 0);
  grid.show();
  showTab(state.tab ?? (first ? app.tab : 'why'));
  const told = notes.filter(Boolean);
  if (told.length > 0) {
    notice(id('text-error'), told.join('\n'));
    solving.remark(unread || lost.includes('p') ? 'The puzzle of the link could not be read; this is the example.' : 'Parts of the link could not be read.');
  }
  damaged = told.length > 0;
  restoring = false;
  await remember();
}

/** Follows the address, one change after another. */
async function follow() {
  if (location.hash === written) return;
  if (isState(location.hash)) await restore();
  else written = location.hash;
}
window.addEventListener('hashchange', () => { restored = restored.then(follow, follow); });

/** Without a solver only the grid can be used. */
function disable() {
  const asking = '#solve, #candidates, #count, #prove, #maximise, #time, [data-format], #encoding-apply, #paste button, #examples, #rule';
  for (const control of document.querySelectorAll(asking)) control.disabled = true;
}

/** Says that there is no solver; what was entered meanwhile outlives the second try. */
function tellBroken(error) {
  const onclick = async () => {
    if (app.canUndo) {
      restoring = false;
      await remember();
    }
    location.reload();
  };
  status(id('status'), [error.message, ' ', el('button', { type: 'button', text: 'Load again', onclick })], 'bad');
  disable();
}

try {
  const started = app.engine.start();
  const lists = [encodings.start(), input.start()]; // asked for first: nothing else is as quick
  for (const list of lists) list.catch(() => {}); // told below
  const { state } = await decodeState(location.hash);
  // What needs no solver to be read is shown at once.
  const line = Puzzle.ofLine(state.p || FIRST);
  if (line && !app.canUndo) app.begin(line);
  await started;
  app.ready = true;
  await Promise.all(lists);
  restored = restore(true);
  await restored;
  app.complete = true;
} catch (error) {
  tellBroken(error);
}
Object.assign(window, { satoku: { app, solving, command, links, backdrop } });
