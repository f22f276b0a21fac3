// Certificates: made, verified, downloaded, dropped.
import { download, dropZone, duration, el, fileInput, grouped, id, isArchive, notice, status } from './dom.js';
import { Died, Stopped } from './engine.js';
import { fromBase64, toBase64 } from './base64.js';
import { Puzzle } from './puzzle.js';

const LARGEST = 64e6; // bytes of an archive
const MOST = 1000; // solutions of a claim

export class Proof {
  #app;
  #made = null;
  #attempts = 0;
  #about = null; // the puzzle of the certificate that was verified

  constructor(app) {
    this.#app = app;
    id('prove').addEventListener('click', () => this.#prove());
    const showCount = () => { id('claim-count').hidden = id('claim').value !== 'exactly'; };
    id('claim').addEventListener('change', () => {
      showCount();
      notice(id('claim-error'), null);
    });
    showCount(); // a claim may be chosen before this code has arrived
    id('about-show').addEventListener('click', () => app.change(this.#about));
    id('download-archive').addEventListener('click', () => {
      download(this.#made.name, fromBase64(this.#made.archive), 'application/octet-stream');
    });
    fileInput(id('archive-file'), (file) => this.open(file));
    dropZone(id('archive-drop'), (file) => this.open(file));
    // The certificate stays when the puzzle changes to the one it is about.
    app.on('puzzle', () => (this.#about && app.puzzle === this.#about ? this.#tellPuzzle() : this.#clear()));
    app.on('known', ({ verdict }) => this.#suggest(verdict));
    if (app.known) this.#suggest(app.known.verdict);
    id('prove').disabled = app.engine.broken;
  }

  /** Verifies the certificate in a file. */
  async open(file) {
    this.#clear();
    if (file.size > LARGEST) {
      this.#say(`${file.name} has ${(file.size / 1e6).toFixed(0)} MB; this page verifies archives up to ${LARGEST / 1e6} MB. The program “satoku verify” takes larger ones.`, 'bad');
      return;
    }
    if (!await isArchive(file)) {
      this.#say(`${file.name} is no certificate: a certificate is a ZIP archive. To open a puzzle, use “Open a file” below the digits.`, 'bad');
      return;
    }
    this.#app.engine.stop();
    this.#app.emit('command', { verb: 'verify', file: file.name });
    await this.#attempt(async () => {
      this.#say(`Verifying ${file.name} …`, 'wait');
      await this.#verify(toBase64(new Uint8Array(await file.arrayBuffer())), `${file.name}: `);
    });
  }

  async #prove() {
    this.#clear();
    const claim = id('claim').value;
    const fields = { claim };
    const options = [];
    const files = [];
    if (claim === 'exactly') {
      const { value } = id('claim-k');
      if (!/^\d{1,4}$/.test(value) || Number(value) > MOST) {
        notice(id('claim-error'), `K is a whole number from 0 to ${grouped(MOST)}.`);
        id('claim-k').focus();
        return;
      }
      fields.solutions = Number(value);
    }
    if (claim === 'maximum' && this.#app.weights) {
      fields.weights = this.#app.weights;
      options.push('--weights', 'weights.txt');
      files.push(this.#app.weightsFile);
    }
    this.#app.engine.stop();
    const words = claim === 'exactly' ? ['exactly', `${fields.solutions}`] : [claim];
    this.#app.emit('command', { verb: 'prove', words, options: [...options, '-o', 'certificate'], files });
    await this.#attempt(async () => {
      this.#say('Looking for a proof …', 'wait');
      const answer = await this.#app.ask('prove', fields);
      if (answer.verdict !== 'proven') {
        const lead = answer.verdict === 'false' ? 'The claim is false' : 'Not proven';
        this.#say(`${lead}: ${answer.sentence}`, answer.verdict === 'false' ? 'bad' : 'some');
        return;
      }
      this.#made = answer;
      this.#files(answer);
      await this.#verify(answer.archive, `Proven in ${duration(answer.ms)}, `);
    });
  }

  async #verify(archive, lead) {
    const answer = await this.#app.engine.ask({ ask: 'verify', archive });
    const items = answer.checked.map(({ file, found }) => el('li', {}, el('span', {}, el('strong', { text: file }), ` ${found}`)));
    if (answer.verdict !== 'verified') items.push(el('li', { class: 'failed' }, el('span', { text: answer.reason })));
    id('checks').replaceChildren(...items);
    if (answer.verdict === 'verified' && answer.puzzle) await this.#read(answer.puzzle);
    if (answer.verdict === 'verified') this.#say(`${lead}verified in ${duration(answer.ms)}: ${answer.claim}`, 'good');
    else if (answer.verdict === 'rejected') this.#say(`${lead}rejected. ${answer.reason}`, 'bad');
    else this.#say(`${lead}not verified. ${answer.reason}`, 'some');
  }

  /** Shows which puzzle a certificate is about. */
  async #read(text) {
    const { puzzles } = await this.#app.engine.ask({ ask: 'read', text });
    if (puzzles.length === 0) return;
    this.#about = new Puzzle(puzzles[0]);
    id('about-text').textContent = text.trim();
    this.#tellPuzzle();
  }

  #tellPuzzle() {
    const isShown = this.#about.text === this.#app.puzzle.text;
    id('about-which').textContent = isShown
      ? 'The certificate is about the puzzle that is shown:'
      : 'The certificate is about a different puzzle from the one that is shown:';
    if (isShown && document.activeElement === id('about-show')) id('about-text').focus(); // the button goes
    id('about-show').hidden = isShown;
    id('about').hidden = false;
  }

  #files({ files }) {
    id('files').tBodies[0].replaceChildren(...files.map(({ name, bytes }) => el('tr', {},
      el('th', { scope: 'row', text: name }), el('td', { class: 'num', text: grouped(bytes) }))));
    id('archive').hidden = false;
  }

  #suggest(verdict) {
    if (id('claim').value === 'unique' && verdict === 'none') id('claim').value = 'none';
    else if (id('claim').value === 'none' && verdict === 'one') id('claim').value = 'unique';
  }

  #clear() {
    this.#attempts += 1;
    this.#made = null;
    this.#about = null;
    id('about').hidden = true;
    notice(id('claim-error'), null);
    id('archive').hidden = true;
    id('checks').replaceChildren();
    this.#say('', 'idle');
  }

  async #attempt(work) {
    const mine = this.#attempts;
    try {
      await work();
    } catch (error) {
      if (mine !== this.#attempts) return; // the puzzle was changed: nobody pressed Stop
      if (error instanceof Stopped) this.#say('Stopped.', 'idle');
      else if (error instanceof Died) this.#say('The solver crashed and was restarted. Nothing is proven.', 'bad');
      else this.#say(error.message, 'bad');
    }
  }

  #say(text, mood) {
    status(id('proof-status'), text, mood);
  }
}
