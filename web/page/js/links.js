// Puzzles in links: to this page, and to tools whose addresses are lines of digits.
import { decodeState } from './state.js';

/** The puzzle that a link holds; any other text as it is. */
export async function unlinked(text) {
  let url;
  try {
    url = new URL(/^https?:\/\/\S+$/.test(text.trim()) ? text.trim() : '');
  } catch {
    return text;
  }
  const { state } = await decodeState(url.hash);
  const line = /sudokuwiki\.org$/.test(url.hostname) ? url.searchParams.get('bd') : null;
  return state.p ?? (/^[\d.]{81}$/.test(line ?? '') ? line : text);
}
