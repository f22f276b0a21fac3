// The grid: a real ARIA grid with one tab stop, keys, and cells that can be lit.
import { el } from './dom.js';

const PAUSE = 900; // ms within which a second digit joins the first, as in 1, 2 → 12

export class Grid {
  #app;
  #element;
  #board;
  #cells = [];
  #typed = { cell: -1, digit: 0, at: 0, entered: false };
  #clash = new Set(); // names of cells
  #shape = '';
  #clues = new Map(); // names of cells → what the clues there say

  constructor(element, app) {
    this.#app = app;
    this.#element = element;
    this.#board = element.parentElement;
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('focusin', (event) => this.#choose(event.target));
    element.addEventListener('pointerdown', (event) => event.target.closest('[role="gridcell"]')?.focus());
  }

  /** Shows the puzzle; with it a solution (digits) or candidates (of each cell), if any. */
  show({ solution = null, candidates = null } = {}) {
    const { puzzle, cell } = this.#app;
    const isFocused = this.#element.contains(document.activeElement);
    this.#layout(puzzle);
    if (isFocused && !this.#element.contains(document.activeElement)) this.#cells[cell].focus();
    this.#cells.forEach((element, at) => {
      const given = puzzle.givens[at];
      const digit = given ?? solution?.[at] ?? null;
      element.className = this.#walls(puzzle, at);
      element.classList.toggle('given', given !== null);
      element.classList.toggle('wide', digit > 9);
      element.tabIndex = at === cell ? 0 : -1;
      element.textContent = digit ?? '';
      const open = digit === null ? candidates?.[at] : null;
      const allowed = digit === null && !open ? puzzle.allowed(at) : null;
      if (open) element.append(minis(puzzle, open));
      if (allowed) element.append(minis(puzzle, allowed.map((each) => ({ digit: each }))));
      element.dataset.label = label(puzzle, at, { given, digit, open, allowed });
      element.setAttribute('aria-selected', String(at === cell));
    });
    this.#mark();
  }

