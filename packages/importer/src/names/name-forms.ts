/** The forms of a person's name: for display and for comparison. Pure. */

import { nameWords } from '@bandeja/contract/name-words';

/** What two spellings of one name have in common: `Marta Gil`, `GIL, Marta` and `márta gil` are one name, `Marta Gil?` is another. */
export function nameKey(name: string): string {
  const ordered = inOrder(name);
  const key = nameWords(ordered).join(' ');
  return key !== '' && DOUBT.test(ordered) ? `${key}${DOUBT_MARK}` : key;
}

/** How the person who entered a name shows that it may be wrong: `Marta Gil?`, `Marta (?)`, `Marta*`, `GIL, Marta*`, `GIL*, Marta`. */
const DOUBT = /[?¿]|(?<=\S\s*)\*(?=\s|$)/;
const DOUBT_MARK = ' ?';
const MARKS = /\s*(?:\(\s*\?\s*\)|[?¿*])/g;

/** The name without marks of doubt. */
export const unmarked = (name: string): string => name.replaceAll(MARKS, '');

/** Whether the key is of a name that is marked as doubtful. */
export const isDoubtful = (key: string): boolean => key.endsWith(DOUBT_MARK);

/** The key without the mark of doubt. */
export const withoutDoubt = (key: string): string => (isDoubtful(key) ? key.slice(0, -DOUBT_MARK.length) : key);

/** Words inside a name that stay small where a name in capitals is written as usual. */
const PARTICLES = new Set('d da das de del della der di do dos du e el i la las le los van von y'.split(' '));

/** A name for display: given name first, blanks collapsed, capitals only where names have them. */
export function shownName(text: string): string {
  const words = inOrder(text).trim().split(/\s+/u);
  const isAllCapitals = words.every(isInCapitals);
  const shown = words.map((word, place) => {
    if (!isInCapitals(word)) return word;
    const small = word.toLowerCase();
    const isParticle = place > 0 && PARTICLES.has(small);
    // One or two capitals beside other letters are initials: JP Costa, Marta E Gil.
    if (!isAllCapitals && lettersIn(word) < (isParticle ? 2 : 3)) return word;
    if (isParticle) return small;
    return small.replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
  });
  return shown.join(' ');
}

/** Gives capitals to a name that was typed without any. */
export const capitalized = (name: string): string =>
  name === name.toLowerCase() ? shownName(name.toUpperCase()) : name;

/** `GIL, Marta` is “Marta GIL”. A name with two commas is left alone. */
function inOrder(text: string): string {
  const [family = '', given = '', ...more] = text.split(',').map((part) => part.trim());
  return given === '' || family === '' || more.length > 0 ? text : `${given} ${family}`;
}

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
