// The pyramid: weights as a heat map, what remains of them, and the proven maximum.
import { duration, el, grouped, id, notice, status } from './dom.js';
import { Died, Stopped } from './engine.js';
import { sentence } from './messages.js';

/** A number with a true minus sign. */
const minus = (number) => String(number).replace('-', '−');

/** The pyramid's weights: 6 on the rim, one more for each ring inwards. */
function rings({ rows, columns }) {
  return Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    return 6 + Math.min(row, column, rows - 1 - row, columns - 1 - column);
  });
}

const CLASSIC = 'Weights are reduced for classic puzzles only: constants are subtracted from rows, columns and boxes, which must hold every digit.';
const MOST = 999_999; // the largest weight

export class Pyramid {
  #app;
  #answer = null;
  #asked = 0;
  #running = null; // which question waits for its answer
  #maximised = false; // whether its command is shown, and perhaps its grid
  #drafts = new Map(); // weights that were typed and not applied, by the shape of the board

  constructor(app) {
    this.#app = app;
    id('maximise').addEventListener('click', () => this.#maximise());
    for (const input of document.querySelectorAll('input[name="weights"]')) input.addEventListener('change', () => this.#draw());
    id('weights-text').addEventListener('input', ({ target }) => this.#drafts.set(app.shape, target.value));
    id('weights-apply').addEventListener('click', () => this.use(id('weights-text').value));
    id('weights-reset').addEventListener('click', () => this.use(null));
    app.on('puzzle', () => {
      this.#maximised = false;
      this.#clear();
    });
    app.on('weights', () => this.#reweigh());
    for (const control of document.querySelectorAll('#pyramid [disabled]:not(.stop)')) control.disabled = app.engine.broken;
    this.#clear();
  }

  /** Takes weights from text, one number for each cell; null: the pyramid. Returns what is wrong with it, if anything. */
  use(text) {
    notice(id('weights-error'), null);
    if (text === null) {
      this.#set(null);
      return null;
    }
    const { rows, columns, size } = this.#app.puzzle;
    const words = text.split(/[\s,;]+/).filter(Boolean);
    const at = words.findIndex((word) => !/^[+-]?\d{1,6}$/.test(word));
    let wrong = null;
    if (at >= 0) {
      const range = /^[+-]?\d+$/.test(words[at]) ? ` from -${MOST} to ${MOST}` : '';
      wrong = `Number ${at + 1} is “${words[at].slice(0, 30)}”; a whole number${range} is expected, such as 6 or -2.`;
    } else if (words.length !== size) {
      wrong = `These are ${words.length} numbers; ${size} are expected, ${columns} in each of ${rows} rows.`;
    }
    if (wrong === null) {
      this.#set(words.map(Number));
      return null;
    }
    id('own-weights').open = true;
    this.#drafts.set(this.#app.shape, text);
    id('weights-text').value = text;
    notice(id('weights-error'), wrong);
    return wrong;
  }

  #set(weights) {
    this.#drafts.delete(this.#app.shape);
    this.#app.weights = weights;
    this.#app.emit('weights');
  }

  /** Fetches the smallest equivalent weights when the panel is opened. */
  show() {
    this.#draw();
  }

  get #weights() {
    return this.#app.weights ?? rings(this.#app.puzzle);
  }

  /** The maximum of other weights, and its grid, are gone; the command is about these. */
  #reweigh() {
    if (this.#running !== null) this.#app.engine.stop();
    if (this.#maximised) {
      this.#app.emit('solution', null);
      this.#command();
    }
    this.#clear();
  }

  #command() {
    this.#app.emit('command', {
      verb: 'pyramid', ...(this.#app.weights ? { options: ['--weights', 'weights.txt'], files: [this.#app.weightsFile] } : {}),
    });
  }

  #clear() {
    this.#answer = null;
    this.#asked += 1;
    this.#running = null;
    this.#say('', 'idle');
    this.#choice('all').checked = true;
    const { columns } = this.#app.puzzle;
    const most = rings(this.#app.puzzle).reduce((a, b) => Math.max(a, b));
    id('pyramid-weights').textContent = this.#app.weights ? 'here those that you entered' : `6 on the rim, ${most} in the middle`;
    const lines = this.#weights.map((weight, cell) => weight + ((cell + 1) % columns === 0 ? '\n' : ' '));
    const text = this.#drafts.get(this.#app.shape) ?? lines.join('').trimEnd();
    if (text !== id('weights-text').value) notice(id('weights-error'), null); // it is about another text
    id('weights-text').value = text;
    this.#choice('reduced').disabled = !this.#app.puzzle.classic;
    this.#draw();
  }

