/** The forms of a person's name: for display and for comparison. Pure. */

import { nameWords } from '@bandeja/contract/name-words';
import people from '../words/people.json' with { type: 'json' };
import { wordsOf } from '../words/words.ts';
import { isCountryMark, readMarks } from './marks.ts';

/**
 * What two spellings of one name have in common: `Marta Gil`, `GIL, Marta`, `márta gil` and `Marta Gil [1]` are one name. `Marta Gil?` and
 * `Marta Gil (S)` are others, because another person may be meant.
 */
export function nameKey(name: string): string {
  const { plain, open } = readMarks(name);
  const key = nameWords(plain).join(' ');
  return key !== '' && (open.length > 0 || DOUBT.test(plain)) ? `${key}${DOUBT_MARK}${open.join(' ')}` : key;
}

/** How the person who entered a name shows that it may be wrong: `Marta Gil?`, `Marta (?)`, `Marta*`, `GIL, Marta*`, `GIL*, Marta`. */
const DOUBT = /[?¿]|(?<=\S\s*)\*(?=\s|$)/;
const DOUBT_MARK = ' ?';
const MARKS = /\s*(?:\(\s*\?\s*\)|[?¿*])/g;

export const unmarked = (name: string): string => readMarks(name).plain.replaceAll(MARKS, '');

/** Whether the key is of a name with a mark, which may mean another person. */
export const isDoubtful = (key: string): boolean => key.includes(DOUBT_MARK);

export const withoutDoubt = (key: string): string => key.split(DOUBT_MARK)[0] ?? key;
export const marksOf = (key: string): string => key.split(DOUBT_MARK)[1] ?? '';

/** Words inside a name that stay small where a name in capitals is written as usual. */
const PARTICLES = wordsOf(people, 'particle');

/** A name for display: given name first, blanks collapsed, without seeds, capitals only where names have them. */
export function shownName(text: string): string {
  const { shown: name, open } = readMarks(text);
  const words = name.trim().split(/\s+/u);
  const isAllCapitals = words.every(isInCapitals);
  const shown = words.map((word, place) => {
    if (!isInCapitals(word) || isCountryMark(word) || open.includes(word.toLowerCase())) return word;
    const small = word.toLowerCase();
    const isParticle = place > 0 && PARTICLES.has(small);
    // One or two capitals beside other letters are initials: JP Costa, Marta E Gil.
    if (!isAllCapitals && lettersIn(word) < (isParticle ? 2 : 3)) return word;
    if (isParticle) return small;
    return small.replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
  });
  return shown.join(' ');
}

export const capitalized = (name: string): string =>
  name === name.toLowerCase() ? shownName(name.toUpperCase()) : name;

export const isInCapitals = (word: string): boolean => word === word.toUpperCase() && word !== word.toLowerCase();
const lettersIn = (word: string): number => word.match(/\p{L}/gu)?.length ?? 0;

/**
 * The spelling that is shown of a name that a file spells in several ways: the one with most accents, because they are left out
 * more often than put in, then the most frequent one. It does not depend on the order of rows.
 */
export function bestSpelling(spellings: ReadonlyMap<string, number>): string {
  const ranked = [...spellings].sort(
    ([one, times], [other, otherTimes]) =>
      accentsIn(other) - accentsIn(one) ||
      capitalsAmiss(one) - capitalsAmiss(other) ||
      otherTimes - times ||
      (one < other ? -1 : 1),
  );
  return ranked[0]?.[0] ?? '';
}

const ACCENTS = /[\u0300-\u036f]/gu;
const accentsIn = (text: string): number => text.normalize('NFD').match(ACCENTS)?.length ?? 0;
/** Words that begin with a small letter, as in a name typed in haste. */
const capitalsAmiss = (text: string): number => text.split(' ').filter((word) => /^\p{Ll}/u.test(word)).length;
