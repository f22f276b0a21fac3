// "Why not?": the digits of the chosen cell, and the clauses that forbid them.
import { askAgain, clearedIfSlow, el, grouped, id, notice } from './dom.js';
import { Died, Stopped } from './engine.js';
import { sentence } from './messages.js';

const SAYS = {
  given: 'given',
  forced: 'forced',
  'ruled-out': 'forbidden by a unit clause',
  forbidden: 'forbidden by the givens',
  'forbidden-later': 'forbidden by propagation',
  open: 'open',
};
const SHOWN = 60; // clauses of a family

/** The three ways to be forbidden look the same. */
const STATE = { 'ruled-out': 'forbidden', 'forbidden-later': 'forbidden' };

/** Whether the focus is on a digit or a clause. */
const isFocused = () => ['why-digits', 'why-clauses'].some((name) => id(name).contains(document.activeElement));

export class Why {
  #app;
  #digit = null;
  #asked = 0;
  #wasFocused = false; // whether what was cleared had the focus

  constructor(app) {
    this.#app = app;
    for (const event of ['puzzle', 'cell', 'encoding']) app.on(event, () => this.show());
    app.on('cell', () => { this.#digit = null; });
  }

  /** Explains the chosen cell, if this panel is open. */
  async show() {
    this.#app.light([]);
    if (this.#app.tab !== 'why' || !this.#app.ready) return;
    this.#asked += 1;
    const asked = this.#asked;
    const cell = this.#app.puzzle.nameOf(this.#app.cell);
    try {
      const answer = await clearedIfSlow(this.#app.ask('why', { cell, ...this.#app.encodingFields }),
        () => asked === this.#asked && this.#clear(cell, 'Looking for the clauses …'));
      if (asked === this.#asked) this.#draw(answer);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#clear(cell, null);
      const message = id('why-message');
      if (error instanceof Stopped) askAgain(message, 'Stopped.', () => this.show());
      else if (error instanceof Died) askAgain(message, 'The solver ended unexpectedly.', () => this.show());
      else notice(message, sentence(error.error ?? error));
    }
  }

  /** Without an answer, nothing about another cell or puzzle is left. */
  #clear(cell, message) {
    this.#wasFocused ||= isFocused();
    id('why-cell').textContent = cell;
    id('why-digits').replaceChildren();
    id('why-clauses').replaceChildren();
    notice(id('why-message'), message);
    id('why-said').textContent = '';
  }

  #draw(answer) {
    const [, row, column] = /^r(\d+)c(\d+)$/.exec(answer.cell);
    const total = answer.occurrences.reduce((sum, { clauses }) => sum + clauses, 0);
    id('why-cell').textContent = `Row ${row}, column ${column} (${answer.cell}): its variables occur in ${grouped(total)} clauses`;
    notice(id('why-message'), answer.contradiction
      ? 'Unit propagation alone shows that this puzzle has no solution, so only the givens are taken into account here.' : null);
    const digits = answer.digits;
    const chosen = digits.find(({ digit }) => digit === this.#digit)
      ?? digits.find(({ families }) => families.length > 0) ?? digits[0];
    // A slow answer finds the focus on the page itself, as its place was cleared.
    const isHere = isFocused() || this.#wasFocused && document.activeElement === document.body;
    this.#wasFocused = false;
    const buttons = digits.map((digit) => this.#button(digit, chosen));
    id('why-digits').replaceChildren(...buttons);
    if (isHere) buttons[digits.indexOf(chosen)].focus();
    id('why-said').textContent = '';
    this.#clauses(chosen);
  }

  #button(digit, chosen) {
    return el('button', {
      type: 'button',
      'data-state': STATE[digit.status] ?? digit.status,
      'data-digit': digit.digit,
      'aria-pressed': String(digit === chosen),
      onclick: (event) => {
        this.#digit = digit.digit;
        for (const other of id('why-digits').children) other.setAttribute('aria-pressed', String(other === event.currentTarget));
        const lead = this.#clauses(digit);
        // This alone is read out: not the clauses, and nothing about cells that are only passed.
        const count = digit.families.reduce((sum, { clauses }) => sum + clauses.length, 0);
        id('why-said').textContent = `${lead} ${grouped(count)} clause${count === 1 ? '' : 's'}.`;
      },
    }, el('b', { text: digit.digit }), el('small', { text: SAYS[digit.status] }));
  }

  /** Shows the clauses about a digit. Returns the sentence above them. */
  #clauses({ digit, status, families }) {
    const parts = families.map(({ family, clauses }) => {
      const items = clauses.slice(0, SHOWN).map((clause) => this.#clause(clause));
      const rest = clauses.length - items.length;
      if (rest > 0) items.push(el('li', { class: 'hint', text: `and ${grouped(rest)} more` }));
      return el('div', { class: 'family' },
        el('h3', {}, `${family}: `, el('span', { text: `${grouped(clauses.length)} clause${clauses.length === 1 ? '' : 's'}` })),
        el('ul', { class: 'clauses' }, ...items));
    });
    const lead = {
      given: `${digit} is given: a clause with this one literal says so.`,
      forced: `${digit} is forced: unit propagation leaves nothing else in one of these clauses.`,
      'ruled-out': `${digit} is forbidden: a clause with this one literal says so.`,
      forbidden: `${digit} is forbidden: with the givens, each of these clauses can hold only if this digit is not here.`,
      'forbidden-later': `${digit} is forbidden once unit propagation has placed what follows from the givens:`,
      open: `${digit} is open: no clause decides it yet. A solver would now try a digit, and see what follows.`,
    }[status];
    id('why-clauses').replaceChildren(el('p', { text: lead }), ...parts);
    return lead;
  }

  #clause({ literals, cells }) {
    const light = () => this.#app.light(cells);
    const dark = () => this.#app.light([]);
    return el('li', {}, el('button', {
      type: 'button',
      text: literals.map(({ text }) => text).join(' ∨ '),
      onpointerenter: light, onpointerleave: dark, onfocus: light, onblur: dark, onclick: light,
    }));
  }
}
