// Ways out of the page: the same on a command line, and the puzzle in other tools.
import { copyButton, download, el, id } from './dom.js';
import { Died, Refused, Stopped } from './engine.js';
import { compress } from './lz.js';

/** A word as a POSIX shell reads it. */
function quoted(word) {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const USUAL = { verb: 'solve', options: ['--unique'] };

/** The command line that does the same: what it is, and a button that copies it. */
export class Command {
  #app;
  #last = USUAL;

  constructor(app) {
    this.#app = app;
    app.on('command', (command) => {
      this.#last = command;
      this.#show();
    });
    copyButton(id('copy-command'), () => id('command').textContent, () => {
      getSelection().selectAllChildren(id('command'));
      return 'Press Ctrl C';
    });
    this.#show();
  }

  /** Forgets a command that belongs to a panel that is no longer shown. */
  leave(verb) {
    if (this.#last.verb !== verb) return;
    this.#last = USUAL;
    this.#show();
  }

  #show() {
    const { verb, words = [], options = [], file, files = [] } = this.#last;
    const command = ['satoku', verb, ...words, ...options].map(quoted).join(' ');
    id('command').textContent = file
      ? `${command} ${quoted(file)}`
      : `echo ${quoted(this.#app.puzzle.text)} | ${command} -`;
    id('command-files').hidden = files.length === 0;
    id('command-files').replaceChildren('It reads a file that this page has:', ...files.map(({ name, text }) => el('button', {
      type: 'button', class: 'quiet', text: `Download ${name}`, onclick: () => download(name, text, 'text/plain'),
    })));
  }
}

/** Links that open the puzzle in other tools. Nothing is requested until one is followed. */
export class Links {
  #app;
  #asked = 0;

  constructor(app) {
    this.#app = app;
    app.on('puzzle', () => {
      id('links').replaceChildren();
      this.#show();
    });
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
      if (asked !== this.#asked) return;
      if (error instanceof Stopped) { // for another question about the same puzzle
        await this.#show();
        return;
      }
      if (error instanceof Died) return;
      if (!(error instanceof Refused)) throw error;
      // What f-puzzles cannot say has no such link.
    }
    if (asked !== this.#asked || puzzle !== this.#app.puzzle) return;
    id('links').replaceChildren(...links.map(([name, href]) => el('a', { href, text: name, target: '_blank', rel: 'noopener noreferrer' })));
    if (links.length === 0) id('links').textContent = '(none of the linked tools supports these rules)';
  }
}
