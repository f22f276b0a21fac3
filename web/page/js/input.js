// The box that takes any format, files, examples, and rules for the whole grid.
import { dropZone, el, fileInput, id, notice, textOf } from './dom.js';
import { Died, Stopped } from './engine.js';
import { Puzzle } from './puzzle.js';

const LARGEST = 8e6; // bytes that `read` takes

export class Input {
  #app;
  #puzzles = [];

  constructor(app) {
    this.#app = app;
    const text = id('text');
    id('paste').addEventListener('submit', (event) => {
      event.preventDefault();
      this.read(text.value);
    });
    text.addEventListener('paste', () => setTimeout(() => this.read(text.value)));
    document.addEventListener('paste', (event) => {
      if (event.target.closest?.('textarea, input')) return;
      this.#take(event.clipboardData.getData('text'));
    });
    fileInput(id('file'), (file) => this.open(file));
    for (const zone of ['paste', 'board']) {
      dropZone(id(zone), (file) => (/\.zip$/i.test(file.name) ? app.emit('archive', file) : this.open(file)));
    }
    id('which').addEventListener('change', (event) => this.#use(Number(event.target.value)));
    id('rule').addEventListener('change', (event) => this.#addRule(event.target));
    app.on('puzzle', () => this.#showRules());
  }

  /** Fills the lists of examples and rules. */
  async start() {
    const { examples } = await this.#app.engine.insist({ ask: 'examples' });
    const list = id('examples');
    for (const { name, kind, text } of examples) {
      list.append(el('option', { value: text, text: name.toLowerCase().includes(kind) ? name : `${name} (${kind})` }));
    }
    list.addEventListener('change', () => {
      if (list.value) this.read(list.value);
    });
    const { rules } = await this.#app.engine.insist({ ask: 'rules' });
    for (const { name, kind, summary } of rules) {
      if (kind === 'rule') id('rule').append(el('option', { value: name, text: name, title: summary }));
    }
  }

  /** Reads a file that was opened or dropped. */
  async open(file) {
    try {
      this.#take(await textOf(file, LARGEST));
    } catch (error) {
      notice(id('text-error'), error.message);
    }
  }

  /** Reads puzzles from text and shows the first. Returns whether there was one. */
  async read(text, rules) {
    notice(id('text-error'), null);
    if (text.length > LARGEST) {
      notice(id('text-error'), `That is ${(text.length / 1e6).toFixed(1)} MB of text; this page reads up to ${LARGEST / 1e6} MB.`);
      return false;
    }
    this.#app.engine.stop();
    let answer;
    try {
      answer = await this.#app.engine.ask({ ask: 'read', text, ...(rules ? { rules } : {}) });
    } catch (error) {
      if (!(error instanceof Stopped) && !(error instanceof Died)) notice(id('text-error'), sentence(error.error ?? error));
      return false;
    }
    this.#puzzles = answer.puzzles;
    this.#list(answer.more);
    if (answer.errors.length > 0) {
      const rest = answer.errors.length - 1;
      notice(id('text-error'), sentence(answer.errors[0]) + (rest ? ` ${rest} more like this.` : ''));
    } else if (answer.puzzles.length === 0) {
      notice(id('text-error'), 'There is no puzzle in this text: it is empty, or holds nothing but comments.');
    }
    if (answer.puzzles.length > 0) this.#use(0);
    return answer.puzzles.length > 0;
  }

  #take(text) {
    id('text').value = text.length > 20_000 ? `${text.slice(0, 20_000)} …` : text;
    this.read(text);
  }

  #list(more) {
    id('which-label').hidden = this.#puzzles.length < 2;
    id('which').replaceChildren(...this.#puzzles.map(({ name, index }, at) => el('option', { value: at, text: name ? `${index}: ${name}` : index })));
    if (more) id('which').append(el('option', { disabled: true, text: 'and more, not read' }));
  }

  #use(at) {
    const read = this.#puzzles[at];
    const puzzle = new Puzzle(read);
    this.#app.change(puzzle);
    if (read.ignored.length > 0 && id('text-error').hidden) {
      notice(id('text-error'), `The puzzle was read, but satoku does not know these parts and left them out: ${read.ignored.join(', ')}.`);
    }
  }

  async #addRule(list) {
    const name = list.value;
    list.value = '';
    if (name) await this.#withRules([...this.#app.puzzle.rules, name]);
  }

  async #withRules(rules) {
    const json = { ...this.#app.puzzle.toJSON(), rules: [...new Set(rules)] };
    await this.read(JSON.stringify(json));
  }

  #showRules() {
    const { rules, constraints } = this.#app.puzzle;
    const kinds = new Map();
    for (const { type } of constraints) kinds.set(type, (kinds.get(type) ?? 0) + 1);
    const items = rules.map((rule) => el('li', {}, rule, el('button', {
      type: 'button', 'aria-label': `Remove the rule ${rule}`, text: '×',
      onclick: () => this.#withRules(rules.filter((other) => other !== rule)),
    })));
    for (const [kind, count] of kinds) items.push(el('li', { text: count > 1 ? `${count} × ${kind}` : kind }));
    id('rules-line').replaceChildren(...items);
    id('rules-line').hidden = items.length === 0;
  }
}

/** An error of an answer as a sentence with its place. */
export function sentence({ message, line, column }) {
  if (!line || /\bline\s*\d/.test(message)) return message;
  return `Line ${line}${column ? `, column ${column}` : ''}: ${message}`;
}
