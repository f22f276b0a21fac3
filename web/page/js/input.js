// The box for puzzles in all formats that satoku reads, files, examples, and rules for the whole grid.
import { dropZone, el, fileInput, id, isArchive, notice, textOf } from './dom.js';
import { Died, Stopped } from './engine.js';
import { unlinked } from './links.js';
import { firstOf, sentence } from './messages.js';
import { Puzzle } from './puzzle.js';
import { fromSpreadsheet } from './spreadsheet.js';

const LARGEST = 8e6; // bytes that `read` takes
const SHOWN = 20_000; // characters of a text in the box
const PUZZLE = 16; // characters of the shortest text that is a puzzle, and not a piece of one

export class Input {
  #app;
  #puzzles = []; // the last ones that were read, as they are now
  #long = { text: '', shown: null }; // a text that the box shows the beginning of
  #examples = new WeakMap(); // the text of the example that a puzzle is
  #refused = false; // whether the text in the box could not be read
  used = false; // whether the visitor has had anything read

  constructor(app) {
    this.#app = app;
    const text = id('text');
    id('paste').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    text.addEventListener('paste', (event) => this.#paste(event));
    document.addEventListener('paste', (event) => {
      if (event.target.closest?.('textarea, input')) return;
      this.#take(event.clipboardData.getData('text'));
    });
    fileInput(id('file'), (file) => this.open(file));
    for (const zone of ['paste', 'board']) {
      dropZone(id(zone), (file) => this.open(file));
    }
    id('which').addEventListener('change', (event) => this.#use(Number(event.target.value)));
    id('rule').addEventListener('change', (event) => this.#addRule(event.target));
    app.on('puzzle', () => this.#changed());
  }

  /** Fills the lists of examples and rules. */
  async start() {
    const asked = ['examples', 'rules'].map((ask) => this.#app.engine.insist({ ask }));
    const [{ examples }, { rules }] = await Promise.all(asked);
    const list = id('examples');
    for (const { name, kind, text } of examples) {
      list.append(el('option', { value: text, text: name.toLowerCase().includes(kind) ? name : `${name} (${kind})` }));
    }
    list.addEventListener('change', async () => {
      const { value } = list;
      if (!value || !await this.read(value)) return;
      this.#dropRefused();
      this.#examples.set(this.#app.puzzle, value);
      list.value = value;
    });
    for (const { name, kind, summary } of rules) {
      if (kind === 'rule') id('rule').append(el('option', { value: name, text: name, title: summary }));
    }
  }

  /** Reads a file that was opened or dropped: puzzles, or a certificate. */
  async open(file) {
    try {
      if (await isArchive(file)) this.#app.emit('archive', file);
      else this.#take(await textOf(file, LARGEST));
    } catch (error) {
      notice(id('text-error'), error.message);
    }
  }

  /** Reads puzzles from text and shows the first. Returns whether there was one. */
  async read(text) {
    this.used = true;
    return this.#read(text, (puzzle) => this.#app.change(puzzle));
  }

  /** The same for what the page itself starts with, which cannot be undone. */
  restore(text, first) {
    return this.#read(text, (puzzle) => (first ? this.#app.begin(puzzle) : this.#app.change(puzzle)));
  }

  async #read(pasted, show) {
    notice(id('text-error'), null);
    const text = fromSpreadsheet(await unlinked(pasted));
    if (text.length > LARGEST) {
      notice(id('text-error'), `That is ${(text.length / 1e6).toFixed(1)} MB of text; this page reads up to ${LARGEST / 1e6} MB.`);
      return false;
    }
    this.#app.engine.stop();
    let answer;
    try {
      answer = await this.#app.engine.ask({ ask: 'read', text });
    } catch (error) {
      if (!(error instanceof Stopped) && !(error instanceof Died)) notice(id('text-error'), sentence(error.error ?? error));
      return false;
    }
    const list = []; // carried on, with the place in it, to what becomes of a puzzle
    for (const [at, read] of answer.puzzles.entries()) list.push(new Puzzle({ ...read, list, at }));
    if (list.length > 0) {
      this.#puzzles = list;
      this.#list(answer.more);
    }
    if (list.length > 0) show(list[0]);
    if (answer.errors.length > 0) {
      notice(id('text-error'), firstOf(answer.errors));
    } else if (answer.puzzles.length === 0) {
      notice(id('text-error'), 'There is no puzzle in this text: it is empty, or holds nothing but comments.');
    }
    return list.length > 0;
  }

  /** A puzzle that is pasted stands instead of the last one; the browser can undo it. */
  #paste(event) {
    const text = event.clipboardData.getData('text');
    const box = id('text');
    if (text.length <= SHOWN && text.length < PUZZLE) {
      setTimeout(() => this.#submit());
      return;
    }
    event.preventDefault();
    if (text.length <= SHOWN) {
      box.select();
      document.execCommand('insertText', false, text);
      this.#submit();
    } else {
      this.#take(text);
    }
  }

  #submit() {
    const { value } = id('text');
    this.#readBox(value === this.#long.shown ? this.#long.text : value);
  }

  #take(text) {
    const box = id('text');
    box.value = text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
    this.#long = text.length > SHOWN ? { text, shown: box.value } : { text: '', shown: null };
    this.#readBox(text);
  }

  async #readBox(text) {
    this.#refused = !await this.read(text);
  }

  /** Text that could not be read goes when another puzzle is chosen. */
  #dropRefused() {
    if (!this.#refused) return;
    this.#refused = false;
    id('text').value = '';
    notice(id('text-error'), null);
  }

  #list(more) {
    id('which').replaceChildren(...this.#puzzles.map(({ name, index }, at) => el('option', { value: at, text: name ? `${index}: ${name}` : index })));
    if (more) id('which').append(el('option', { disabled: true, text: 'and more, not read' }));
  }

  #use(at) {
    this.#dropRefused();
    this.#app.change(this.#puzzles[at]);
  }

