/** Which names may be other forms of a name. A person decides; nothing is decided here. Pure. */

import { madeUsername } from './made-usernames.ts';
import { spelledOut } from './nicknames.ts';

/** Finds among many names those that a name may mean. */
export class SimilarNames {
  /** First word, and first letter → keys, in the order of keys. */
  readonly #byStart = new Map<string, string[]>();
  readonly #byWords = new Map<string, string[]>();
  readonly #byUsername = new Map<string, string[]>();
  /** Name → its nicknames and abbreviations. */
  readonly #byFullName = new Map<string, string[]>();
  readonly #own: ReadonlySet<string>;

  /** @param keys of all names that are known. @param own the keys of people that are registered */
  constructor(keys: Iterable<string>, own: ReadonlySet<string> = new Set()) {
    this.#own = own;
    for (const key of [...new Set(keys)].sort()) {
      const [first = ''] = key.split(' ');
      add(this.#byStart, first, key);
      const [letter = ''] = first;
      if (letter !== first) add(this.#byStart, letter, key);
      add(this.#byWords, sortedWords(key), key);
      add(this.#byUsername, madeUsername(key, 0), key);
      for (const fullName of spelledOut(key)) add(this.#byFullName, fullName, key);
    }
  }

  /**
   * Names that this one may be a short form of, or that have the same words in another order, or the same ones in other letters:
   * `marta g` and `marta` may be `marta gil`, so may `gil marta`, and `анна` may be `anna`. `javi gil` and `fco gil` may be `javier gil`
   * and `francisco gil`. If both are new, only the nickname is in question.
   */
  of(key: string): readonly string[] {
    const longer = this.#longerThan(key);
    const spelled = spelledOut(key).flatMap((name) => [...this.#longerThan(name), ...this.#alike(name)]);
    const nicknames = (this.#byFullName.get(key) ?? []).filter((other) => this.#own.has(other));
    const turned = this.#byWords.get(sortedWords(key)) ?? [];
    const inOtherLetters = this.#byUsername.get(madeUsername(key, 0)) ?? [];
    const others = new Set([...longer, ...spelled, ...nicknames, ...turned, ...inOtherLetters]);
    others.delete(key);
    return [...others].sort();
  }

  #longerThan(key: string): readonly string[] {
    const [first = ''] = key.split(' ');
    return (this.#byStart.get(first) ?? []).filter((other) => isShortFor(key, other));
  }

  /** This name, and its nicknames and abbreviations. */
  #alike(name: string): readonly string[] {
    return [...(this.#byWords.get(sortedWords(name)) ?? []), ...(this.#byFullName.get(name) ?? [])];
  }
}

function add(map: Map<string, string[]>, at: string, key: string): void {
  const keys = map.get(at);
  if (keys === undefined) map.set(at, [key]);
  else keys.push(key);
}

export const sortedWords = (key: string): string => key.split(' ').sort().join(' ');

/** Whether another name contains each word of a name, in this order, or is the initial of a word there; the first words agree. */
export function isShortFor(key: string, other: string): boolean {
  if (key === other) return false;
  const [words, others] = [key.split(' '), other.split(' ')];
  let at = 0;
  for (const [place, word] of words.entries()) {
    const found = others.findIndex((candidate, index) => index >= at && standsFor(word, candidate));
    if (found === -1 || (place === 0 && found !== 0)) return false;
    at = found + 1;
  }
  return true;
}

const standsFor = (word: string, candidate: string): boolean =>
  word === candidate || (Array.from(word).length === 1 && candidate.startsWith(word));

const NAMESAKE = /^(?:\d+|jr|junior|sr|senior|ii|iii|hij[oa]|padre|madre|mayor|menor|filh[oa]|net[oa]|pai|mae)$/;

/** Whether a name has a mark that distinguishes it from the other: “Marta Gil (jr)”, “Marta Gil 2”. */
export const isNamesake = (short: string, long: string): boolean =>
  long.split(' ').every((word) => short.split(' ').includes(word) || NAMESAKE.test(word));

/** Whether a key has two words that are not initials. */
export const isFullName = (key: string): boolean =>
  key.split(' ').filter((word) => Array.from(word).length > 1).length > 1;
