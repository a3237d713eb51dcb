/** Users’ texts, made safe to draw. */
import { boundOf } from './text-width.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters as people see them. */
export const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Controls, what turns the direction of text, and fillers that are drawn as blanks of any width. */
const UNDRAWN = /[\p{Cc}\u00AD\u115F\u1160\u202A-\u202E\u2066-\u2069\u3164\uFFA0\uFFF9-\uFFFB]/gu;
const STACKING_LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
/** Scripts whose letters fit into a line. Cuneiform, hieroglyphs and their like are drawn higher than the line is. */
const OF_LINES = new RegExp(
  `^[${[
    ...[
      'Latin',
      'Greek',
      'Cyrillic',
      'Armenian',
      'Georgian',
      'Hebrew',
      'Arabic',
      'Syriac',
      'Thaana',
      'Nko',
      'Ethiopic',
    ],
    ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
    ...['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan', 'Mongolian', 'Cherokee', 'Tifinagh', 'Yi', 'Inherited'],
    ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'],
  ]
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]$`,
  'u',
);

/**
 * A user's text, made safe to draw: composed, on one line, without control characters and decorative letters. A letter keeps
 * only as many marks as its script stacks, since more marks would be drawn over the lines above.
 */
export function drawable(text: string): string {
  const plain = text.toWellFormed().normalize('NFKC').replace(/\s+/gu, ' ').replace(UNDRAWN, '').trim();
  const known = Array.from(plain, (one) => (isOfLines(one) ? one : '\uFFFD')).join('');
  return /^\p{M}|[\s\p{M}]\p{M}/u.test(known) ? graphemesOf(known).map(withoutTower).join('') : known;
}

const isOfLines = (character: string): boolean =>
  boundOf(character, 'regular') !== undefined || (OF_LINES.test(character) && /[\p{L}\p{M}\p{N}]/u.test(character));

function withoutTower(grapheme: string): string {
  let left = STACKING_LETTER.test(grapheme) ? 1 : 4;
  const based = /^\p{M}/u.test(grapheme) ? `\u25CC${grapheme}` : grapheme;
  return based.replace(/[\p{Mn}\p{Me}]/gu, (mark) => {
    if (/\p{Variation_Selector}/u.test(mark)) return mark;
    left -= 1;
    return left < 0 ? '' : mark;
  });
}
