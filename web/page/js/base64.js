// Bytes as Base64 and back, in pieces that a call can take as arguments.
const PIECE = 0x8000;

export function toBase64(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  }
  return btoa(pieces.join(''));
}

export function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
