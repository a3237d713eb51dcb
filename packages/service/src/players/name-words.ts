/** The search words and sort keys of names. They are made here because the results of SQL functions depend on the database and its settings. */

import { foldedName, inLatin, NAME_ABBREVIATIONS, nameWords, wordsIn } from '@bandeja/contract/name-words';

/** The length of a sort key. A longer one would not fit into a cursor. Names that are equal up to here are sorted by username. */
const SORT_NAME_LENGTH_MAX = 80;
/** Some characters decompose into a whole phrase, and PostgreSQL rejects words of more than 2,046 bytes. */
const WORD_LENGTH_MAX = 100;
/** The largest digit of a {@link Side}. */
export const SHARED_MAX = 9;

/** The words of a search, each once: without case, accents and apostrophes, Cyrillic and Greek in Latin letters. */
export const wordsOf = (text: string): string[] => searched(nameWords(text));

/** Words in the form in which they are compared. */
const searched = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => firstCharacters(inLatin(word), WORD_LENGTH_MAX)).filter((word) => word !== '')),
];

/** The words by which a player is found: with and without apostrophes, abbreviated and in full, so that a search needs one form only. */
function indexedWords(text: string): string[] {
  const parts = wordsIn(foldedName(text));
  // Some write O’Brien as O Brien.
  const joined = parts.flatMap((word, place) => (PREFIX.test(word) ? [`${word}${parts[place + 1] ?? ''}`] : []));
  const words = searched([...nameWords(text), ...parts, ...joined]);
  return [...new Set(words.flatMap((word) => [word, ...(FORMS.get(word) ?? [])]))];
}

const PREFIX = /^[dlmno]$/;

/** The other forms of abbreviations, and of words that are abbreviated. */
const FORMS = new Map<string, string[]>();
for (const pair of Object.entries(NAME_ABBREVIATIONS))
  for (const [word = '', form = ''] of [pair, pair.toReversed()]) FORMS.set(word, [...(FORMS.get(word) ?? []), form]);

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
  const folded = foldedName(player.display_name);
  const sort_name = firstCharacters(folded, SORT_NAME_LENGTH_MAX);
  const all = indexedWords(`${player.display_name} ${player.username}`);
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
