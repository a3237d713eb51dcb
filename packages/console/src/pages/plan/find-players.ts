/** Finding tonight's players by name, and registering those that are not known. */

import { type Api, BandejaError } from '@bandeja/client';
import { capitalized, loadLettersOf, madeUsername, nameKey, type PastedName, readAll } from '@bandeja/importer';
import { bandeja } from '../../api.ts';

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

const CANDIDATES_MAX = 6;
const SEARCHED_MAX = 25;
const WORDS_LENGTH_MIN = 2;
export const WORDS_LENGTH_MAX = 80;

/** What the service searches for; undefined if there are too few letters. */
export function searchedWords(words: string): string | undefined {
  const searched = words.slice(0, WORDS_LENGTH_MAX).trim();
  return searched.length < WORDS_LENGTH_MIN ? undefined : searched;
}

/** Names that begin with the text come before names in which another word does. */
export async function searchPlayers(words: string, signal?: AbortSignal): Promise<readonly FoundPerson[]> {
  const q = searchedWords(words);
  if (q === undefined) return [];
  const { data } = await bandeja().players.list({ q, limit: SEARCHED_MAX, ...(signal && { signal }) });
  const begins = ({ display_name }: FoundPerson) => nameKey(display_name).startsWith(nameKey(q));
  return [...data.filter(begins), ...data.filter((one) => !begins(one))].slice(0, CANDIDATES_MAX);
}

/** The first player of each key. A username means the first player that has it. */
export const firstOfEach = (
  people: readonly FoundPerson[],
  keyOf = ({ username }: FoundPerson): string => username,
): FoundPerson[] => people.filter((one, index) => people.findIndex((other) => keyOf(other) === keyOf(one)) === index);

const firstWord = (key: string): string | undefined => key.split(' ')[0];

async function lookUp(pasted: PastedName): Promise<NamedPlayer> {
  const key = nameKey(pasted.name);
  const candidates = firstOfEach(await searchPlayers(pasted.name));
  const equal = candidates.filter((one) => nameKey(one.display_name) === key || nameKey(one.username) === key);
  const close = candidates.filter((one) => firstWord(nameKey(one.display_name)) === firstWord(key));
  const only = (list: readonly Person[]) => (list.length === 1 ? (list[0] ?? null) : null);
  return { ...pasted, candidates, exact: only(equal), namesake: only(close) };
}

/** Looks up names. A player of another club is never chosen for a name, only offered. */
export async function lookUpAll(names: readonly PastedName[]): Promise<readonly NamedPlayer[]> {
  const found = await readAll(names, lookUp);
  const others = await ofOtherClubs(found.flatMap(({ exact, namesake }) => [exact ?? [], namesake ?? []].flat()));
  const ofOwn = (person: Person | null) => (person === null || others.has(person.username) ? null : person);
  return found.map((named) => ({ ...named, exact: ofOwn(named.exact), namesake: ofOwn(named.namesake) }));
}

/** The usernames of public players that another club registered, and that are on none of the club's rosters. */
async function ofOtherClubs(people: readonly Person[]): Promise<ReadonlySet<string>> {
  const players = [...new Set(people.map(({ username }) => username))].map((username) => ({ username }));
  const others = new Set<string>();
  try {
    for await (const { username, registered_by_you, player } of bandeja().players.registerAll(players, {
      dryRun: true,
    }))
      if (username !== null && registered_by_you === false && player?.rosters.length === 0) others.add(username);
  } catch (error) {
    // A person who may not register players cannot distinguish them.
    if (!(error instanceof BandejaError && error.code === 'insufficient_scope')) throw error;
    return new Set(players.map(({ username }) => username));
  }
  return others;
}

const ATTEMPTS_MAX = 9;

/** `ana.garcia` of “Ana García”; with a number for the later attempts. */
export async function usernameOf(name: string, attempt: number): Promise<string> {
  await loadLettersOf([name]);
  return madeUsername(nameKey(name), attempt);
}

/** Registers a private player. Links hide a name that equals the username. If the username is taken, it gets a number. */
export async function registerPrivate(name: string): Promise<FoundPerson> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const username = await usernameOf(name, attempt);
    try {
      const player = await bandeja().players.register({
        username,
        display_name: capitalized(name),
        profile_is_public: false,
      });
      if (!player.alreadyRegistered) return player;
    } catch (error) {
      if (!(error instanceof BandejaError && error.code === 'username_taken')) throw error;
    }
  }
  throw new Error(`every username made from “${name}” is taken`);
}
