/** The frame of the poster, in the format of a story, and what its sections have in common. */
import { type TextStyle, text } from '../svg.ts';
import { isolated, linesOf } from '../text.ts';
import type { Weight } from '../text-width.ts';

export const WIDTH = 1440;
export const HEIGHT = 2560;
export const MARGIN = 84;
export const INNER = WIDTH - 2 * MARGIN;
export const RIGHT = WIDTH - MARGIN;
export const GAP = 54;

/** A part of the poster, drawn below the one before it. */
export interface Section {
  readonly height: number;
  readonly draw: (top: number) => string[];
}

export const HEADING = 78;
export const heading = (top: number, title: string, note = ''): string[] => [
  text(MARGIN, top + 46, title, { size: 50, look: 'b' }),
  ...(note === '' ? [] : [text(RIGHT, top + 46, note, { size: 40, look: 'quiet', anchor: 'end' })]),
];

/** Lines of one size that together show a text, or several below each other, whole. */
export interface Lines {
  readonly lines: readonly string[];
  readonly size: number;
  readonly height: number;
}

const LINE_HEIGHT = 1.4;

/**
 * Texts below each other, as large as they can be set. Nothing is ever cut: the last size takes as many lines as it needs, and may break
 * a word.
 * @param settings sizes with the most lines that they may take together, the largest first
 */
export function wholeLines(
  contents: readonly string[],
  width: number,
  settings: readonly (readonly [size: number, lines: number])[],
  weight: Weight = 'regular',
): Lines {
  const words = wordsIn(contents);
  let lines: string[] = [];
  let used = 0;
  for (const [size, most] of settings) {
    used = size;
    lines = contents.flatMap((content) => linesOf(content, width, size, weight));
    const isBroken = wordsIn(lines) > words;
    if (lines.length <= most && !isBroken) break;
  }
  return { lines, size: used, height: lines.length * used * LINE_HEIGHT };
}

const wordsIn = (texts: readonly string[]): number => texts.join(' ').split(/\s+/u).length;

/** @param dress what each line is drawn as. Default: isolated; lines of a sentence with isolated names are drawn unchanged */
export const drawLines = (
  { lines, size }: Lines,
  x: number,
  top: number,
  { dress = isolated, ...style }: Omit<TextStyle, 'size'> & { readonly dress?: (line: string) => string },
): string[] =>
  lines.map((line, index) => text(x, top + (index + 0.82) * size * LINE_HEIGHT, dress(line), { size, ...style }));

export const unchanged = (line: string): string => line;
