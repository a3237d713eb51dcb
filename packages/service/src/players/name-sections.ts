/**
 * The order of names cut into sections, in each of which every word that is looked for is to be looked for in one way: its own place
 * is the section of the names that begin with it, and any other section comes before or after that place. The index of words says
 * of each word on which side of its place its player stands, so a look-up there finds the players of a section and hardly others.
 */
import { compareBytes, SHARED_MAX } from './name-words.ts';

export interface Section {
  /** Names from here on. */
  readonly from: string;
  readonly below: string;
  /** Finds them in the index of words, as `tsquery`; null where the names begin with all the words. */
  readonly query: string | null;
  /** Whether the names begin with one of the words. */
  readonly isAtPlace: boolean;
}

const LAST_CHARACTER = 0x10_ff_ff;
/** Above all names to sort by. */
export const ABOVE_ALL = String.fromCodePoint(LAST_CHARACTER).repeat(81);
const [SURROGATES, ABOVE_SURROGATES] = [0xd8_00, 0xe0_00];

/** The sections, in order, for players with words that begin so. */
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
