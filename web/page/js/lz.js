// LZ-string compression to Base64, as f-puzzles and SudokuPad use it in links.
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Writes bits into characters of six bits each. */
class Bits {
  #text = '';
  #value = 0;
  #held = 0;

  bit(bit) {
    this.#value = (this.#value << 1) | bit;
    this.#held += 1;
    if (this.#held === 6) {
      this.#text += BASE64[this.#value];
      this.#value = 0;
      this.#held = 0;
    }
  }

  /** The lowest `width` bits of `number`, lowest first. */
  number(number, width) {
    for (let i = 0; i < width; i += 1) this.bit((number >> i) & 1);
  }

  finish() {
    do this.bit(0); while (this.#held !== 0);
    return this.#text.padEnd(Math.ceil(this.#text.length / 4) * 4, '=');
  }
}

/** `text` as LZ-string's compressToBase64 writes it. */
export function compress(text) {
  const bits = new Bits();
  const codes = new Map(); // phrase → code
  const unwritten = new Set(); // characters whose first code is still to come
  let width = 2;
  let untilWider = 2;
  const wider = () => {
    untilWider -= 1;
    if (untilWider === 0) {
      untilWider = 2 ** width;
      width += 1;
    }
  };
  const write = (phrase) => {
    if (unwritten.delete(phrase)) {
      const code = phrase.charCodeAt(0);
      const wide = code > 255;
      bits.number(wide ? 1 : 0, width);
      bits.number(code, wide ? 16 : 8);
      wider();
    } else {
      bits.number(codes.get(phrase), width);
    }
    wider();
  };

  let phrase = '';
  for (const character of text.split('')) {
    if (!codes.has(character)) {
      codes.set(character, codes.size + 3);
      unwritten.add(character);
    }
    if (codes.has(phrase + character)) {
      phrase += character;
      continue;
    }
    write(phrase);
    codes.set(phrase + character, codes.size + 3);
    phrase = character;
  }
  if (phrase) write(phrase);
  bits.number(2, width); // the end mark
  return bits.finish();
}
