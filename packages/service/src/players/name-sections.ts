/**
 * Splits the order of names into sections, so that one query finds each searched word in a section. Either all names in the section
 * begin with the word, or all of them sort before those names, or all of them after. The word index stores that side with each word,
 * so a query for one section reads almost no players of other sections.
 */
import { compareBytes, SHARED_MAX } from './name-words.ts';

export interface Section {
  /** The first name of the section, inclusive. */
  readonly from: string;
  readonly below: string;
  /** The `tsquery` on the word index; null if the names begin with all the words. */
  readonly query: string | null;
  /** Whether the names begin with one of the words. */
  readonly isAtPlace: boolean;
}

const LAST_CHARACTER = 0x10_ff_ff;
/** Sorts after every sort name. */
export const ABOVE_ALL = String.fromCodePoint(LAST_CHARACTER).repeat(81);
const [SURROGATES, ABOVE_SURROGATES] = [0xd8_00, 0xe0_00];

/** The sections, in order, of a search for words with these beginnings. */
export function sectionsOf(beginnings: readonly string[]): Section[] {
  const places = beginnings.map((word) => ({ word, from: word, below: successorOf(word) }));
  const cuts = [...new Set(places.flatMap(({ from, below }) => [from, below]))].sort(compareBytes);
  return ['', ...cuts].map((from, index) => {
    const sides = places.flatMap((place) => {
      if (compareBytes(from, place.from) < 0) return [besidePlace(place.word, '<')];
      return compareBytes(from, place.below) < 0 ? [] : [besidePlace(place.word, '>')];
    });
    return {
      from,
      below: cuts[index] ?? ABOVE_ALL,
      query: sides.length === 0 ? null : sides.join(' & '),
      isAtPlace: sides.length < places.length,
    };
  });
}

/** Names beside the place of a beginning share fewer characters with the word than the beginning has. */
function besidePlace(beginning: string, side: '<' | '>'): string {
  const shared = Math.min(Array.from(beginning).length - 1, SHARED_MAX);
  const each = Array.from({ length: shared + 1 }, (_, count) => `'${side}${count} ${beginning}':*`);
  return `(${each.join(' | ')})`;
}

/** The least text, byte by byte, that is above all texts with this beginning. Its last character is a letter or digit. */
function successorOf(beginning: string): string {
  const characters = Array.from(beginning);
  const last = (characters.pop()?.codePointAt(0) ?? 0) + 1;
  return characters.join('') + String.fromCodePoint(last === SURROGATES ? ABOVE_SURROGATES : last);
}
