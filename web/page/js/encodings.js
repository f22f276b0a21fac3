// The choice of an encoding, its file, and files of the visitor's own.
import { el, fileInput, id, notice, textOf } from './dom.js';
import { Died, Stopped } from './engine.js';
import { sentence } from './input.js';

const OWN = 'my own';
const LARGEST = 100_000; // bytes of an encoding file

export class Encodings {
  #app;
  #built = [];

  constructor(app) {
    this.#app = app;
    for (const list of this.#lists()) list.addEventListener('change', () => this.#choose(list.value));
    id('encoding-apply').addEventListener('click', () => this.apply(id('encoding-text').value));
    id('encoding-reset').addEventListener('click', () => this.#choose(this.#known(app.encoding.name) ? app.encoding.name : 'extended'));
    fileInput(id('encoding-file'), async (file) => {
      try {
        const text = await textOf(file, LARGEST);
        id('encoding-text').value = text;
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

  /** Takes what an address says: a name, or the text of a file. */
  restore(name, text) {
    if (text) {
      id('encoding-text').value = text;
      return this.apply(text);
    }
    const wanted = name && this.#known(name) ? name : 'extended';
    const { encoding } = this.#app;
    if (encoding.text !== null || encoding.name !== wanted) this.#choose(wanted);
    return undefined;
  }

  /** Checks the text of an encoding file; uses it, or says by line what is wrong. */
  async apply(text) {
    notice(id('encoding-error'), null);
    notice(id('encoding-ok'), null);
    try {
      const { name } = await this.#app.engine.ask({ ask: 'encoding', text });
      this.#set({ name, text });
      notice(id('encoding-ok'), `“${name}” is sound and in use.`);
    } catch (error) {
      if (error instanceof Stopped || error instanceof Died) return;
      id('encoding-details').open = true;
      notice(id('encoding-error'), sentence(error.error ?? error));
    }
  }

  #lists() {
    return [id('encoding'), id('formula-encoding')];
  }

  #known(name) {
    return this.#built.find((encoding) => encoding.name === name);
  }

  #choose(name) {
    if (name === OWN) return;
    notice(id('encoding-error'), null);
    notice(id('encoding-ok'), null);
    this.#set({ name, text: null });
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
      if (text !== null) list.append(el('option', { value: OWN, text: `${name} (${OWN})` }));
      list.value = text === null ? name : OWN;
    }
    const built = this.#known(name);
    id('encoding-summary').textContent = text === null ? `${built.summary} ${built.reference}` : 'Your own file.';
    if (text === null) id('encoding-text').value = built.text;
  }
}
