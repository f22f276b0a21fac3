// Puts the page together.
import { App } from './app.js';
import { Backdrop } from './backdrop.js';
import { id, notice, status } from './dom.js';
import { Encodings } from './encodings.js';
import { Formula } from './formula.js';
import { Grid } from './grid.js';
import { Input } from './input.js';
import { Command, Links } from './outside.js';
import { pad } from './pad.js';
import { Proof } from './proof.js';
import { Pyramid } from './pyramid.js';
import { Solving } from './solving.js';
import { decodeState, encodeState } from './state.js';
import { tabs } from './tabs.js';
import { Why } from './why.js';

const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const app = new App();
const grid = new Grid(id('grid'), app);
const solving = new Solving(app, grid);
const backdrop = new Backdrop(app);
const encodings = new Encodings(app);
const why = new Why(app);
const formula = new Formula(app, encodings);
const pyramid = new Pyramid(app);
const proof = new Proof(app);
const input = new Input(app);
const command = new Command(app);
const links = new Links(app);
pad(app);
grid.show();

app.on('light', ({ names, kind }) => grid.light(names, kind));
app.engine.addEventListener('loading', ({ detail }) => { id('loading').hidden = !detail; });
id('print').addEventListener('click', () => window.print());
for (const event of ['dragover', 'drop']) { // a file dropped beside a drop zone must not replace the page
  document.addEventListener(event, (e) => e.preventDefault());
}

const showTab = tabs(id('tabs'), (name) => {
  app.tab = name;
  if (name === 'why') why.show();
  if (name === 'formula') formula.show();
  if (name === 'pyramid') pyramid.show();
  remember();
});

app.on('archive', (file) => {
  showTab('proof');
  proof.open(file);
});

let written = location.hash;
let restoring = true; // until then, the address says more than the page
let latest = 0;

async function remember() {
  if (restoring) return;
  latest += 1;
  const mine = latest;
  const { encoding } = app;
  const hash = `#${await encodeState({
    p: app.puzzle.text,
    tab: app.tab === 'why' ? null : app.tab,
    cell: app.cell === 0 ? null : app.puzzle.nameOf(app.cell),
    encoding: encoding.text === null && encoding.name !== 'extended' ? encoding.name : null,
    own: encoding.text,
    weights: app.weights?.join(' '),
  })}`;
  if (mine !== latest || hash === written) return;
  written = hash;
  history.replaceState(null, '', hash);
}
for (const event of ['puzzle', 'cell', 'encoding', 'weights']) app.on(event, remember);

async function restore() {
  restoring = true;
  let state = {};
  try {
    state = await decodeState(location.hash);
  } catch (error) {
    notice(id('text-error'), error.message);
  }
  if (!state.p || !await input.read(state.p)) {
    const problem = id('text-error').textContent; // reading another puzzle clears it
    await input.read(FIRST);
    if (problem) notice(id('text-error'), problem);
  }
  await encodings.restore(state.encoding, state.own);
  pyramid.use(state.weights ?? null);
  app.choose(app.puzzle.cellOf(state.cell) ?? 0);
  grid.show();
  showTab(state.tab ?? 'why');
  restoring = false;
  await remember();
}
window.addEventListener('hashchange', () => {
  if (location.hash !== written) restore();
});

try {
  await app.engine.start();
  app.ready = true;
  await encodings.start();
  await restore();
  await input.start(); // lists that nobody waits for
  app.complete = true;
} catch (error) {
  status(id('status'), `The solver cannot be started: ${error.message}`, 'bad');
}
Object.assign(window, { satoku: { app, solving, proof, command, links, backdrop } });
