// Status line, Solve, Stop, Candidates, Count: what is known about the puzzle.
import { duration, el, enable, grouped, id, status } from './dom.js';
import { Died, Refused, Stopped } from './engine.js';

const EACH = 1000; // candidates are counted up to so many solutions
const MOST = 1_000_000; // solutions are counted up to so many
const PATIENCE = 20; // seconds for what nobody needs to go on
const BRIEF = 1; // seconds after which a puzzle that is hard lets other questions pass

/** A time, which is not printed. */
const took = (ms) => el('span', { class: 'time', text: `, ${duration(ms)}` });

export class Solving {
  #app;
  #grid;
  #solution = null;
  #presented = null; // the solution that another part of the page gave
  #candidates = null;
  #counting = false; // whether the visitor wants candidates
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
    app.on('solution', (digits) => this.#presentOther(digits));
    app.engine.addEventListener('busy', () => {
      for (const button of document.querySelectorAll('.stop')) enable(button, app.engine.busy);
    });
    app.engine.addEventListener('died', ({ detail }) => this.#died(detail));
  }

  /** Checks the puzzle that is shown. */
  async check() {
    const { puzzle } = this.#app;
    this.#wait('Solving …');
    const answer = await this.#attempt(() => this.#solved(puzzle));
    if (!answer || puzzle !== this.#app.puzzle) return;
    this.#app.known = answer;
    this.#report(answer);
    this.#app.emit('known', answer);
    if (answer.verdict === 'none') await this.#explain(answer);
  }

  /** The answer about solutions. A long search begins again, behind what was asked meanwhile. */
  async #solved(puzzle) {
    const answer = await this.#app.ask('solve', { timeout: BRIEF });
    if (answer.verdict !== 'unknown' || puzzle !== this.#app.puzzle) return answer;
    return this.#app.ask('solve');
  }

  #changed() {
    const { puzzle } = this.#app;
    this.#solution = null;
    this.#candidates = null;
    id('contradiction').hidden = true;
    this.#show();
    for (const kind of ['clash', 'lit', 'pointed']) this.#grid.light([], kind);
    this.#app.emit('command', { verb: 'solve', options: ['--unique'] });
    // Nothing is stopped: other parts ask about the same puzzle.
    this.check().then(() => this.#counting && puzzle === this.#app.puzzle && this.#askCandidates());
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
      this.#hide();
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
    this.#counting = false;
    this.#show();
  }

  /** Shows what another part found; null: it no longer holds. */
  #presentOther(digits) {
    if (digits) this.#present(digits);
    else if (this.#solution !== null && this.#solution === this.#presented) this.#hide();
    this.#presented = digits;
  }

  #hide() {
    this.#solution = null;
    this.#show();
    if (this.#app.known) this.#report(this.#app.known);
  }

  #stop() {
    if (!this.#app.engine.busy) return;
    this.#app.engine.stop();
    this.#say('Stopped. The puzzle is as it was.', 'idle');
  }

  async #count() {
    this.#app.engine.stop();
    this.#app.emit('command', { verb: 'count', options: ['--limit', `${MOST}`] });
    this.#wait('Counting solutions …');
    const answer = await this.#attempt(() => this.#app.ask('count', { limit: MOST }));
    if (!answer) return;
    const { found, exact, ms } = answer;
    const solutions = found === 1 ? 'one solution' : `${grouped(found)} solutions`;
    this.#say([`${exact ? 'Exactly' : 'At least'} ${solutions}`, took(ms)], found === 1 && exact ? 'good' : found ? 'some' : 'bad');
  }

  async #toggleCandidates() {
    if (!this.#candidates) this.#app.engine.stop();
    this.#counting = !this.#counting;
    this.#candidates = null;
    this.#show();
    const { known } = this.#app;
    if (this.#counting && known?.verdict !== 'none') await this.#askCandidates();
    else if (known && known.verdict !== 'none') this.#report(known);
    else await this.check(); // says why there is no solution
  }

  async #askCandidates() {
    const { puzzle } = this.#app;
    if (this.#app.known?.verdict === 'none') return;
    this.#app.emit('command', { verb: 'candidates', options: ['--limit', `${EACH}`, '--timeout', `${PATIENCE}`] });
    this.#wait('Counting the solutions of each candidate …');
    const answer = await this.#attempt(() => this.#app.ask('candidates', { limit: EACH, timeout: PATIENCE }));
    if (puzzle !== this.#app.puzzle || !this.#counting) return;
    if (answer?.verdict !== 'candidates') {
      if (answer?.verdict !== 'none') this.#counting = false;
      this.#show();
      if (answer) this.#withoutCandidates(answer);
      return;
    }
    this.#candidates = answer.cells;
    this.#solution = null;
    this.#show();
    if (this.#app.known) this.#report(this.#app.known, ['; candidates counted', took(answer.ms)]);
    else this.#say(['Candidates counted', took(answer.ms)], 'idle');
  }

  #withoutCandidates({ verdict, reason }) {
    const more = verdict === 'none' ? '; no candidates' : `; the candidates were not counted: ${reason}`;
    if (this.#app.known) this.#report(this.#app.known, more);
    else this.#say(verdict === 'none' ? 'No solution, so no candidates' : `Candidates not counted: ${reason}`, 'bad');
  }

  #show() {
    this.#grid.show({ solution: this.#solution, candidates: this.#candidates });
    id('solve').textContent = this.#solution ? 'Hide' : 'Solve';
    id('candidates').setAttribute('aria-pressed', String(this.#counting));
    id('legend').hidden = this.#candidates === null;
    if (!this.#candidates) return;
    const all = this.#candidates.flat();
    id('legend-text').textContent = all.every(({ exact }) => exact)
      ? 'in few solutions … in many, in every one'
      : `in few solutions … in many (counted up to ${grouped(EACH)} each)`;
    // Each is a spot without its digit.
    id('legend-hint').textContent = this.#app.puzzle.digits.length > 16 ? '. “Why not?” names the digits of the chosen cell.' : '';
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

  /** Says what is going on; while the solver is on its way, that. */
  #wait(text) {
    const { engine } = this.#app;
    this.#say(engine.started ? text : 'Loading the solver …', 'wait');
    if (engine.started) return;
    const said = this.#said;
    engine.addEventListener('started', () => said === this.#said && this.#say(text, 'wait'), { once: true });
  }

  #say(text, mood) {
    if (this.#app.engine.broken) return; // why there is no solver stays
    this.#said += 1;
    status(id('status'), text, mood);
  }
}
