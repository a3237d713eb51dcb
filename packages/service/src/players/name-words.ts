/** The search words and sort keys of names. They are made here because the results of SQL functions depend on the database and its settings. */

import { plainText } from '@bandeja/contract/plain-letters';

/** The length of a sort key. A longer one would not fit into a cursor. Names that are equal up to here are sorted by username. */
const SORT_NAME_LENGTH_MAX = 80;
/** Some characters decompose into a whole phrase, and PostgreSQL rejects words of more than 2,046 bytes. */
const WORD_LENGTH_MAX = 100;
/** The largest digit of a {@link Side}. */
export const SHARED_MAX = 9;

/** A text without case and accents. */
export function foldedText(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  return plainText(bare);
}

/** The words of a text without case and accents, each once. A word ends at any character that is not a letter or digit. */
export function wordsOf(text: string): string[] {
  const words = foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => firstCharacters(word, WORD_LENGTH_MAX)))];
}

/** The order of texts in the database, whose names have the collation "C": that of their bytes. */
export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * The columns `sort_name` and `name_words` of a player.
 *
 * `name_words` is separated by commas. The first entry is a blank and the word that the name begins with, or empty if there is none.
 * Each other entry is a {@link Side}, a blank and the word. "Ana Marta" with the username "ana.marta7" gives ` ana,<0 marta7`:
 * "ana" sorts before "marta7" and shares no letter with it. A word that is the beginning of another word is left out.
 */
export function nameColumns(player: { readonly display_name: string; readonly username: string }) {
  const folded = foldedText(player.display_name);
  const sort_name = firstCharacters(folded, SORT_NAME_LENGTH_MAX);
  const all = wordsOf(`${player.display_name} ${player.username}`);
  const words = all.filter((word) => !all.some((other) => other !== word && other.startsWith(word)));
  const first = words.find((word) => sort_name.startsWith(word));
  const others = words.filter((word) => word !== first);
  const list = others.map((word) => `${sideOf(sort_name, word)} ${word}`);
  return { sort_name, name_words: [first === undefined ? '' : ` ${first}`, ...list].join(',') };
}

/**
 * Whether a name sorts before (`<`) or after (`>`) a word, and the number of leading characters that they share.
 */
type Side = `${'<' | '>'}${number}`;

function sideOf(name: string, word: string): Side {
  const [ofName, ofWord] = [Array.from(name), Array.from(word)];
  const differs = ofWord.findIndex((character, index) => character !== ofName[index]);
  return `${compareBytes(name, word) < 0 ? '<' : '>'}${differs < 0 ? SHARED_MAX : Math.min(differs, SHARED_MAX)}`;
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('');
}
