/** How wide and how high letters are drawn at most, in any of the reader’s fonts. */
import { ADVANCE_WIDTHS } from './advance-widths.ts';

export type Weight = 'regular' | 'bold';

/** The measured width of a code point, in twentieths of an em; undefined without one. Of blocks that overlap, the last counts. */
function measuredOf(point: number, weight: Weight): number | undefined {
  const block = ADVANCE_WIDTHS.findLast(({ first, regular }) => point >= first && point < first + regular.length);
  return block && fromDigit(block[weight].charAt(point - block.first));
}

/** The value of a digit 0–9, A–Z, a–z. */
function fromDigit(digit: string): number {
  const value = Number.parseInt(digit, 36);
  return digit >= 'a' ? value + 26 : value;
}

/** Twentieths of an em. */
const EMOJI_WIDTH = 33;
const IDEOGRAPH_WIDTH = 21;
const UNMEASURED_WIDTH = 22;

const MARK = /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]$/u;
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20E3)$/u;
/** Drawn over a square, in every font that has them. */
const IDEOGRAPH =
  /^[\uFFFD\u2E80-\u2FD5\u3001-\u303F\u3041-\u3096\u3099-\u30FF\u3105-\u312F\u3131-\u3163\u31C0-\u31FF\u3400-\u9FFF\uAC00-\uD7A3\uF900-\uFAD9\uFF01-\uFF9F\u{20000}-\u{3134F}]$/u;

/** At most so wide, in twentieths of an em; undefined where no font was measured. */
export function boundOf(character: string, weight: Weight): number | undefined {
  const measured = measuredOf(character.codePointAt(0) ?? 0, weight);
  if (measured !== undefined && measured > 0) return measured;
  if (MARK.test(character)) return 0;
  if (EMOJI.test(character)) return EMOJI_WIDTH;
  if (IDEOGRAPH.test(character)) return IDEOGRAPH_WIDTH;
  const letter = character.normalize('NFD');
  return letter.length > 1 ? measuredOf(letter.codePointAt(0) ?? 0, weight) : undefined;
}

/** Letters that reach so far above or below the line that they are drawn smaller. Of the Arabic ones, those of few languages. */
const HIGH =
  /[\p{Script=Tibetan}\p{Script=Myanmar}]|(?![\u060C-\u061F\u0621-\u0652\u0660-\u066A\u0679\u067E\u0686\u0688\u0691\u0698\u06A9\u06AF\u06BA\u06BE\u06C1\u06CC\u06D2\u06F0-\u06F9])\p{Script=Arabic}/u;
export const isHigh = (text: string): boolean => HIGH.test(text);

/**
 * Whether the text has characters whose width no table can bound: a font may draw a single one ten times as wide as high.
 * Such a text has to be given its width (`textLength`).
 */
export function isUnmeasured(text: string): boolean {
  return Array.from(text).some((character) => boundOf(character, 'regular') === undefined);
}

/**
 * At most how wide a text is drawn. A sequence of emoji counts as all of its parts, since a system without it draws them one
 * by one.
 * @param size of the font, in units of the picture
 */
export function widthOf(text: string, size: number, weight: Weight = 'regular'): number {
  return (unitsOf(text, weight) * size) / 20;
}

/** Whole numbers, so that the sum of the parts of a text is exactly its whole. */
export function unitsOf(text: string, weight: Weight): number {
  let units = 0;
  for (const character of text) units += boundOf(character, weight) ?? UNMEASURED_WIDTH;
  return units;
}
