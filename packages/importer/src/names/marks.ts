/** Marks that lists put at names: seeds, entries to a draw, titles, countries, substitutes. They are not part of a name. Pure. */
import { nameWords } from '@bandeja/contract/name-words';
import countries from '../words/countries.json' with { type: 'json' };
import people from '../words/people.json' with { type: 'json' };
import { anyOf, wordsOf } from '../words/words.ts';

export interface MarkedName {
  readonly plain: string;
  /** With the marks that may have a meaning. */
  readonly shown: string;
  /** These marks, in small letters: another person may be meant, such as a substitute or a namesake. */
  readonly open: readonly string[];
}

const COUNTRIES = new Set(countries.any.country.split(', '));
const ENTRIES = wordsOf(people, 'entry');
const SUBSTITUTES = anyOf(people, 'substitute');
/** In brackets only: guests, captains and sides of the court. */
const IN_BRACKETS = new RegExp(`^(?:${anyOf(people, 'substitute', 'bracketed')})$`);

const LIST_NUMBER = /^\s*(?:(?:\d{1,3}\s*[.)º]|#\s*\d{1,3}[.:)]?)\s*)+(?=\p{L})/u;
const TITLE = new RegExp(String.raw`^\s*(?:(?:${anyOf(people, 'title')})\.?\s+)+(?=\S+\s+\S)`, 'iu');
const BRACKETED = /\s*([([{])([^()[\]{}]*)[)\]}]\s*/gu;
const BEFORE = /^\s*(\d{1,2}(?=\s+\p{L}+\s+\p{L})|don(?=\s+\S+\s+\S))\s+/iu;
const BEHIND = /\s+#\s*(\d{1,3})\s*$/u;
const SUBSTITUTE_BEFORE = new RegExp(String.raw`^\s*(${SUBSTITUTES})[.:\s]\s*(?=\p{L}+\s+\p{L})`, 'iu');
const SUBSTITUTE_BEHIND = new RegExp(String.raw`(?<=\p{L}[\p{M}.]*)[\s,:–-]+(${SUBSTITUTES})\.?\s*$`, 'iu');
const SYMBOLS = /[\p{So}\u2190-\u21ff]\ufe0f?/gu;

const COMMA = /,(?![^()[\]]*[)\]])/u;
const BRACKETS_BEHIND = /(?:\s*[([][^()[\]]*[)\]])*\s*$/u;

/** `GIL, Marta (ESP)` is “Marta GIL (ESP)”. A name with two commas is left alone. */
function inOrder(text: string): string {
  const [family = '', given = '', ...more] = text.split(COMMA).map((part) => part.trim());
  if (given === '' || family === '' || more.length > 0) return text;
  const brackets = BRACKETS_BEHIND.exec(given)?.[0] ?? '';
  return `${given.slice(0, given.length - brackets.length)} ${family}${brackets}`.trim();
}

/** Reads the marks at a name, wherever they are, and puts the given name first. */
export function readMarks(text: string): MarkedName {
  let shown = inOrder(text.replace(LIST_NUMBER, '').replace(SYMBOLS, ''));
  shown = shown.replace(BRACKETED, (whole, bracket: string, content: string) =>
    isEntry(content, bracket) ? ' ' : whole,
  );
  shown = shown.replace(TITLE, '').trim();
  if (!/\p{L}/u.test(shown)) return { plain: text, shown: text, open: [] };
  const open: string[] = [];
  const take = (mark: string): string => {
    open.push(nameWords(mark).join(' '));
    return ' ';
  };
  const hasTwoWords = shown.replace(BRACKETED, ' ').trim().includes(' ');
  let plain = shown.replace(BRACKETED, (whole, _bracket, content: string) =>
    isOpen(content, hasTwoWords) ? take(content) : whole,
  );
  for (const pattern of [BEFORE, BEHIND, SUBSTITUTE_BEFORE, SUBSTITUTE_BEHIND])
    plain = plain.replace(pattern, (_whole, mark: string) => take(mark));
  const words = plain.trim().split(/\s+/u);
  const country = bareCountry(words);
  if (country !== null) plain = words.filter((word) => word !== country).join(take(country));
  return /\p{L}/u.test(plain) ? { plain: plain.trim(), shown, open } : { plain: shown, shown, open: [] };
}

const tokensOf = (content: string): readonly string[] => content.split(/[\s,;:./-]+/u).filter((token) => token !== '');

/** The number of a seed in square brackets, or the kind of an entry. */
function isEntry(content: string, bracket: string): boolean {
  const tokens = tokensOf(content);
  const entries = tokens.filter((token) => ENTRIES.has(token.toLowerCase()));
  const isSeed = bracket === '[' || entries.length > 0;
  return tokens.length > 0 && tokens.every((token) => entries.includes(token) || (isSeed && /^#?\d{1,3}$/.test(token)));
}

function isOpen(content: string, hasTwoWords: boolean): boolean {
  const tokens = tokensOf(content);
  const [first = ''] = tokens.flatMap((token) => nameWords(token));
  if (IN_BRACKETS.test(first)) return true;
  return (
    first !== '' &&
    tokens.every(
      (token) => /^#?\d{1,3}$/.test(token) || COUNTRIES.has(token) || (hasTwoWords && /^\p{L}$/u.test(token)),
    )
  );
}

/** A code of a country before or behind two other words, if no other word is in capitals: “Ana RUIZ MAR” may be a surname. */
function bareCountry(words: readonly string[]): string | null {
  if (words.length < 3) return null;
  const [code, ...more] = words.filter((word) => /\p{Lu}{3}/u.test(word) && word === word.toUpperCase());
  const isAtEnd = code === words[0] || code === words.at(-1);
  return code !== undefined && more.length === 0 && isAtEnd && COUNTRIES.has(code) ? code : null;
}

/** Whether a word is a code of a country with its brackets, which keeps its capitals. */
export const isCountryMark = (word: string): boolean =>
  COUNTRIES.has(/^[([{](\p{Lu}{3})[)\]}]$/u.exec(word)?.[1] ?? '');
export const isCountry = (mark: string): boolean => COUNTRIES.has(mark.toUpperCase());
