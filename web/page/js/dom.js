// Small helpers for building elements. Text is always set as text, never as HTML.

/** The element with this id. */
export const id = (name) => document.getElementById(name);

/** A new element: attributes (`on…` are listeners, `text` is its text), then children. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'text') element.textContent = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** Shows `text` in a notice, or hides it when there is none. */
export function notice(element, text) {
  const shown = text ?? '';
  element.hidden = !text;
  // The same text set again would be announced again.
  if (element.textContent !== shown) element.textContent = shown;
}

/** Sets a status line: its text, or its parts, and its mood (idle, wait, good, some, bad). */
export function status(element, text, mood = 'idle') {
  const parts = [text].flat(Infinity).filter(Boolean);
  element.replaceChildren(...(parts.length > 0 ? [el('span', {}, ...parts)] : []));
  element.dataset.mood = mood;
}

const PATIENCE = 150; // ms that an answer may take before the last one is taken away

/** Runs `clear` if `work` takes so long that what is shown would be taken for its answer. */
export async function clearedIfSlow(work, clear) {
  const timer = setTimeout(clear, PATIENCE);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** Shows why there is no answer, and a button that asks again. */
export function askAgain(element, text, again) {
  notice(element, text);
  const onclick = () => {
    const panel = element.closest('[role="tabpanel"]'); // the button goes, and with it the focus
    panel.tabIndex = -1;
    panel.focus({ preventScroll: true });
    again();
  };
  element.append(' ', el('button', { type: 'button', text: 'Ask again', onclick }));
}

/** Enables a button or disables it; one that has the focus keeps it, and is disabled when it loses it. */
export function enable(button, on) {
  const isFocused = button === document.activeElement;
  button.disabled = !on && !isFocused;
  button.ariaDisabled = on ? null : 'true';
  if (!on && isFocused) button.addEventListener('blur', () => { button.disabled = button.ariaDisabled === 'true'; }, { once: true });
}

/** A time as people read it; `ms` in milliseconds. */
export function duration(ms) {
  if (ms < 0.1) return `${(ms * 1000).toFixed(0)} µs`;
  if (ms < 10) return `${ms.toFixed(1).replace(/\.0$/, '')} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

/** A whole number with its digits grouped by threes. */
export const grouped = (n) => Number(n).toLocaleString('en');

/** Lets the visitor save `content` (text or bytes) as a file. */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Makes `element` a place where a file can be dropped. */
export function dropZone(element, onFile) {
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.classList.add('over');
  });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('over');
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData('text');
    if (file) onFile(file);
    else if (text.trim()) onFile(new File([text], 'dropped text'));
  });
}

/** Copies what `text` returns when `button` is clicked, and says so on it; `otherwise` runs where that is forbidden. */
export function copyButton(button, text, otherwise) {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(await text());
      button.textContent = 'Copied';
    } catch {
      button.textContent = otherwise();
    }
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}

/** Whether a file is a ZIP archive, by its first bytes. */
export async function isArchive(file) {
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return p === 0x50 && k === 0x4b;
}

/** Calls `onFile` with the file chosen in `input`, again even if it is the same one. */
export function fileInput(input, onFile) {
  input.addEventListener('change', () => {
    const [file] = input.files;
    input.value = '';
    if (file) onFile(file);
  });
}

/** The file as text, or an error that says why not. `most` is the largest size in bytes. */
export async function textOf(file, most) {
  if (file.size > most) {
    const size = (file.size / 1e6).toFixed(1);
    throw new Error(`${file.name} has ${size} MB; this page reads files up to ${most / 1e6} MB. `
      + 'The satoku program takes files of any size.');
  }
  try {
    return await file.text();
  } catch (error) {
    throw new Error(`${file.name} cannot be read: ${error.message}`);
  }
}
