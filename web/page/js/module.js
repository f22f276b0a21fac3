// The WebAssembly module as one function: request JSON in, answer JSON out.
// src/boundary.rs says what it exports and imports.

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
