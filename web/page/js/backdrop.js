// Rule sets drawn around the digits: the solver's own picture of the puzzle without givens,
// in two layers, below and above the lines of the grid; the same in words; and what the rules mean.
import { el, id } from './dom.js';
import { Died, Stopped } from './engine.js';

const CELL = 100; // units of the picture for one cell
const RIM = 10; // units of a margin in which nothing stands

export class Backdrop {
  #app;
  #shown = '';
  #urls = [];

  constructor(app) {
    this.#app = app;
    app.on('puzzle', () => this.#show());
  }

  async #show() {
    const { puzzle } = this.#app;
    if (puzzle.rules.length + puzzle.constraints.length === 0) {
      this.#clear();
      return;
    }
    const text = puzzle.cleared().text;
    if (text === this.#shown) return;
    this.#clear();
    try {
      const draw = (layers) => this.#app.engine.ask({ ask: 'draw', puzzle: text, layers });
      const [below, above] = await Promise.all([draw('below'), draw('above')]);
      if (this.#app.puzzle.cleared().text === text) this.#place(below, above, text);
    } catch (error) {
      if (error instanceof Stopped && this.#app.puzzle.cleared().text === text) this.#show();
      else if (!(error instanceof Stopped) && !(error instanceof Died)) throw error;
    }
  }

  /** The board's own margins go; those with clues outside the grid stay. */
  #place(below, above, text) {
    const margin = (units) => (units > RIM ? units : 0);
    const { frame } = below;
    const { width, height } = frame;
    const around = { left: margin(frame.left), top: margin(frame.top), right: margin(frame.right), bottom: margin(frame.bottom) };
    const [wide, high] = [width + around.left + around.right, height + around.top + around.bottom];
    const board = id('board');
    board.classList.add('drawn');
    const set = (name, value) => board.style.setProperty(name, value);
    const part = (units, of) => `${((units / of) * 100).toFixed(4)}%`;
    set('--wide', wide / CELL);
    set('--high', high / CELL);
    set('--grid-left', part(around.left, wide));
    set('--grid-top', part(around.top, high));
    set('--grid-right', part(around.right, wide));
    set('--grid-bottom', part(around.bottom, high));
    set('--picture-left', part(around.left - frame.left, wide));
    set('--picture-top', part(around.top - frame.top, high));
    set('--picture-width', part(frame.left + width + frame.right, wide));
    for (const [name, { svg }] of [['backdrop', below], ['overlay', above]]) {
      const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      this.#urls.push(url);
      id(name).src = url;
      id(name).hidden = false;
    }
    const meanings = below.meanings.map(({ name, text: sentence }) => el('li', {}, el('b', { text: name }), `: ${sentence}`));
    id('meanings').replaceChildren(...meanings);
    id('meanings').hidden = meanings.length === 0;
    this.#tell(below.clues);
    this.#shown = text;
  }

  /** The clues in words. */
  #tell(clues) {
    id('clues').hidden = clues.length === 0;
    id('clues').querySelector('summary').textContent = `${clues.length === 1 ? 'The clue' : `The ${clues.length} clues`} in words`;
    id('clues').querySelector('ul').replaceChildren(...clues.map(({ label }) => el('li', { text: label })));
    this.#app.emit('clues', clues);
  }

  #clear() {
    this.#shown = '';
    id('meanings').hidden = true;
    this.#tell([]);
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
    for (const name of ['backdrop', 'overlay']) {
      id(name).hidden = true;
      id(name).removeAttribute('src');
    }
    const board = id('board');
    board.classList.remove('drawn');
    board.removeAttribute('style');
    board.style.setProperty('--rows', this.#app.puzzle.rows);
    board.style.setProperty('--columns', this.#app.puzzle.columns);
  }
}
