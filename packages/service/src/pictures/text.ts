/** Text in a picture: escaped, isolated, cut and wrapped. */

import { distinctNames, formsOf } from '@bandeja/contract/distinct-names';
import { drawable, graphemesOf } from './drawable.ts';
import { givenNameOf } from './given-name.ts';
import { unitsOf, type Weight, widthOf } from './text-width.ts';

/** Characters that XML 1.0 cannot contain, not even escaped. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as XML text or the value of an attribute. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_XML, '\uFFFD')
    .replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
}

/** A user's text within ours, isolated so that its direction of writing does not change that of the words around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The text, cut with an ellipsis between characters as people see them, if it does not fit. */
export function cutTo(text: string, width: number, size: number, weight: Weight = 'regular'): string {
  const most = (width * 20) / size;
  if (unitsOf(text, weight) <= most) return text;
  let units = unitsOf('…', weight);
  let kept = '';
  for (const grapheme of graphemesOf(text)) {
    units += unitsOf(grapheme, weight);
    if (units > most) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** A text in lines that fit, broken between words but not at no-break spaces, and within a word that is longer than a line. */
export function linesOf(text: string, width: number, size: number, weight: Weight = 'regular'): string[] {
  const most = (width * 20) / size;
  const space = unitsOf(' ', weight);
  const lines: string[] = [];
  let used = Number.POSITIVE_INFINITY;
  const words = text.split(/[^\S\u00A0]+/u).filter((one) => one !== '');
  for (const word of words.map((one) => one.replaceAll('\u00A0', ' '))) {
    const units = unitsOf(word, weight);
    if (used + space + units <= most) {
      lines[lines.length - 1] += ` ${word}`;
      used += space + units;
      continue;
    }
    const pieces = units <= most ? [word] : piecesOf(word, width, size, weight);
    lines.push(...pieces);
    used = pieces.length === 1 ? units : unitsOf(pieces.at(-1) ?? '', weight);
  }
  return lines;
}

function piecesOf(word: string, width: number, size: number, weight: Weight): string[] {
  const pieces: string[] = [];
  let room = 0;
  for (const grapheme of graphemesOf(word)) {
    const needed = widthOf(grapheme, size, weight);
    if (needed > room) {
      pieces.push('');
      room = width;
    }
    room -= needed;
    pieces[pieces.length - 1] += grapheme;
  }
  return pieces;
}

/** The first of the texts that fits; the last one is cut if none does. */
export function firstThatFits(
  texts: readonly [string, ...string[]],
  width: number,
  size: number,
  weight: Weight = 'regular',
): string {
  const fitting = texts.find((text) => widthOf(text, size, weight) <= width);
  return fitting ?? cutTo(texts.at(-1) ?? texts[0], width, size, weight);
}

export interface Block {
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * A text as large as it can be set.
 * @param settings sizes with the most lines that each may take, the largest first; in the last one the text is cut if it
 *   has to be
 */
export function blockOf(
  text: string,
  width: number,
  settings: readonly (readonly [size: number, lines: number])[],
  weight: Weight = 'regular',
): Block {
  let block: Block = { lines: [], size: 0 };
  for (const [size, most] of settings) {
    const lines = linesOf(text, width, size, weight);
    if (lines.length <= most) return { lines, size };
    block = { lines: [...lines.slice(0, most - 1), cutTo(lines.slice(most - 1).join(' '), width, size, weight)], size };
  }
  return block;
}

/** The least width that a name is cut to, in em. */
const NAME_NARROWEST = 2;

const firstWordOf = (name: string): string => name.split(' ')[0] ?? '';

type Sentence = (names: readonly string[]) => string;

/**
 * Sentences with names, made to fit: with full names if there is room, else with first names, else with the first word of
 * each, else with names that are all cut to the same width. First names of namesakes are longer, so that they differ.
 * @param sentence makes the sentence from the names of a row, in their order
 * @param others names elsewhere in the picture
 */
export function sentencesOf(
  rows: readonly (readonly string[])[],
  sentence: Sentence,
  width: number,
  size: number,
  weight: Weight = 'regular',
  others: readonly string[] = [],
): string[] {
  const drawn = rows.map((names) => names.map(drawable));
  const all = [...new Set([...drawn.flat(), ...others.map(drawable)])];
  const shorter = [givenNameOf, firstWordOf].map((first) => {
    const short = distinctNames(all.map((name) => ({ forms: formsOf(name, first(name)), number: null })));
    return drawn.map((names) => names.map((name) => short[all.indexOf(name)] ?? name));
  });
  const fits = (names: readonly string[]): boolean => widthOf(sentence(names), size, weight) <= width;
  const chosen = [drawn, ...shorter].find((all) => all.every(fits)) ?? shorter[1] ?? drawn;
  return chosen.map((names) => sentence(cutEvenly(names, sentence, width, size, weight).map(isolated)));
}

function cutEvenly(
  names: readonly string[],
  sentence: Sentence,
  width: number,
  size: number,
  weight: Weight,
): readonly string[] {
  let cut = names;
  for (let widest = width / size; widest > NAME_NARROWEST; widest -= 0.5) {
    if (widthOf(sentence(cut), size, weight) <= width) break;
    const most = widest * size;
    cut = names.map((name) => cutTo(name, most, size, weight));
  }
  return cut;
}
