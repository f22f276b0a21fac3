// The touch pad: digits, erase, undo, redo.
import { el, id } from './dom.js';

const MOST = 9; // digits in a row

/** Builds the pad, and again whenever the digits change. */
export function pad(app) {
  let digits = '';
  let rows = el('div');
  const undo = el('button', { type: 'button', id: 'undo', text: 'Undo', onclick: () => app.undo() });
  const redo = el('button', { type: 'button', id: 'redo', text: 'Redo', onclick: () => app.redo() });
  const erase = el('button', { type: 'button', id: 'erase', text: 'Erase', onclick: () => app.enter(null) });

  const show = () => {
    const now = app.puzzle.digits.join(' ');
    const focused = document.activeElement;
    undo.disabled = !app.canUndo;
    redo.disabled = !app.canRedo;
    // A button that is disabled loses the focus.
    if (focused === undo && undo.disabled) redo.focus();
    if (focused === redo && redo.disabled) undo.focus();
    if (now === digits) return;
    digits = now;
    const buttons = app.puzzle.digits.map((digit) => el('button', { type: 'button', text: digit, onclick: () => app.enter(digit) }));
    const isFocused = rows.contains(focused);
    const old = rows;
    rows = el('div', {}, ...buttons);
    rows.style.setProperty('--each', Math.ceil(buttons.length / Math.ceil(buttons.length / MOST)));
    old.replaceWith(rows);
    if (isFocused) buttons[0].focus();
  };
  id('pad').append(rows, el('div', { class: 'words' }, erase, undo, redo));
  app.on('puzzle', show);
  show();

  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest('textarea, input')) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) app.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) app.redo();
    else return;
    event.preventDefault();
  });
}
