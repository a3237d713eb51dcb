/** Finding tonight's players by name, and registering those that are not known. */

import { BandejaError } from '@bandeja/client';
import { capitalized, loadLettersOf, madeUsername, nameKey, type PastedName, readAll } from '@bandeja/importer';
import { bandeja } from '../../api.ts';
import {
  type FoundPerson,
  firstOfEach,
  inOrder,
  type NamedPlayer,
  named,
  type Person,
  searchedWords,
} from './named-players.ts';

const CANDIDATES_MAX = 6;
const SEARCHED_MAX = 25;

export async function searchPlayers(words: string, signal?: AbortSignal): Promise<readonly FoundPerson[]> {
  const q = searchedWords(words);
  if (q === undefined) return [];
  const { data } = await bandeja().players.list({ q, limit: SEARCHED_MAX, ...(signal && { signal }) });
  return inOrder(data, q).slice(0, CANDIDATES_MAX);
}

const lookUp = async (pasted: PastedName): Promise<NamedPlayer> =>
  named(pasted, firstOfEach(await searchPlayers(pasted.name)));

/** Looks up names. A player of another club is never chosen for a name, only offered. */
export async function lookUpAll(names: readonly PastedName[]): Promise<readonly NamedPlayer[]> {
  const found = await readAll(names, lookUp);
  const others = await ofOtherClubs(found.flatMap(({ exact, namesake }) => [exact ?? [], namesake ?? []].flat()));
  const ofOwn = (person: Person | null) => (person === null || others.has(person.username) ? null : person);
  return found.map((one) => ({ ...one, exact: ofOwn(one.exact), namesake: ofOwn(one.namesake) }));
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
