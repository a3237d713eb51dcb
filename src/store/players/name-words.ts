/** What names are found and sorted by. Made here and not in SQL, whose functions depend on the database and its settings. */

/** Letters that Unicode does not take apart, as people write them without their keys. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
};
const plainLetters = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** What is kept of a name for its place in lists. More would not fit into a cursor; a longer name is told apart by its username. */
const SORT_NAME_LENGTH_MAX = 80;
/** Some characters stand for a whole phrase; PostgreSQL refuses words of more than 2,046 bytes. */
const WORD_LENGTH_MAX = 100;

/** A text without case and accents. */
export function foldedText(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  return bare.replace(plainLetters, (letter) => PLAIN[letter] ?? letter);
}

/** The words of a text without case and accents, each once. A word ends at whatever is no letter or digit. */
export function wordsOf(text: string): string[] {
  const words = foldedText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => firstCharacters(word, WORD_LENGTH_MAX)))];
}

/** The columns `sort_name` and, its words separated by blanks, `name_words` of a player. */
export function nameColumns(player: { readonly display_name: string; readonly username: string }) {
  return {
    sort_name: firstCharacters(foldedText(player.display_name), SORT_NAME_LENGTH_MAX),
    words: wordsOf(`${player.display_name} ${player.username}`).join(' '),
  };
}

/** `name_words` of {@link nameColumns}, as SQL. */
export const wordsColumn = (words: string): string => `array_to_tsvector(string_to_array(${words}, ' '))`;

/** The `tsquery` that asks for a word with each of these beginnings. They have letters and digits only, so nothing is to be quoted. */
export function beginningsQuery(words: readonly string[]): string {
  return words.map((word) => `'${word}':*`).join(' & ');
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('');
}
