// What all parts of the page share: puzzle, chosen cell, encoding, weights, the engine.
// Events: puzzle, cell, encoding, weights, light.
import { Engine } from './engine.js';
import { History } from './history.js';
import { Puzzle } from './puzzle.js';

export class App extends EventTarget {
  engine = new Engine();
  cell = 0;
  encoding = { name: 'extended', text: null };
  weights = null; // null: the pyramid
  tab = 'why';
  #history = new History(Puzzle.empty());

  get puzzle() {
    return this.#history.now;
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** Replaces the puzzle; `undo` and `redo` bring earlier ones back. */
  change(puzzle) {
    this.#history.push(puzzle);
    this.#changed();
  }

  enter(digit) {
    if (this.puzzle.givens[this.cell] !== digit) this.change(this.puzzle.with(this.cell, digit));
  }

  undo() {
    if (this.#history.undo()) this.#changed();
  }

  redo() {
    if (this.#history.redo()) this.#changed();
  }

  choose(cell) {
    this.cell = cell;
    this.emit('cell');
  }

  /** Asks about the puzzle that is shown. */
  ask(ask, fields = {}) {
    return this.engine.ask({ ask, puzzle: this.puzzle.text, ...fields });
  }

  /** The fields of a request that name the encoding. */
  get encodingFields() {
    return this.encoding.text === null ? { encoding: this.encoding.name } : { encoding_text: this.encoding.text };
  }

  /** Lights cells in the grid: names such as r1c3, and a class. */
  light(names, kind = 'lit') {
    this.emit('light', { names, kind });
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  on(type, listener) {
    this.addEventListener(type, (event) => listener(event.detail));
  }

  #changed() {
    this.engine.stop(); // whatever runs is about another puzzle
    if (this.cell >= this.puzzle.size) this.cell = 0;
    if (this.weights && this.weights.length !== this.puzzle.size) this.weights = null;
    this.emit('puzzle');
  }
}
