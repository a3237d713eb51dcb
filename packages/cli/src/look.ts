import { styleText } from 'node:util';
import type { Zone } from '@bandeja/importer';
import { widthOf, wrapped } from './text-width.ts';
import { Times } from './times.ts';

/** What a piece of text is painted as, where the terminal has colours. */
export type Tone = 'heading' | 'strong' | 'up' | 'down' | 'faint';

const STYLES = { heading: 'dim', strong: 'bold', up: 'green', down: 'red', faint: 'dim' } as const;

/** Lines of prose are not longer than this, however wide the terminal is. */
const PROSE_MAX = 100;

/** How an answer looks to the person who reads it. */
export class Look {
  /** Columns of the terminal; null where standard output is none: then nothing is wrapped or cut. */
  readonly width: number | null;
  readonly times: Times;
  readonly #hasColours: boolean;

  constructor({ width, hasColours, zone }: { width: number | null; hasColours: boolean; zone: () => Zone }) {
    this.width = width;
    this.times = new Times(zone);
    this.#hasColours = hasColours;
  }

  /** The text in the colour of a tone, where there are colours. Its width does not change, so paint after padding. */
  paint(tone: Tone, text: string): string {
    if (!this.#hasColours || text.trim() === '') return text;
    return styleText(STYLES[tone], text, { validateStream: false });
  }

  /** A text as lines that fit, each with `indent` before it. */
  prose(text: string, indent = ''): string {
    if (this.width === null) return `${indent}${text}\n`;
    return wrapped(text, Math.min(this.width, PROSE_MAX) - indent.length)
      .map((line) => `${indent}${line}\n`)
      .join('');
  }

  /** The same behind a label: further lines begin where the text does. */
  labelled(label: string, text: string): string {
    return `${label}${this.prose(text, ' '.repeat(widthOf(label))).trimStart()}`;
  }
}

/** For what has neither times nor a terminal. */
export const plainLook = (): Look => new Look({ width: null, hasColours: false, zone: () => 'UTC' });
