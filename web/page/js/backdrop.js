// Rule sets drawn behind the digits: the solver's own picture of the puzzle without givens.
import { id } from './dom.js';
import { Died, Stopped } from './engine.js';

const CELL = 100; // units of the picture for one cell
const RIM = 10; // units of a margin in which nothing stands

export class Backdrop {
  #app;
  #shown = '';
  #url = null;

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
      const { svg, frame } = await this.#app.engine.ask({ ask: 'draw', puzzle: text, layers: 'constraints' });
      if (this.#app.puzzle.cleared().text === text) this.#place(svg, frame, text);
    } catch (error) {
      if (error instanceof Stopped && this.#app.puzzle.cleared().text === text) this.#show();
      else if (!(error instanceof Stopped) && !(error instanceof Died)) throw error;
    }
  }

  /** The board's own margins go; those with clues outside of the grid stay. */
  #place(svg, frame, text) {
    const margin = (units) => (units > RIM ? units : 0);
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
    this.#url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    id('backdrop').src = this.#url;
    id('backdrop').hidden = false;
    this.#shown = text;
  }

  #clear() {
    this.#shown = '';
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = null;
    id('backdrop').hidden = true;
    id('backdrop').removeAttribute('src');
    const board = id('board');
    board.classList.remove('drawn');
    board.removeAttribute('style');
    board.style.setProperty('--rows', this.#app.puzzle.rows);
    board.style.setProperty('--columns', this.#app.puzzle.columns);
  }
}