  async #maximise() {
    this.#app.engine.stop();
    this.#maximised = true;
    this.#command();
    if (!await this.#ask('Proving the maximum …')) return;
    const { verdict, score, bound, reason, ms } = this.#answer;
    if (verdict === 'optimal') this.#say(`The maximum is ${grouped(score)}, proven, ${duration(ms)}`, 'good');
    else if (verdict === 'feasible') this.#say(`At least ${grouped(score)}${bound ? `, at most ${grouped(bound)}` : ''}, not proven`, 'some');
    else if (verdict === 'none') this.#say('The puzzle has no solution, so there is no maximum.', 'bad');
    else this.#say(`Not known: ${reason}`, 'some');
    this.#draw();
    if (this.#answer.solution) this.#app.emit('solution', this.#answer.solution.digits);
  }

  /** Asks for maximum and reduced weights. Returns whether there is an answer, about what is shown still. */
  async #ask(what) {
    this.#asked += 1;
    const asked = this.#asked;
    const { weights } = this.#app;
    this.#running = asked;
    this.#say(what, 'wait');
    try {
      const answer = await this.#app.ask('pyramid', weights ? { weights } : {});
      if (asked !== this.#asked) return false;
      this.#answer = answer;
      return true;
    } catch (error) {
      if (asked !== this.#asked) return false; // something was changed: nobody pressed Stop
      if (!this.#answer) {
        this.#choice('all').checked = true;
        this.#draw();
      }
      if (error instanceof Stopped) this.#say('Stopped.', 'idle');
      else if (error instanceof Died) this.#say('The solver crashed and was restarted.', 'bad');
      else this.#say(sentence(error.error ?? error), 'bad');
      return false;
    } finally {
      if (this.#running === asked) this.#running = null;
    }
  }

  #choice(value) {
    return document.querySelector(`input[name="weights"][value="${value}"]`);
  }

  async #draw() {
    if (this.#choice('reduced').checked && !this.#answer) {
      if (this.#running !== null) return; // its answer says both, and is drawn when it is there
      if (!await this.#ask('Working out what remains …')) return;
      this.#say('', 'idle');
    }
    const reduced = this.#choice('reduced').checked && this.#answer !== null;
    const found = reduced ? this.#answer.reduced : null;
    if (reduced && !found) {
      id('pyramid-notes').replaceChildren(el('p', { text: CLASSIC }));
      return;
    }
    this.#heat(found ? found.weights : this.#weights, found);
    id('pyramid-notes').replaceChildren(...(found ? this.#reducedNotes(found) : this.#allNotes()));
  }

  #heat(weights, found) {
    const { columns, rows, regions } = this.#app.puzzle;
    const low = found ? 0 : Math.min(...weights);
    const span = Math.max(...weights.map((weight) => Math.abs(weight - low)), 1);
    const cells = weights.map((weight, at) => {
      const cold = weight < low;
      const cell = el('td', { text: found && weight === 0 ? '·' : minus(weight) });
      if (cold) cell.classList.add('cold');
      if (found && weight === 0) cell.classList.add('nothing');
      cell.style.setProperty('--heat', (Math.abs(weight - low) / span).toFixed(3));
      if ((at + 1) % columns !== 0 && regions && regions[at] !== regions[at + 1]) cell.classList.add('wall-right');
      return cell;
    });
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = el('tr', {}, ...cells.slice(row * columns, (row + 1) * columns));
      if (row + 1 < rows && regions && regions[row * columns] !== regions[(row + 1) * columns]) line.classList.add('wall-below');
      return line;
    });
    const heat = id('heat');
    heat.closest('.heat-wrap').classList.toggle('wide', weights.some((weight) => String(weight).length > 3));
    heat.tBodies[0].replaceChildren(...lines);
    heat.caption.textContent = found
      ? `${grouped(found.cells)} of ${grouped(weights.length)} cells keep a weight`
      : `${this.#app.weights ? 'Your weights' : 'The pyramid'}: ${grouped(weights.length)} cells`;
  }

  #allNotes() {
    if (!this.#app.puzzle.classic) return [el('p', { text: CLASSIC })];
    return [
      el('p', { text: 'Every row, column and box holds each digit once. Subtracting the same constant from all weights of one house lowers every score by the same amount, so it does not change which grid is best.' }),
      el('p', { text: 'Choose “What remains” to see the weights after the best constants have been subtracted.' }),
    ];
  }

  #reducedNotes(found) {
    const { weights, puzzle } = this.#app;
    const isFast = !weights && puzzle.size === 81 && this.#answer.verdict === 'optimal' && this.#answer.ms < 1000;
    const line = (name, values) => el('tr', {}, el('th', { scope: 'row', text: name }), ...values.map((value) => el('td', { class: 'num', text: minus(value) })));
    const constants = el('table', { class: 'constants' }, el('caption', { text: 'Constants subtracted from' }),
      el('tbody', {}, line('rows', found.rows), line('columns', found.columns), line('boxes', found.boxes)));
    return [
      el('p', { class: 'sum', text: `score = ${minus(grouped(found.constant))} + Σ digit × weight` }),
      el('p', { text: isFast
        ? `over only ${grouped(found.cells)} cells. A bound on so few is easy to prove, which is why the maximum takes milliseconds.`
        : `over ${grouped(found.cells)} of ${grouped(found.weights.length)} cells. The fewer there are, the easier a bound is to prove.` }),
      el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Constants' }, constants),
    ];
  }

  #say(text, mood) {
    status(id('pyramid-status'), text, mood);
  }
}
