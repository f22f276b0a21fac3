// Status line, Solve, Stop, Candidates, Count: what is known about the puzzle.
import { duration, el, grouped, id, status } from './dom.js';
import { Died, Refused, Stopped } from './engine.js';

const EACH = 1000; // candidates are counted up to so many solutions
const MOST = 1_000_000; // solutions are counted up to so many
const PATIENCE = 20; // seconds for what nobody needs to go on

/** A time, which is not printed. */
const took = (ms) => el('span', { class: 'time', text: `, ${duration(ms)}` });

export class Solving {
  #app;
  #grid;
  #solution = null;
  #candidates = null;
  #said = 0; // how often the status was set
  #remark = { puzzle: null, text: '' };

  constructor(app, grid) {
    this.#app = app;
    this.#grid = grid;
    id('solve').addEventListener('click', () => this.#solve());
    for (const button of document.querySelectorAll('.stop')) button.addEventListener('click', () => this.#stop());
    id('candidates').addEventListener('click', () => this.#toggleCandidates());
    id('count').addEventListener('click', () => this.#count());
    id('clear').addEventListener('click', () => app.change(app.puzzle.cleared()));
    app.on('puzzle', () => this.#changed());
    app.on('solution', (digits) => this.#present(digits));
    app.engine.addEventListener('busy', () => {
      for (const button of document.querySelectorAll('.stop')) button.disabled = !app.engine.busy;
    });
    app.engine.addEventListener('died', ({ detail }) => this.#died(detail));
  }

  /** Checks the puzzle that is shown. */
  async check() {
    const { puzzle } = this.#app;
    this.#say('Solving …', 'wait');
    const answer = await this.#attempt(() => this.#app.ask('solve'));
    if (!answer || puzzle !== this.#app.puzzle) return;
    this.#app.known = answer;
    this.#report(answer);
    this.#app.emit('known', answer);
    if (answer.verdict === 'none') await this.#explain(answer);
  }

  #changed() {
    const counting = this.#candidates !== null;
    this.#solution = null;
    this.#candidates = null;
    id('contradiction').hidden = true;
    this.#show();
    for (const kind of ['clash', 'lit', 'pointed']) this.#grid.light([], kind);
    this.#app.emit('command', { verb: 'solve', options: ['--unique'] });
    // Nothing is stopped: other parts ask about the same puzzle.
    this.check().then(() => counting && this.#askCandidates());
  }

  /** Says what is known, and then `more`. */
  #report({ verdict, solutions, ms, reason }, more = '') {
    const shown = this.#solution ? ', shown' : '';
    const remark = this.#remark.puzzle === this.#app.puzzle ? `. ${this.#remark.text}` : '';
    const say = (text, mood) => this.#say([text, took(ms), more, remark], mood);
    if (verdict === 'one') say(`Exactly one solution${shown}`, 'good');
    else if (verdict === 'none') say('No solution', 'bad');
    else if (verdict === 'unknown') this.#say([`Not known: ${reason}`, more, remark], 'some');
    else say(`More than one solution${solutions.length && this.#solution ? '; one of them is shown' : ''}`, 'some');
  }

  /** Adds a sentence to what is said of the puzzle that is shown now. */
  remark(text) {
    this.#remark = { puzzle: this.#app.puzzle, text };
    if (this.#app.known) this.#report(this.#app.known);
  }

  /** Why there is no solution: givens that clash, else the fewest parts that contradict each other. */
  async #explain({ clashes }) {
    const { puzzle } = this.#app;
    if (clashes.length > 0) {
      this.#grid.light(clashes.flatMap(({ cells }) => cells), 'clash');
      this.#say(`No solution: ${clashes[0].sentence}`, 'bad');
      return;
    }
    const why = await this.#attempt(() => this.#app.ask('contradiction', { parts: 'all', timeout: PATIENCE }));
    if (!why || puzzle !== this.#app.puzzle) return;
    this.#grid.light(why.parts.flatMap(({ cells }) => cells), 'clash');
    this.#say(why.verdict === 'unknown' ? `No solution; the reason was not found in ${PATIENCE} s` : `No solution: ${why.sentence}`, 'bad');
    id('contradiction').replaceChildren(...why.parts.map(({ label }) => el('li', { text: label })));
    id('contradiction').hidden = why.parts.length === 0;
    this.#app.emit('command', { verb: 'explain', options: ['--contradiction'] });
  }

  async #solve() {
    if (this.#solution) {
      this.#solution = null;
      this.#show();
      if (this.#app.known) this.#report(this.#app.known);
      return;
    }
    this.#app.emit('command', { verb: 'solve', options: [] });
    this.#app.engine.stop();
    await this.check();
    if (!this.#app.known?.solutions.length) return;
    this.#present(this.#app.known.solutions[0].digits);
    this.#report(this.#app.known);
  }

  #present(digits) {
    this.#solution = digits;
    this.#candidates = null;
    this.#show();
  }

  #stop() {
    this.#app.engine.stop();
    this.#say('Stopped. The puzzle is as it was.', 'idle');
  }

  async #count() {
    this.#app.engine.stop();
    this.#app.emit('command', { verb: 'count', options: ['--limit', `${MOST}`] });
    this.#say('Counting solutions …', 'wait');
    const answer = await this.#attempt(() => this.#app.ask('count', { limit: MOST }));
    if (!answer) return;
    const { found, exact, ms } = answer;
    const solutions = `${grouped(found)} solution${found === 1 ? '' : 's'}`;
    this.#say([`${exact ? 'Exactly' : 'At least'} ${solutions}`, took(ms)], found === 1 && exact ? 'good' : found ? 'some' : 'bad');
  }

  async #toggleCandidates() {
    if (this.#candidates) {
      this.#candidates = null;
      this.#show();
      if (this.#app.known) this.#report(this.#app.known);
      else await this.check();
      return;
    }
    await this.#countCandidates();
  }

  async #countCandidates() {
    this.#app.engine.stop();
    await this.#askCandidates();
  }

  async #askCandidates() {
    this.#app.emit('command', { verb: 'candidates', options: ['--limit', `${EACH}`, '--timeout', `${PATIENCE}`] });
    const { puzzle } = this.#app;
    this.#say('Counting the solutions of each candidate …', 'wait');
    const answer = await this.#attempt(() => this.#app.ask('candidates', { limit: EACH, timeout: PATIENCE }));
    if (!answer || puzzle !== this.#app.puzzle) return;
    if (answer.verdict !== 'candidates') {
      const more = answer.verdict === 'none' ? '; no candidates' : `; the candidates were not counted: ${answer.reason}`;
      if (this.#app.known) this.#report(this.#app.known, more);
      else this.#say(answer.verdict === 'none' ? 'No solution, so no candidates' : `Candidates not counted: ${answer.reason}`, 'bad');
      return;
    }
    this.#candidates = answer.cells;
    this.#solution = null;
    this.#show();
    if (this.#app.known) this.#report(this.#app.known, ['; candidates counted', took(answer.ms)]);
    else this.#say(['Candidates counted', took(answer.ms)], 'idle');
  }

  #show() {
    this.#grid.show({ solution: this.#solution, candidates: this.#candidates });
    id('solve').textContent = this.#solution ? 'Hide' : 'Solve';
    id('candidates').setAttribute('aria-pressed', String(this.#candidates !== null));
    id('legend').hidden = this.#candidates === null;
    if (!this.#candidates) return;
    const all = this.#candidates.flat();
    const meaning = all.every(({ exact }) => exact)
      ? 'in few solutions … in many, in every one'
      : `in few solutions … in many (counted up to ${grouped(EACH)} each)`;
    // Each is a spot without its digit.
    const more = this.#app.puzzle.digits.length > 16 ? '. “Why not?” names the digits of the chosen cell.' : '';
    id('legend-text').textContent = meaning + more;
  }

  /** The answer, or null after saying what went wrong. */
  async #attempt(question) {
    const said = this.#said;
    try {
      return await question();
    } catch (error) {
      if (error instanceof Refused) this.#say(error.message, 'bad');
      else if (error instanceof Stopped && said === this.#said) this.#say('Stopped.', 'idle');
      else if (!(error instanceof Stopped) && !(error instanceof Died)) throw error;
      return null;
    }
  }

  #died({ why, pause }) {
    const next = pause === 0 ? 'A new one has been started' : `The next one starts in ${duration(pause)}`;
    this.#say(`The solver ended unexpectedly (${why}). ${next}; your puzzle is unchanged.`, 'bad');
  }

  #say(text, mood) {
    this.#said += 1;
    status(id('status'), text, mood);
  }
}
