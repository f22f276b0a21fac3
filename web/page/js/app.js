// What all parts of the page share: puzzle, chosen cell, encoding, weights, the engine.
// Events: puzzle, cell, encoding, weights, light, clues, known, solution, command, archive.
import { Engine } from './engine.js';
import { History } from './history.js';
import { Puzzle } from './puzzle.js';

export class App extends EventTarget {
  engine = new Engine();
  cell = 0;
  encoding = { name: 'extended', text: null };
  tab = 'why';
  known = null; // the answer about solutions of the puzzle
  #history = new History(Puzzle.empty());
  #weights = new Map(); // by the shape of the board

  get puzzle() {
    return this.#history.now;
  }

  get canUndo() {
    return this.#history.canUndo;
  }

  get canRedo() {
    return this.#history.canRedo;
  }

  /** The visitor's weights for a board like that of the puzzle; null: the pyramid. */
  get weights() {
    return this.#weights.get(this.shape) ?? null;
  }

  set weights(weights) {
    if (weights) this.#weights.set(this.shape, weights);
    else this.#weights.delete(this.shape);
  }

  /** The weights as a file that the program reads. */
  get weightsFile() {
    const { columns } = this.puzzle;
    return { name: 'weights.txt', text: this.weights.map((weight, cell) => weight + ((cell + 1) % columns ? ' ' : '\n')).join('') };
  }

  /** Rows and columns of the puzzle, such as 9x9. */
  get shape() {
    return `${this.puzzle.rows}x${this.puzzle.columns}`;
  }

  /** Starts with a puzzle: nothing comes before it that `undo` could bring back. */
  begin(puzzle) {
    this.#history = new History(puzzle);
    this.#changed();
  }

  /** Replaces the puzzle; `undo` and `redo` bring earlier ones back. */
  change(puzzle) {
    this.#history.push(puzzle);
    this.#changed();
  }

  /**
   * Enters a digit (null: none) in the chosen cell, with `amends` in the place of the last one.
   * Returns whether that changed anything.
   */
  enter(digit, amends = false) {
    if (this.puzzle.givens[this.cell] === digit) return false;
    const puzzle = this.puzzle.with(this.cell, digit);
    if (amends) {
      this.#history.amend(puzzle);
      this.#changed();
    } else {
      this.change(puzzle);
    }
    return true;
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
    this.known = null;
    this.engine.stop(); // whatever runs is about another puzzle
    if (this.cell >= this.puzzle.size) this.cell = 0;
    this.emit('puzzle');
  }
}
