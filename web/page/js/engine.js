// The solver in its worker: questions, answers, stopping, and a new worker when one dies.

/** The question was stopped, by the visitor or because another one replaced it. */
export class Stopped extends Error {}

/** The worker ended without an answer. */
export class Died extends Error {}

/** The question has a fault; `error` is the answer's, with message, line, column, field. */
export class Refused extends Error {
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

const WASM = new URL('../satoku.wasm', import.meta.url);
const WORKER = new URL('../worker.js', import.meta.url);

export class Engine extends EventTarget {
  #module = null;
  #worker = null;
  #next = 1;
  #pending = new Map();

  /** Loads the module and starts the first worker. */
  async start() {
    const response = await fetch(WASM);
    if (!response.ok) throw new Error(`The solver cannot be loaded: ${response.status} for ${WASM.pathname}.`);
    // Not compileStreaming: it insists on a media type that some static hosts do not send.
    this.#module = await WebAssembly.compile(await response.arrayBuffer());
    this.#replace();
  }

  get busy() {
    return this.#pending.size > 0;
  }

  /** The answer to a request, with `ms`, the time it took in the worker. */
  ask(request) {
    if (!this.#worker) return Promise.reject(new Stopped('not started'));
    const number = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#worker.postMessage({ number, request: JSON.stringify(request) });
      this.#tell();
    });
  }

  /** Like `ask`, but asks again when the question was stopped: for what the page needs itself. */
  async insist(request) {
    for (;;) {
      try {
        return await this.ask(request);
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
      }
    }
  }

  /** Ends what is running, at once, and starts a new worker. Does nothing when nothing runs. */
  stop() {
    if (!this.busy) return;
    this.#fail(new Stopped('stopped'));
    this.#replace();
  }

  #replace() {
    this.#worker?.terminate();
    const worker = new Worker(WORKER, { type: 'module', name: 'satoku' });
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#died(worker, event.message || 'it could not be loaded');
    };
    worker.onmessageerror = () => this.#died(worker, 'its answer could not be read');
    worker.postMessage({ module: this.#module });
    this.#worker = worker;
  }

  #hear(worker, { number, answer, ms, died }) {
    if (worker !== this.#worker) return;
    if (died !== undefined) {
      this.#died(worker, died);
      return;
    }
    const question = this.#pending.get(number);
    this.#pending.delete(number);
    this.#tell();
    const value = JSON.parse(answer);
    if (value.error) question?.reject(new Refused(value.error));
    else question?.resolve({ ...value, ms });
  }

  #died(worker, why) {
    if (worker !== this.#worker) return;
    this.#replace();
    this.#fail(new Died(why));
    this.dispatchEvent(new CustomEvent('died', { detail: why }));
  }

  #fail(error) {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('busy'));
  }
}
