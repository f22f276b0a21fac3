// The formula by families of clauses, its files, and engines timed side by side.
import { askAgain, clearedIfSlow, download, duration, el, grouped, id, notice, status } from './dom.js';
import { Died, Stopped } from './engine.js';
import { sentence } from './messages.js';

const ENOUGH = 2; // ms: shorter runs are repeated, as a browser's clock ticks slowly
const LONGEST = 10; // seconds for one run

export class Formula {
  #app;
  #encodings;
  #asked = 0;
  #timed = 0;

  constructor(app, encodings) {
    this.#app = app;
    this.#encodings = encodings;
    for (const event of ['puzzle', 'encoding']) app.on(event, () => this.#changed());
    id('live').addEventListener('change', () => this.#changed());
    for (const button of document.querySelectorAll('[data-format]')) {
      button.addEventListener('click', () => this.#export(button.dataset.format));
    }
    id('time').addEventListener('click', () => this.#time());
    for (const control of document.querySelectorAll('#formula [disabled]:not(.stop)')) control.disabled = app.engine.broken;
  }

  /** Counts the clauses, if this panel is open. */
  async show() {
    if (this.#app.tab !== 'formula' || !this.#app.ready) return;
    this.#asked += 1;
    const asked = this.#asked;
    notice(id('formula-message'), null);
    this.#command('cnf');
    try {
      const answer = await clearedIfSlow(this.#app.ask('formula', this.#fields()),
        () => asked === this.#asked && this.#clear('Counting the clauses …'));
      if (asked === this.#asked) this.#families(answer);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#clear('');
      if (error instanceof Stopped) askAgain(id('formula-message'), 'Stopped.', () => this.show());
      else this.#complain(error);
    }
  }

  /** Without an answer, nothing about another encoding or puzzle is left. */
  #clear(text) {
    id('formula-total').textContent = text;
    id('families').tBodies[0].replaceChildren();
  }

  #changed() {
    this.#timed += 1;
    id('timings').hidden = true;
    status(id('time-status'), '');
    this.show();
  }

  /** How much reasoning precedes the formula. */
  get #presolve() {
    return id('live').checked ? 'givens' : 'none';
  }

  #fields() {
    return { ...this.#app.encodingFields, presolve: this.#presolve };
  }

  #command(format) {
    const { name, text } = this.#app.encoding;
    const files = text === null ? [] : [{ name: `${name}.toml`, text }];
    const options = ['--encoding', text === null ? name : `${name}.toml`];
    options.push('--presolve', this.#presolve);
    if (format !== 'cnf') options.push('--to', format, '--objective', 'pyramid');
    if (format !== 'cnf' && this.#app.weights) {
      options.push('--weights', 'weights.txt');
      files.push(this.#app.weightsFile);
    }
    this.#app.emit('command', { verb: 'encode', options, files });
  }

  #families({ encoding, variables, candidates, clauses, literals, families }) {
    const extra = variables - candidates;
    id('formula-total').textContent = `${encoding}: ${grouped(variables)} variables${extra > 0 ? ` (${grouped(extra)} auxiliary)` : ''}, ${grouped(clauses)} clauses`;
    const most = Math.max(...families.map((family) => family.clauses), 1);
    const lines = families.map((family) => el('tr', {},
      el('th', { scope: 'row', text: family.family }),
      el('td', { class: 'num', text: grouped(family.clauses) }),
      el('td', { class: 'num', text: grouped(family.literals) }),
      el('td', {}, el('meter', { min: 0, max: most, value: family.clauses, 'aria-label': `Share of ${family.family}` }))));
    lines.push(el('tr', { class: 'total' }, el('th', { scope: 'row', text: 'all' }),
      el('td', { class: 'num', text: grouped(clauses) }), el('td', { class: 'num', text: grouped(literals) }), el('td')));
    id('families').tBodies[0].replaceChildren(...lines);
  }

  async #export(format) {
    notice(id('formula-message'), null);
    const fields = { ...this.#fields(), as: format };
    if (format !== 'cnf') fields.weights = this.#app.weights ?? 'pyramid';
    this.#command(format);
    try {
      const { text, name } = await this.#app.ask('export', fields);
      download(name, text, 'text/plain');
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error) {
    if (error instanceof Stopped) return;
    notice(id('formula-message'), error instanceof Died ? 'The solver crashed and was restarted.' : sentence(error.error ?? error));
  }

  async #time() {
    this.#app.engine.stop();
    this.#timed += 1;
    const mine = this.#timed;
    const runs = Math.min(Math.max(Math.trunc(Number(id('runs').value)) || 1, 1), 99);
    id('runs').value = runs;
    const { name, text } = this.#app.encoding;
    const rivals = [{ label: 'native search', fields: { engine: 'native' } }];
    if (this.#app.puzzle.classic) rivals.push({ label: 'clause learning without encoding', fields: { engine: 'cdcl' } });
    // More reasoning would settle an easy puzzle, and no formula would be written.
    const sat = { engine: 'varisat', presolve: this.#presolve };
    for (const encoding of this.#encodings.names) rivals.push({ label: `varisat, ${encoding}`, fields: { ...sat, encoding } });
    if (text !== null) rivals.push({ label: `varisat, ${name} (your own)`, fields: { ...sat, encoding_text: text } });
    const results = [];
    try {
      for (const { label, fields } of rivals) {
        status(id('time-status'), `Timing ${label} … (${results.length + 1} of ${rivals.length})`, 'wait');
        results.push({ label, ...await this.#median(fields, runs) });
        this.#timings(results, runs);
      }
      status(id('time-status'), `Each engine answered ${runs} time${runs === 1 ? '' : 's'}, in this browser.`, 'good');
    } catch (error) {
      if (mine !== this.#timed) return; // something was changed: nobody pressed Stop
      if (error instanceof Stopped) status(id('time-status'), 'Stopped.', 'idle');
      else status(id('time-status'), error instanceof Died ? 'The solver crashed and was restarted.' : sentence(error.error ?? error), 'bad');
    }
  }

  /** The median of `runs` times, each to find whether there is exactly one solution. */
  async #median(fields, runs) {
    const ask = (repeat) => this.#app.ask('time', { ...fields, unique: true, repeat, timeout: LONGEST });
    const first = await ask(1); // not counted: it warms up, and says how often to repeat
    if (first.verdict === 'unknown') return { unknown: `more than ${LONGEST} s` };
    const repeat = Math.min(Math.ceil(ENOUGH / Math.max(first.milliseconds, 0.002)), 1000);
    const times = [];
    for (let run = 0; run < runs; run += 1) times.push((await ask(repeat)).milliseconds);
    times.sort((a, b) => a - b);
    const middle = times.length >> 1;
    return { median: times.length % 2 ? times[middle] : (times[middle - 1] + times[middle]) / 2 };
  }

  #timings(results, runs) {
    const known = results.filter(({ median }) => median !== undefined).map(({ median }) => median);
    const [best, worst] = [Math.min(...known), Math.max(...known, 1e-6)];
    id('timings').tBodies[0].replaceChildren(...results.map(({ label, median, unknown }) => el('tr', { class: median === best ? 'best' : undefined },
      el('th', { scope: 'row', text: label }),
      el('td', { class: 'num', text: unknown ?? duration(median) }),
      el('td', {}, median === undefined ? '' : el('meter', { min: 0, max: worst, value: median, 'aria-label': `Time of ${label}` })))));
    id('timings').caption.textContent = `Time to find out whether there is exactly one solution: median of ${runs}, in this browser`;
    id('timings').hidden = false;
  }
}