  /** Says what was left out of this puzzle; what was said of a text before it has gone. */
  #tellIgnored({ ignored }) {
    notice(id('text-error'), ignored.length > 0
      ? `The puzzle was read, but satoku does not know these parts and left them out: ${ignored.join(', ')}.` : null);
  }

  /** Shows which puzzle this is, and what it says beside givens. */
  #changed() {
    const { puzzle } = this.#app;
    const isListed = this.#puzzles.length > 1 && puzzle.list === this.#puzzles;
    id('which-label').hidden = !isListed;
    if (isListed) {
      this.#puzzles[puzzle.at] = puzzle;
      id('which').value = puzzle.at;
    }
    id('examples').value = this.#examples.get(puzzle) ?? '';
    this.#tellIgnored(puzzle);
    this.#showRules();
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
    const { puzzle } = this.#app;
    const { rules, constraints } = puzzle;
    const kinds = new Map();
    for (const { type } of constraints) kinds.set(type, (kinds.get(type) ?? 0) + 1);
    const tag = (text, remove, onclick) => el('li', {}, text, el('button', { type: 'button', 'aria-label': remove, text: '×', onclick }));
    const items = rules.map((rule) => tag(rule, `Remove the rule ${rule}`, () => this.#withRules(rules.filter((other) => other !== rule))));
    const cells = puzzle.givens.filter((_, cell) => puzzle.allowed(cell)).length;
    if (cells > 0) {
      items.push(tag(`candidates in ${cells} cell${cells === 1 ? '' : 's'}`, 'Remove the restricted candidates',
        () => this.#app.change(puzzle.unrestricted())));
    }
    for (const [kind, count] of kinds) items.push(el('li', { text: count > 1 ? `${count} × ${kind}` : kind }));
    const line = id('rules-line');
    const removers = () => [...line.querySelectorAll('button')];
    const at = removers().indexOf(document.activeElement);
    line.replaceChildren(...items);
    line.hidden = items.length === 0;
    if (at >= 0) (removers()[at] ?? removers().at(-1) ?? id('rule')).focus(); // the button that had the focus is gone
  }
}
