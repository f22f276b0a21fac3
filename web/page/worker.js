// The worker: one WebAssembly instance that answers one request after another.
// If the module traps, its memory can no longer be trusted: the page replaces the worker.
// All in one file, which the page keeps: a new worker needs no connection.

/** The module as one function: request JSON in, answer JSON out; src/boundary.rs has the other side. */
export class Asker {
  #exports;
  #panic = null;

  /** An instance of a compiled module. */
  constructor(module) {
    const imports = {
      satoku: {
        now: () => performance.now(),
        report: (address, length) => { this.#panic = this.#text(address, length); },
      },
    };
    this.#exports = new WebAssembly.Instance(module, imports).exports;
  }

  /** The answer to a request. Throws if the module traps; it is of no use after that. */
  ask(request) {
    const bytes = new TextEncoder().encode(request);
    this.#panic = null;
    try {
      const to = this.#exports.allocate(bytes.length) >>> 0;
      new Uint8Array(this.#exports.memory.buffer, to, bytes.length).set(bytes);
      const where = BigInt.asUintN(64, this.#exports.answer(to, bytes.length));
      const [address, length] = [Number(where >> 32n), Number(where & 0xffffffffn)];
      const answer = this.#text(address, length);
      this.#exports.release(address, length);
      return answer;
    } catch (error) {
      throw new Error(this.#panic ?? `${error.name}: ${error.message}`);
    }
  }

  #text(address, length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, address >>> 0, length));
  }
}

let asker = null;

function hear({ data }) {
  try {
    if (data.module) {
      asker = new Asker(data.module);
      return;
    }
    const start = performance.now();
    const answer = asker.ask(data.request);
    self.postMessage({ number: data.number, answer, ms: performance.now() - start });
  } catch (error) {
    self.postMessage({ number: data.number, died: String(error?.message ?? error) });
  }
}

if (globalThis.WorkerGlobalScope) self.onmessage = hear; // node imports the class alone
