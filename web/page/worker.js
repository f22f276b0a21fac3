// The worker: one WebAssembly instance that answers one request after another.
// If the module traps, its memory can no longer be trusted: the page replaces the worker.
import { Asker } from './js/module.js';

let asker = null;

self.onmessage = ({ data }) => {
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
};
