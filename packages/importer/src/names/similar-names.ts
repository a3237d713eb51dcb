/** Which names may be other forms of a name. A person decides; nothing is decided here. Pure. */
import { groupBy } from '../collections.ts';
import people from '../words/people.json' with { type: 'json' };
import { wordsOf } from '../words/words.ts';
import { madeUsername } from './made-usernames.ts';
import { spelledOut } from './nicknames.ts';

type Index = ReadonlyMap<string, readonly string[]>;

/** Form → the keys that have it, in their order. */
export function indexBy(keys: Iterable<string>, formsOf: (key: string) => readonly string[]): Index {
  const entries = [...new Set(keys)].sort().flatMap((key) => formsOf(key).map((form) => ({ form, key })));
  const byForm = groupBy(entries, ({ form }) => form);
  return new Map([...byForm].map(([form, found]) => [form, found.map(({ key }) => key)]));
}

/** Finds among many names those that a name may mean. */
export class SimilarNames {
  readonly #byStart: Index;
  readonly #byWords: Index;
  readonly #byUsername: Index;
  /** Name → its nicknames and abbreviations. */
  readonly #byFullName: Index;
  readonly #own: ReadonlySet<string>;

  /** @param keys of all names that are known. @param own the keys of people that are registered */
  constructor(keys: readonly string[], own: ReadonlySet<string>) {
    this.#own = own;
    this.#byStart = indexBy(keys, (key) => {
      const [first = ''] = key.split(' ');
      return [...new Set([first, first[0] ?? ''])];
    });
    this.#byWords = indexBy(keys, (key) => [sortedWords(key)]);
    this.#byUsername = indexBy(keys, (key) => [madeUsername(key, 0)]);
    this.#byFullName = indexBy(keys, spelledOut);
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

  #alike(name: string): readonly string[] {
    return [...(this.#byWords.get(sortedWords(name)) ?? []), ...(this.#byFullName.get(name) ?? [])];
  }
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

const NAMESAKES = wordsOf(people, 'namesake');

/** Whether a name has a mark that distinguishes it from the other: “Marta Gil (jr)”, “Marta Gil 2”. */
export const isNamesake = (short: string, long: string): boolean =>
  long.split(' ').every((word) => short.split(' ').includes(word) || /^\d+$/.test(word) || NAMESAKES.has(word));

export const isFullName = (key: string): boolean =>
  key.split(' ').filter((word) => Array.from(word).length > 1).length > 1;