  /** Lights cells by name, and no others, with the class `kind`. */
  light(names, kind) {
    if (kind === 'clash') {
      this.#clash = new Set(names);
      this.#mark();
      return;
    }
    for (const element of this.#cells) element.classList.remove(kind);
    for (const name of names) this.#cells[this.#app.puzzle.cellOf(name)]?.classList.add(kind);
  }

  /** Says the clues at each cell: what the pictures show is for eyes only. */
  describe(clues) {
    this.#clues.clear();
    for (const { label, cells } of clues) {
      for (const name of cells) this.#clues.set(name, [...(this.#clues.get(name) ?? []), label]);
    }
    this.#mark();
  }

  /** Marks the cells that contradict each other, for eyes and ears. */
  #mark() {
    const { puzzle } = this.#app;
    this.#cells.forEach((element, at) => {
      const name = puzzle.nameOf(at);
      const clashes = this.#clash.has(name);
      element.classList.toggle('clash', clashes);
      element.setAttribute('aria-label', `${element.dataset.label}${clashes ? ', part of a contradiction' : ''}`);
      const clues = this.#clues.get(name);
      if (clues) element.setAttribute('aria-description', clues.join('; '));
      else element.removeAttribute('aria-description');
    });
  }

  focus() {
    this.#cells[this.#app.cell]?.focus();
  }

  #layout(puzzle) {
    const shape = `${puzzle.rows}x${puzzle.columns}`;
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#board.style.setProperty('--rows', puzzle.rows);
    this.#board.style.setProperty('--columns', puzzle.columns);
    this.#element.setAttribute('aria-rowcount', puzzle.rows);
    this.#element.setAttribute('aria-colcount', puzzle.columns);
    this.#cells = [];
    const rows = Array.from({ length: puzzle.rows }, (_, row) => {
      const cells = Array.from({ length: puzzle.columns }, (__, column) => el('div', {
        role: 'gridcell', tabindex: -1, 'data-cell': row * puzzle.columns + column, 'aria-colindex': column + 1,
      }));
      this.#cells.push(...cells);
      return el('div', { role: 'row', 'aria-rowindex': row + 1 }, ...cells);
    });
    this.#element.replaceChildren(...rows);
  }

  #walls({ rows, columns, regions }, at) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const classes = [];
    if (column === columns - 1) classes.push('last-column');
    else if (regions && regions[at] !== regions[at + 1]) classes.push('wall-right');
    if (row === rows - 1) classes.push('last-row');
    else if (regions && regions[at] !== regions[at + columns]) classes.push('wall-below');
    return classes.join(' ');
  }

  #choose(target) {
    const at = Number(target.dataset?.cell ?? NaN);
    if (Number.isNaN(at) || at === this.#app.cell) return;
    const before = this.#cells[this.#app.cell];
    if (before) {
      before.tabIndex = -1;
      before.setAttribute('aria-selected', 'false');
    }
    target.tabIndex = 0;
    target.setAttribute('aria-selected', 'true');
    this.#app.choose(at);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = this.#target(event.key);
    if (to !== null) this.#cells[to]?.focus();
    else if (['Delete', 'Backspace', ' ', '.'].includes(event.key)) this.#app.enter(null);
    else if (!this.#digit(event.key)) return;
    event.preventDefault();
  }

  #target(key) {
    const { puzzle: { rows, columns }, cell } = this.#app;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    switch (key) {
      case 'ArrowUp': return Math.max(row - 1, 0) * columns + column;
      case 'ArrowDown': return Math.min(row + 1, rows - 1) * columns + column;
      case 'ArrowLeft': return row * columns + Math.max(column - 1, 0);
      case 'ArrowRight': return row * columns + Math.min(column + 1, columns - 1);
      case 'Home': return row * columns;
      case 'End': return row * columns + columns - 1;
      case 'PageUp': return column;
      case 'PageDown': return (rows - 1) * columns + column;
      default: return null;
    }
  }

  /** A digit key or, where digits go beyond 9, a letter. Returns whether it was one. */
  #digit(key) {
    const { puzzle: { min, max }, cell } = this.#app;
    if (/^[0-9]$/.test(key)) {
      const now = performance.now();
      const joined = this.#typed.cell === cell && now - this.#typed.at < PAUSE ? this.#typed.digit * 10 + Number(key) : 0;
      const joins = joined > 9 && joined <= max;
      const digit = joins ? joined : Number(key);
      const value = digit >= min && digit <= max ? digit : null;
      const entered = (value !== null || digit === 0) && this.#app.enter(value, joins && this.#typed.entered);
      this.#typed = { cell, digit, at: now, entered };
      return true;
    }
    if (!/^[a-z]$/i.test(key)) return false;
    const digit = parseInt(key, 36);
    if (digit > max) return false;
    this.#app.enter(digit);
    return true;
  }
}

function label(puzzle, at, { given, digit, open, allowed }) {
  const place = `row ${Math.floor(at / puzzle.columns) + 1}, column ${(at % puzzle.columns) + 1}`;
  if (given !== null) return `${place}: ${given}, given`;
  if (digit !== null) return `${place}: ${digit}, solution`;
  if (allowed) return `${place}: empty, only ${allowed.join(', ') || 'nothing'} allowed`;
  if (!open) return `${place}: empty`;
  if (open.length === 0) return `${place}: no candidate`;
  return `${place}: candidates ${open.map(({ digit: d, count, exact }) => `${d} in ${count}${exact ? '' : ' or more'}`).join(', ')}`;
}

/**
 * The candidates of a cell: how many solutions each occurs in is its colour, if it is known. Where
 * digits would be too small to read, a candidate is a spot in the place of its digit.
 */
function minis(puzzle, open) {
  const side = Math.ceil(Math.sqrt(puzzle.digits.length));
  const spots = side > 4;
  const box = el('div', { class: `minis${side > 3 ? ' dense' : ''}${spots ? ' spots' : ''}`, 'aria-hidden': 'true' });
  box.style.setProperty('--mini', side);
  const all = open.every((candidate) => candidate.exact) ? open.reduce((sum, { count }) => sum + count, 0) : null;
  const most = Math.max(...open.map(({ count }) => count));
  for (const digit of puzzle.digits) {
    const found = open.find((candidate) => candidate.digit === digit);
    const mini = el('span', { text: found && !spots ? digit : '' });
    if (found && found.count === undefined) {
      mini.classList.add('allowed');
    } else if (found) {
      mini.classList.add(found.count === all ? 'every' : 'some');
      mini.style.setProperty('--f', (found.count / (all ?? most)).toFixed(3));
    }
    box.append(mini);
  }
  return box;
}
