/** Players that were found for names. Nothing here knows a browser. */
import type { Api } from '@bandeja/client';
import { nameKey, type PastedName } from '@bandeja/importer';

export type Person = Pick<Api.Player, 'username' | 'display_name'>;

export type FoundPerson = Person & Pick<Api.Player, 'id'>;

/** A name that was looked up. */
export interface NamedPlayer extends PastedName {
  readonly candidates: readonly Person[];
  /** The one candidate that has exactly this name. */
  readonly exact: Person | null;
  /** The one candidate that has the same first name. */
  readonly namesake: Person | null;
}

const WORDS_LENGTH_MIN = 2;
export const WORDS_LENGTH_MAX = 80;

/** What the service searches for; undefined if there are too few letters. */
export function searchedWords(words: string): string | undefined {
  const searched = words.slice(0, WORDS_LENGTH_MAX).trim();
  return searched.length < WORDS_LENGTH_MIN ? undefined : searched;
}

/** Names that begin with the words come before names in which another word does. */
export function inOrder<P extends Person>(people: readonly P[], words: string): P[] {
  const begins = ({ display_name: name }: P) => nameKey(name).startsWith(nameKey(words));
  return [...people.filter(begins), ...people.filter((one) => !begins(one))];
}

/** The first player of each key. A username means the first player that has it. */
export const firstOfEach = (
  people: readonly FoundPerson[],
  keyOf = ({ username }: FoundPerson): string => username,
): FoundPerson[] => people.filter((one, index) => people.findIndex((other) => keyOf(other) === keyOf(one)) === index);

const firstWord = (key: string): string | undefined => key.split(' ')[0];

/** @param candidates the players that were found */
export function named(pasted: PastedName, candidates: readonly Person[]): NamedPlayer {
  const key = nameKey(pasted.name);
  const equal = candidates.filter((one) => nameKey(one.display_name) === key || nameKey(one.username) === key);
  const close = candidates.filter((one) => firstWord(nameKey(one.display_name)) === firstWord(key));
  const only = (list: readonly Person[]) => (list.length === 1 ? (list[0] ?? null) : null);
  return { ...pasted, candidates, exact: only(equal), namesake: only(close) };
}
