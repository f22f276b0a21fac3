// What is after the # in the address: puzzle, tab, cell, encoding, weights. Never sent anywhere.

const MOST = 8e6; // bytes of a value: more than the page reads
const SHORT = 120; // longer values that are not lines of digits are packed

/** What a stream makes of bytes. A few bytes may unpack to very many: no more than MOST are made. */
async function through(stream, bytes) {
  const pieces = [];
  let size = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(value);
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new Error('too large');
    }
  }
}

async function pack(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `~${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

async function unpack(text) {
  const binary = atob(text.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(await through(new DecompressionStream('deflate-raw'), bytes));
}

const NAMES = ['p', 'cell', 'encoding', 'own', 'weights', 'tab'];

/** Whether what is after the # is a state of this page, and not the name of a part of it. */
export const isState = (hash) => NAMES.some((name) => hash.replace(/^#/, '').split('&').some((part) => part.startsWith(`${name}=`)));

/**
 * The state as the part of an address after the #. The tab is last: programs that make links of
 * addresses in a text leave out dots at the end.
 */
export async function encodeState(state) {
  const parts = [];
  for (const name of NAMES) {
    const value = state[name];
    if (value === null || value === undefined || value === '') continue;
    const plain = /^[\w.-]*$/.test(value) && (value.length <= SHORT || /^[\d.]*$/.test(value));
    parts.push(`${name}=${plain ? value : await pack(value)}`);
  }
  return parts.join('&');
}

/** The state that an address holds, and the names of the parts that were cut or changed. */
export async function decodeState(hash) {
  const [state, damaged] = [{}, []];
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at);
    try {
      const value = decodeURIComponent(part.slice(at + 1));
      state[name] = value.startsWith('~') ? await unpack(value) : value;
    } catch {
      damaged.push(name);
    }
  }
  return { state, damaged };
}
