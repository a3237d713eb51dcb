import { grouped } from './counts.ts';
import type { Terminal } from './terminal.ts';

/** How far a long task is. */
export interface Progress {
  readonly done: number;
  /** Null when it is not known, as on standard input. */
  readonly total: number | null;
  readonly elapsedMs: number;
}

const BAR_MAX = 30;
const BAR_MIN = 5;
/** Before this a rate says nothing. */
const RATE_AFTER_MS = 500;
/** Less than this rounds to 0 seconds. */
const LEFT_MIN_MS = 500;
const REDRAW_EVERY_MS = 100;
/** In a log a line every few seconds is enough. */
const LINE_EVERY_MS = 5000;
const CLEAR_LINE = '\r\u001b[2K';

/** Rows (or entries) a second; 0 before any time has passed. */
export function rowsPerSecond({ done, elapsedMs }: Pick<Progress, 'done' | 'elapsedMs'>): number {
  return elapsedMs <= 0 ? 0 : (done * 1000) / elapsedMs;
}

/** The words of a progress line. */
export interface ProgressWords {
  /** @param total null if it is not known */
  readonly count: (done: number, total: number | null, percent: number) => string;
  readonly pace: (perSecond: number) => string;
  readonly left: (time: string) => string;
}

/** @param noun the things counted */
export const inEnglish = (noun: string): ProgressWords => ({
  count: (done, total, share) =>
    total === null ? `${grouped(done)} ${noun}` : `${grouped(done)} of ${grouped(total)} ${noun} (${share}%)`,
  pace: (perSecond) => `${grouped(perSecond)} ${noun}/s`,
  left: (time) => `${time} left`,
});

/** Progress in words, for a log: `5,467 of 8,817 rows (62%), 1,234 rows/s, 3 s left`. */
export function progressText(progress: Progress, words: ProgressWords): string {
  const { done, total } = progress;
  return [words.count(done, total, total === null ? 0 : percent(done, total)), ...pace(progress, words)].join(', ');
}

/**
 * Progress as a bar that fits a terminal's line.
 * @param columns width of the terminal; one column is left free, since filling the last one would wrap.
 */
export function progressBar(progress: Progress, columns: number, words: ProgressWords): string {
  const { done, total } = progress;
  const text = progressText(progress, words);
  const room = columns - 1;
  const barWidth = Math.min(BAR_MAX, room - text.length - 1);
  if (total === null || barWidth < BAR_MIN) return text.slice(0, Math.max(0, room));
  const filled = total === 0 ? barWidth : Math.floor((Math.min(done, total) / total) * barWidth);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${text}`;
}

/** Length of time in the two units that matter: `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Rounded down: only a finished task is at 100%. */
function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done * 100) / total);
}

function pace(progress: Progress, words: ProgressWords): string[] {
  if (progress.elapsedMs < RATE_AFTER_MS) return [];
  const rate = rowsPerSecond(progress);
  const parts = [words.pace(rate)];
  const leftMs = progress.total === null || rate === 0 ? 0 : ((progress.total - progress.done) / rate) * 1000;
  // A task may have other work to do at its end: “0 s left” for a minute would be wrong.
  if (leftMs >= LEFT_MIN_MS) parts.push(words.left(duration(leftMs)));
  return parts;
}

/** Shows progress on standard error: a bar where the cursor can be moved, a line now and then elsewhere. */
export class ProgressDisplay {
  readonly #terminal: Terminal;
  readonly #isShown: boolean;
  readonly #words: ProgressWords;
  #isDrawn = false;
  #shownAtMs = 0;
  #lastNote = '';
  #lastNoteAtMs = 0;

  constructor(terminal: Terminal, isShown: boolean, words: ProgressWords) {
    this.#terminal = terminal;
    this.#isShown = isShown;
    this.#words = words;
  }

  /** Shows it unless the last time was a moment ago. */
  show(progress: Progress): void {
    const { isInteractive } = this.#terminal;
    const pauseMs = isInteractive ? REDRAW_EVERY_MS : LINE_EVERY_MS;
    if (!this.#isShown || progress.elapsedMs - this.#shownAtMs < pauseMs) return;
    this.#shownAtMs = progress.elapsedMs;
    if (!isInteractive) this.#terminal.err(`${progressText(progress, this.#words)}\n`);
    else {
      this.#terminal.err(`${CLEAR_LINE}${progressBar(progress, this.#terminal.columns(), this.#words)}`);
      this.#isDrawn = true;
    }
  }

  /** Prints a line; the bar is drawn again below it. */
  note(text: string): void {
    this.clear();
    this.#terminal.err(`${text}\n`);
  }

  /** A note, unless the same one was printed less than `freshMs` ago: many requests may fail at once. */
  noteOnce(text: string, freshMs: number): void {
    const now = performance.now();
    if (text === this.#lastNote && now - this.#lastNoteAtMs < freshMs) return;
    [this.#lastNote, this.#lastNoteAtMs] = [text, now];
    this.note(text);
  }

  /** Removes the bar. */
  clear(): void {
    if (this.#isDrawn) this.#terminal.err(CLEAR_LINE);
    this.#isDrawn = false;
  }
}
