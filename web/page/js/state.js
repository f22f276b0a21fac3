// What is after the # in the address: puzzle, tab, cell, encoding, weights. Never sent anywhere.

const SHORT = 120; // longer values that are not lines of digits are packed

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
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

/** The state as the part of an address after the #. */
export async function encodeState(state) {
  const parts = [];
  for (const [name, value] of Object.entries(state)) {
    if (value === null || value === undefined || value === '') continue;
    const plain = /^[\w.-]*$/.test(value) && (value.length <= SHORT || /^[\d.]*$/.test(value));
    parts.push(`${name}=${plain ? value : await pack(value)}`);
  }
  return parts.join('&');
}

/** The state that an address holds. Throws where it was cut or changed. */
export async function decodeState(hash) {
  const state = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    try {
      const value = decodeURIComponent(part.slice(at + 1));
      state[part.slice(0, at)] = value.startsWith('~') ? await unpack(value) : value;
    } catch {
      throw new Error('The address of this page is damaged after its “#”; part of it may be missing. Copy the whole link again.');
    }
  }
  return state;
}
