// The choice of an encoding, its file, and files of the visitor's own.
import { el, fileInput, id, notice, textOf } from './dom.js';
import { Died, Stopped } from './engine.js';
import { sentence } from './messages.js';

const OWN = 'your own';
const LARGEST = 100_000; // bytes of an encoding file

export class Encodings {
  #app;
  #built = [];
  #own = null; // the file that was applied last
  #drafts = new Map(); // texts that were changed and not applied, by the encoding they belong to

  constructor(app) {
    this.#app = app;
    for (const list of this.#lists()) list.addEventListener('change', () => this.#choose(list.value));
    id('encoding-apply').addEventListener('click', () => this.apply(id('encoding-text').value));
    id('encoding-text').addEventListener('input', ({ target }) => this.#drafts.set(this.#chosen, target.value));
    id('encoding-reset').addEventListener('click', () => {
      this.#drafts.delete(this.#chosen);
      this.#choose(this.#known(app.encoding.name) ? app.encoding.name : 'extended');
    });
    fileInput(id('encoding-file'), async (file) => {
      try {
        const text = await textOf(file, LARGEST);
        id('encoding-text').value = text;
        this.#drafts.set(this.#chosen, text);
        this.apply(text);
      } catch (error) {
        notice(id('encoding-error'), error.message);
      }
    });
  }

  async start() {
    const { encodings } = await this.#app.engine.insist({ ask: 'encodings' });
    this.#built = encodings;
    for (const list of this.#lists()) {
      list.append(...encodings.map(({ name, summary }) => el('option', { value: name, text: name, title: summary })));
    }
    this.#show();
  }

  /** Names of the built-in encodings. */
  get names() {
    return this.#built.map(({ name }) => name);
  }

  /** Takes what an address says: a name, or the text of a file. Returns what is wrong with it, if anything. */
  async restore(name, text) {
    if (text) {
      id('encoding-text').value = text;
      this.#drafts.set(this.#chosen, text);
      const wrong = await this.apply(text);
      return wrong && `The encoding in the address of this page cannot be used: ${wrong}`;
    }
    const wanted = name && this.#known(name) ? name : 'extended';
    const { encoding } = this.#app;
    if (encoding.text !== null || encoding.name !== wanted) this.#choose(wanted);
    return name && !this.#known(name) ? `The address names the encoding “${name}”, which satoku does not have; “${wanted}” is used instead.` : null;
  }

  /** Checks the text of an encoding file; uses it, or says by line what is wrong, and returns that. */
  async apply(text) {
    notice(id('encoding-error'), null);
    notice(id('encoding-ok'), null);
    try {
      const { name } = await this.#app.engine.ask({ ask: 'encoding', text });
      this.#drafts.delete(this.#chosen);
      this.#own = { name, text };
      this.#set(this.#own);
      notice(id('encoding-ok'), `“${name}” is sound and in use.`);
      return null;
    } catch (error) {
      if (error instanceof Stopped || error instanceof Died) return null;
      id('encoding-details').open = true;
      const wrong = sentence(error.error ?? error);
      notice(id('encoding-error'), wrong);
      return wrong;
    }
  }

  /** The choice in the lists. */
  get #chosen() {
    const { name, text } = this.#app.encoding;
    return text === null ? name : OWN;
  }

  #lists() {
    return [id('encoding'), id('formula-encoding')];
  }

  #known(name) {
    return this.#built.find((encoding) => encoding.name === name);
  }

  #choose(name) {
    notice(id('encoding-error'), null);
    notice(id('encoding-ok'), null);
    this.#set(name === OWN ? this.#own : { name, text: null });
  }

  #set(encoding) {
    this.#app.encoding = encoding;
    this.#show();
    this.#app.emit('encoding');
  }

  #show() {
    const { name, text } = this.#app.encoding;
    for (const list of this.#lists()) {
      list.querySelector(`option[value="${OWN}"]`)?.remove();
      if (this.#own) list.append(el('option', { value: OWN, text: `${this.#own.name} (${OWN})` }));
      list.value = this.#chosen;
    }
    const built = this.#known(name);
    const draft = this.#drafts.get(this.#chosen);
    const about = text === null ? `${built.summary} ${built.reference}` : 'Your own file.';
    id('encoding-summary').textContent = draft === undefined ? about : `${about} Your changes to the text are not applied.`;
    id('encoding-text').value = draft ?? text ?? built.text;
  }
}
