// The solver in its worker: questions, answers, stopping, and a new worker when one dies.
// There are two modules: a small one that answers what a first visit asks, and the whole one,
// which is loaded with the first question that the small one passes on.
// Events: started, when there is a solver; busy, when a question starts or ends; loading, with
// whether the whole module is on its way; died, with why a worker did, and the milliseconds until
// the next one starts.

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

const FIRST = new URL('../first.wasm', import.meta.url);
const WHOLE = new URL('../satoku.wasm', import.meta.url);
const WORKER = new URL('../worker.js', import.meta.url);
const ABSENT = 'The solver could not be loaded (no connection?). Load the page again when you are online.';
const PAUSE = 1000; // ms, before a worker whose predecessor died without an answer; doubled each time
const LONGEST_PAUSE = 30_000; // ms

export class Engine extends EventTarget {
  #module = null;
  #whole = null; // a promise, once the whole module is asked for
  #code = null; // the address of the worker's code
  #heard = false; // whether a worker has ever answered
  #worker = null; // none before the start, and during a pause
  #broken = null; // why there will be no worker
  #deaths = 0; // since the last answer
  #next = 1;
  #pending = new Map();

  /** Loads the module and the worker's code, and starts the first worker. */
  async start() {
    try {
      [this.#module, this.#code] = await Promise.all([load(FIRST, ABSENT), keep(WORKER, ABSENT)]);
      this.#replace();
      this.dispatchEvent(new Event('started'));
    } catch (error) {
      this.#broken = error.message;
      this.#fail(new Refused({ message: this.#broken }));
      throw error;
    }
  }

  /** Whether it could not be loaded. */
  get broken() {
    return this.#broken !== null;
  }

  /** Whether there is a solver. */
  get started() {
    return this.#module !== null && this.#code !== null;
  }

  get busy() {
    return this.#pending.size > 0;
  }

  /** The answer to a request, with `ms`, the time it took in the worker. Before the start it waits. */
  ask(request, lasts = false) {
    if (this.#broken) return Promise.reject(new Refused({ message: this.#broken }));
    const number = this.#next;
    this.#next += 1;
    const text = JSON.stringify(request);
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { text, resolve, reject, lasts });
      this.#worker?.postMessage({ number, request: text });
      this.#tell();
    });
  }

  /** Like `ask`, but is not stopped: for what the page needs itself. */
  insist(request) {
    return this.ask(request, true);
  }

  /** Ends what is running, at once, and starts a new worker. Does nothing when nothing runs. */
  stop() {
    if (!this.busy) return;
    this.#fail(new Stopped('stopped'), ({ lasts }) => !lasts);
    if (this.#worker) this.#replace();
  }

  #replace() {
    this.#worker?.terminate();
    const worker = this.#started();
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#died(worker, event.message || 'it could not be loaded; no connection?');
    };
    worker.onmessageerror = () => this.#died(worker, 'its answer could not be read');
    worker.postMessage({ module: this.#module });
    for (const [number, { text }] of this.#pending) worker.postMessage({ number, request: text });
    this.#worker = worker;
  }

  /** A worker of the copy or, where a host's own policy refuses it at once, of the file. */
  #started() {
    const options = { type: 'module', name: 'satoku' };
    try {
      return new Worker(this.#code, options);
    } catch (error) {
      if (this.#code === WORKER) throw error;
      this.#code = WORKER;
      return new Worker(this.#code, options);
    }
  }

  #hear(worker, { number, answer, ms, died }) {
    if (worker !== this.#worker) return;
    this.#heard = true;
    if (died !== undefined) {
      this.#died(worker, died);
      return;
    }
    this.#deaths = 0;
    const value = JSON.parse(answer);
    if (value.error?.needs) {
      this.#passOn(number);
      return;
    }
    const question = this.#pending.get(number);
    this.#pending.delete(number);
    this.#tell();
    if (value.error) question?.reject(new Refused(value.error));
    else question?.resolve({ ...value, ms });
  }

  /** Loads the whole module, and asks it a question that is still open then. */
  async #passOn(number) {
    try {
      this.#whole ??= this.#loadWhole();
      await this.#whole;
    } catch (error) {
      this.#whole = null; // the next question tries again
      this.#pending.get(number)?.reject(new Refused({ message: error.message }));
      this.#pending.delete(number);
      this.#tell();
      return;
    }
    const question = this.#pending.get(number);
    if (question) this.#worker?.postMessage({ number, request: question.text });
  }

  async #loadWhole() {
    const loading = (detail) => this.dispatchEvent(new CustomEvent('loading', { detail }));
    loading(true);
    try {
      this.#module = await load(WHOLE, 'The rest of the solver could not be loaded (no connection?). Try again when you are online.');
      this.#worker?.postMessage({ module: this.#module });
    } finally {
      loading(false);
    }
  }

  #died(worker, why) {
    if (worker !== this.#worker) return;
    if (!this.#heard && this.#code !== WORKER) { // a host's own policy may forbid the copy
      this.#code = WORKER;
      this.#replace();
      return;
    }
    worker.terminate();
    this.#worker = null;
    const pause = this.#deaths === 0 ? 0 : Math.min(PAUSE * 2 ** (this.#deaths - 1), LONGEST_PAUSE);
    this.#deaths += 1;
    this.#fail(new Died(why));
    if (pause === 0) this.#replace();
    else setTimeout(() => this.#replace(), pause);
    this.dispatchEvent(new CustomEvent('died', { detail: { why, pause } }));
  }

  /** Ends questions, or those that `which` chooses. */
  #fail(error, which = () => true) {
    for (const [number, question] of [...this.#pending]) {
      if (!which(question)) continue;
      this.#pending.delete(number);
      question.reject(error);
    }
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('busy'));
  }
}

/** The compiled module, or an error that says `absent`. */
async function load(url, absent) {
  if (typeof WebAssembly === 'undefined') {
    throw new Error('The solver cannot be started: this browser has no WebAssembly, or it is switched off.');
  }
  // Not compileStreaming: it insists on a media type that some static hosts do not send.
  return fetched(url, absent, async (response) => WebAssembly.compile(await response.arrayBuffer()));
}

/** The address of a copy of the code at `url`, which is there without a connection, too. */
function keep(url, absent) {
  return fetched(url, absent, async (response) => URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' })));
}

/** What `use` makes of a response: what arrives without a connection may be none, or another page. */
async function fetched(url, absent, use) {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(response.status);
    return await use(response);
  } catch (cause) {
    throw new Error(absent, { cause });
  }
}
