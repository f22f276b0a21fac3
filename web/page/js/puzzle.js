// A puzzle as the page holds it: what the request `read` returns. Never changed in place.

const ALPHABET = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The character of a region: as in satoku, Hangul syllables follow the letters. */
const symbol = (region) => ALPHABET[region] ?? String.fromCharCode(0xac00 + region);

/** The rows and columns of the box that a side has unless something else is said. */
function usualBox(side) {
  let rows = Math.floor(Math.sqrt(side));
  while (side % rows !== 0) rows -= 1;
  return `${rows}x${side / rows}`;
}

export class Puzzle {
  /** From a puzzle of the answer to `read`. */
  constructor(read) {
    Object.assign(this, read);
    this.size = this.rows * this.columns;
    const side = this.max - this.min + 1;
    const bare = this.rules.length + this.constraints.length + Object.keys(this.candidates).length === 0;
    this.classic ||= bare && this.min === 1 && this.rows === side && this.columns === side && this.box !== null;
    this.lined = this.classic && this.min === 1 && this.rows === side && this.columns === side
      && side >= 4 && side <= ALPHABET.length && this.box === usualBox(side);
    this.text = this.#text();
  }

  /** The 9×9 puzzle of a line of 81 characters; null if the text is something else. */
  static ofLine(text) {
    if (!/^[\d.]{81}$/.test(text ?? '')) return null;
    return new Puzzle({ ...Puzzle.empty(), givens: Array.from(text, (digit) => Number(digit) || null) });
  }

  /** A classic puzzle without givens; `box` such as '3x3'. */
  static empty(box = '3x3') {
    const [high, wide] = box.split('x').map(Number);
    const side = high * wide;
    const regions = Array.from({ length: side * side }, (_, cell) => {
      const [row, column] = [Math.floor(cell / side), cell % side];
      return Math.floor(row / high) * high + Math.floor(column / wide);
    });
    return new Puzzle({
      classic: true, rows: side, columns: side, min: 1, max: side, box, regions,
      givens: Array(side * side).fill(null), candidates: {}, rules: [], constraints: [],
      name: '', ignored: [], clashes: [], json: '{}',
    });
  }

  get digits() {
    return Array.from({ length: this.max - this.min + 1 }, (_, i) => this.min + i);
  }

  get count() {
    return this.givens.filter((digit) => digit !== null).length;
  }

  /** The name of a cell, such as r1c3. */
  nameOf(cell) {
    return `r${Math.floor(cell / this.columns) + 1}c${(cell % this.columns) + 1}`;
  }

  /** The cell of a name, counted from 0, or null. */
  cellOf(name) {
    const match = /^r(\d+)c(\d+)$/.exec(name ?? '');
    if (!match) return null;
    const [row, column] = [Number(match[1]) - 1, Number(match[2]) - 1];
    return row < this.rows && column < this.columns && row >= 0 && column >= 0 ? row * this.columns + column : null;
  }

  /** The digits that a cell without a given may hold; null if all of them. */
  allowed(cell) {
    return this.givens[cell] === null ? this.candidates[this.nameOf(cell)] ?? null : null;
  }

  /** This puzzle with another given (null: none) in one cell, whose candidates are all open again. */
  with(cell, digit) {
    const givens = this.givens.slice();
    givens[cell] = digit;
    const { [this.nameOf(cell)]: _, ...candidates } = this.candidates;
    return new Puzzle({ ...this, givens, candidates, clashes: [] });
  }

  /** This puzzle with all candidates of all cells. */
  unrestricted() {
    return new Puzzle({ ...this, candidates: {} });
  }

  /** This puzzle with neither givens nor restricted candidates. */
  cleared() {
    return new Puzzle({ ...this, givens: this.givens.map(() => null), candidates: {}, clashes: [] });
  }

  /** satoku's JSON of this puzzle, as an object. */
  toJSON() {
    const candidates = { ...this.candidates };
    this.givens.forEach((digit, cell) => {
      if (digit !== null) candidates[this.nameOf(cell)] = [digit];
    });
    return {
      rows: this.rows, columns: this.columns, min: this.min, max: this.max,
      regions: this.#regions(), candidates, rules: this.rules, constraints: this.constraints,
    };
  }

  #regions() {
    if (!this.regions) return null;
    return this.regions.map((region) => (region === null ? '.' : symbol(region))).join('');
  }

  /** Whether the givens would be read in another alphabet, in which A is 1. */
  #hasOnlyLetters() {
    const givens = this.givens.filter((digit) => digit !== null);
    return givens.length > 0 && Math.min(...givens) > 9;
  }

  #text() {
    if (!this.lined || this.#hasOnlyLetters()) return JSON.stringify(this.toJSON());
    return this.givens.map((digit) => (digit === null ? '.' : ALPHABET[digit - 1])).join('');
  }
}
