import type { Terminal } from '../terminal.ts';
import { type Progress, progressBar, progressText } from './progress-line.ts';

const REDRAW_EVERY_MS = 100;
/** In a log a line every few seconds tells enough. */
const LINE_EVERY_MS = 5000;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows progress on standard error: a bar where the cursor can be moved, a line now and then elsewhere. */
export class ProgressDisplay {
  readonly #terminal: Terminal;
  readonly #isShown: boolean;
  readonly #noun: string;
  #isDrawn = false;
  #shownAtMs = 0;
  #lastNote = '';
  #lastNoteAtMs = 0;

  /** @param noun what is counted. */
  constructor(terminal: Terminal, isShown: boolean, noun = 'rows') {
    this.#terminal = terminal;
    this.#isShown = isShown;
    this.#noun = noun;
  }

  /** Shows it unless the last time was a moment ago. */
  show(progress: Progress): void {
    const { isInteractive } = this.#terminal;
    const pauseMs = isInteractive ? REDRAW_EVERY_MS : LINE_EVERY_MS;
    if (!this.#isShown || progress.elapsedMs - this.#shownAtMs < pauseMs) return;
    this.#shownAtMs = progress.elapsedMs;
    if (!isInteractive) this.#terminal.err(`${progressText(progress, this.#noun)}\n`);
    else {
      this.#terminal.err(`${CLEAR_LINE}${progressBar(progress, this.#terminal.columns(), this.#noun)}`);
      this.#isDrawn = true;
    }
  }

  /** Prints a line of its own; the bar comes back below it. */
  note(text: string): void {
    this.clear();
    this.#terminal.err(`${text}\n`);
  }

  /** A note, unless the same one was the last and stands there for less than `freshMs`: many requests may fail at once. */
  noteOnce(text: string, freshMs: number): void {
    const now = performance.now();
    if (text === this.#lastNote && now - this.#lastNoteAtMs < freshMs) return;
    [this.#lastNote, this.#lastNoteAtMs] = [text, now];
    this.note(text);
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.#isDrawn) this.#terminal.err(CLEAR_LINE);
    this.#isDrawn = false;
  }
}
