// Ways out of the page: the same on a command line, and the puzzle in other tools.
import { el, id } from './dom.js';
import { Died, Refused, Stopped } from './engine.js';
import { compress } from './lz.js';

/** A word as a POSIX shell reads it. */
function quoted(word) {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command line that does the same: what it is, and a button that copies it. */
export class Command {
  #app;
  #last = { verb: 'solve', options: ['--unique'] };

  constructor(app) {
    this.#app = app;
    app.on('command', (command) => {
      this.#last = command;
      this.#show();
    });
    id('copy-command').addEventListener('click', async ({ currentTarget: button }) => {
      try {
        await navigator.clipboard.writeText(id('command').textContent);
        button.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(id('command'));
        button.textContent = 'Press Ctrl C';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    this.#show();
  }

  #show() {
    const { verb, words = [], options = [], file } = this.#last;
    const command = ['satoku', verb, ...words, ...options].map(quoted).join(' ');
    id('command').textContent = file
      ? `${command} ${quoted(file)}`
      : `echo ${quoted(this.#app.puzzle.text)} | ${command} -`;
  }
}

/** Links that open the puzzle in other tools. Nothing is requested until one is followed. */
export class Links {
  #app;
  #asked = 0;

  constructor(app) {
    this.#app = app;
    app.on('known', () => this.#show());
    app.on('puzzle', () => id('links').replaceChildren());
  }

  async #show() {
    this.#asked += 1;
    const asked = this.#asked;
    const { puzzle } = this.#app;
    const links = [];
    if (puzzle.lined && puzzle.max === 9) {
      const zeros = puzzle.text.replaceAll('.', '0');
      links.push(['SudokuWiki', `https://www.sudokuwiki.org/sudoku.htm?bd=${zeros}`]);
      links.push(['Interactive Sudoku Solver', `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${puzzle.text}`]);
    }
    try {
      const { text } = await this.#app.ask('convert', { to: 'f-puzzles' });
      const packed = encodeURIComponent(compress(text.trim()));
      links.unshift(['SudokuPad', `https://sudokupad.app/fpuzzles${packed}`], ['f-puzzles', `https://www.f-puzzles.com/?load=${packed}`]);
    } catch (error) {
      if (error instanceof Stopped || error instanceof Died) return;
      if (!(error instanceof Refused)) throw error;
      // What f-puzzles cannot say has no such link.
    }
    if (asked !== this.#asked || puzzle !== this.#app.puzzle) return;
    id('links').replaceChildren(...links.map(([name, href]) => el('a', { href, text: name, target: '_blank', rel: 'noopener noreferrer' })));
    if (links.length === 0) id('links').textContent = '(no other tool knows these rules)';
  }
}
