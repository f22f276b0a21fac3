// Undo and redo over values that are never changed in place.
const MOST = 500;

export class History {
  #past = [];
  #future = [];
  #now;

  constructor(now) {
    this.#now = now;
  }

  get now() {
    return this.#now;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  push(value) {
    this.#past.push(this.#now);
    if (this.#past.length > MOST) this.#past.shift();
    this.#future = [];
    this.#now = value;
  }

  /** Replaces the value without a step of its own. */
  amend(value) {
    this.#future = [];
    this.#now = value;
  }

  undo() {
    if (!this.canUndo) return false;
    this.#future.push(this.#now);
    this.#now = this.#past.pop();
    return true;
  }

  redo() {
    if (!this.canRedo) return false;
    this.#past.push(this.#now);
    this.#now = this.#future.pop();
    return true;
  }
}
