/** Two players in one cell: `Ana Ruiz / Marta Gil`, `Ana - Marta`, `Ana y Marta`. */
import people from '../words/people.json' with { type: 'json' };
import { anyOf } from '../words/words.ts';

/** The separators of two players, the surest first. A hyphen without blanks is a part of a name. */
const MARKS: readonly RegExp[] = [/\n+/, /\s*[/|;+&]\s*/, /\s+[-\u2010-\u2015]\s+/];
const JOINING_WORD = new RegExp(String.raw`\s+(?:${anyOf(people, 'and')})\s+`, 'iu');
/** It also separates a surname and a first name, so on both sides of it there must be a name of two words or more. */
const COMMA = /\s*,\s*/;

/** The two players of a cell, or null if no separator gives exactly two. */
export function splitPair(text: string): readonly [string, string] | null {
  const pair = pairWithin(text);
  if (pair !== null) return pair;
  const byComma = pairOf(text.split(COMMA));
  return byComma?.every((name) => name.includes(' ')) === true ? byComma : null;
}

/**
 * The same without commas.
 * @param wordsMax longer names are not joined by a word: “Pilar Gil de la Santísima Trinidad y Todos los Santos” is one player
 */
export function pairWithin(text: string, wordsMax = Number.POSITIVE_INFINITY): readonly [string, string] | null {
  const inLines = text.replaceAll(/[^\S\n]+/g, ' ');
  for (const mark of MARKS) {
    const pair = pairOf(inLines.split(mark));
    if (pair !== null) return pair;
  }
  const pair = pairOf(inLines.split(JOINING_WORD));
  return pair?.every((name) => name.split(' ').length <= wordsMax) === true ? pair : null;
}

function pairOf(parts: readonly string[]): readonly [string, string] | null {
  const [one = '', other = '', ...more] = parts.map(collapsed);
  return more.length === 0 && one !== '' && other !== '' ? [one, other] : null;
}

export function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
