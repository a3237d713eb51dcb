/** Spellings of one name: the import of files compares names by them, and the search finds players by them. */
import { plainText } from './plain-letters.ts';

/** Accents of Latin, Greek and Cyrillic, and the points of Hebrew and Arabic, which people leave out. In other scripts, marks are vowels. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
const APOSTROPHES = /['’‘ʼ´`]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

const withoutAccents = (text: string): string => text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');

/** A text without case and accents. */
export const foldedName = (text: string): string => plainText(withoutAccents(withoutAccents(text).toLowerCase()));

/** The words of a text that {@link foldedName} gave. An apostrophe separates two. */
export const wordsIn = (folded: string): readonly string[] => folded.match(WORD) ?? [];

/** The words of a name without case, accents and apostrophes. Empty if the text has no letter and no digit. */
export const nameWords = (name: string): readonly string[] => wordsIn(foldedName(name).replace(APOSTROPHES, ''));

/** Cyrillic, Greek and Arabic letters in Latin ones, as people with such names write them in a passport; short vowels are not written. */
const LATIN = new Map(
  Object.entries({
    ...lettersOf('абвгґдезиіклмнопрстуфыэ', 'a b v g g d e z i i k l m n o p r s t u f y e'),
    ...lettersOf('єжхцчшщъьюя', 'ie zh kh ts ch sh shch - - iu ia'),
    ...lettersOf('ђјљњћџѕ', 'dj j lj nj c dz dz'),
    ...lettersOf('ابتثجحخدذرزسشصض', 'a b t th j h kh d dh r z s sh s d'),
    ...lettersOf('طظعغفقكلمنهويىةء', 't z a gh f q k l m n h w y a a -'),
    ...lettersOf('پچژگکی', 'p ch zh g k y'),
    ...lettersOf('αβγδεζηθικλμνξοπρστυφχψω', 'a v g d e z i th i k l m n x o p r s t y f ch ps o'),
  }),
);

function lettersOf(letters: string, latin: string): Record<string, string> {
  const texts = latin.split(' ').map((text) => (text === '-' ? '' : text));
  return Object.fromEntries([...letters].map((letter, place) => [letter, texts[place] ?? '']));
}

/** A word in Latin letters; letters of other scripts than Cyrillic, Greek and Arabic are kept. */
export const inLatin = (word: string): string => Array.from(word, (letter) => LATIN.get(letter) ?? letter).join('');

/** Abbreviations of given and family names. “Mª” is read as `ma`. */
export const NAME_ABBREVIATIONS: Readonly<Record<string, string>> = {
  ant: 'antonio',
  anto: 'antonio',
  fca: 'francisca',
  fco: 'francisco',
  fdez: 'fernandez',
  fdo: 'fernando',
  gcia: 'garcia',
  glez: 'gonzalez',
  gmo: 'guillermo',
  gmez: 'gomez',
  gonz: 'gonzalez',
  gtrrez: 'gutierrez',
  hdez: 'hernandez',
  hnez: 'hernandez',
  jnez: 'jimenez',
  ma: 'maria',
  mnez: 'martinez',
  mtnez: 'martinez',
  rdguez: 'rodriguez',
  rguez: 'rodriguez',
  rodr: 'rodriguez',
};
