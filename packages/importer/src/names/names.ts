/** The names of a file with what they mean. */
import type { Bandeja } from '@bandeja/client';
import { groupBy } from '../collections.ts';
import type { PlayerProfile } from '../file/json.ts';
import { message, misread } from '../message.ts';
import type { Reading } from '../reading.ts';
import { readRegistered } from '../send/open-import.ts';
import { freeUsernames } from './free-usernames.ts';
import { loadLettersOf } from './latin.ts';
import { madeUsername } from './made-usernames.ts';
import { nameKey, unmarked } from './name-forms.ts';
import { type FileName, namesOf } from './names-of-file.ts';
import { type Candidate, type Doubt, type NewPerson, People, type SettledName } from './people.ts';
import { type PlayerReader, Players, type Seat } from './players.ts';
import { isShortFor } from './similar-names.ts';
import { type Clash, type OwnPerson, readOwnPeople, readPublic } from './stored-players.ts';

export interface Names {
  readonly people: People;
  readonly settled: ReadonlyMap<string, SettledName>;
  /** Display names of the club's people, by username. */
  readonly own: ReadonlyMap<string, string>;
  /** Players of other partners that the settled names mean: username → display name. */
  readonly meant: ReadonlyMap<string, string>;
  /** The username that a new player gets, if it is still free then. */
  readonly planned: (username: string) => string;
}

/**
 * Reads the club's people, and decides what each name of the file means.
 * @param given the names that a person has settled, by key
 */
export async function findNamed(
  client: Bandeja,
  reading: Reading,
  given: ReadonlyMap<string, SettledName>,
  { registers, isPublic = false }: { readonly registers: boolean; readonly isPublic?: boolean },
): Promise<{ readonly players: Players; readonly names: Names }> {
  const [all, registered] = await Promise.all([readOwnPeople(client), readRegistered(client, reading.file)]);
  const list = all.filter(({ id }) => !registered.ids.has(id));
  const usernames = new Set([...list, ...given.values()].map(({ username }) => username));
  // `marta` may be a name typed in small letters. `marta.gil` is hardly one, and jean-luc is the only cost.
  const isKnownUsername = (text: string): boolean => /[\d._-]/.test(text) && usernames.has(text);
  const { names: found, keyOf } = namesOf(reading.rows, isKnownUsername);
  await loadLettersOf([...list.map(({ displayName }) => displayName), ...found.keys()]);
  const settled = withFullNames(given, found, list);
  const people = new People(found, { own: list, settled, registered: registered.usernames });
  const own = new Map(all.map(({ username, displayName }) => [username, displayName]));
  const chosen = people.newUsernames.filter((username) => people.newPersonAt(username)?.isChosen);
  // Private players of other partners are not seen.
  const holders = await readPublic(client, chosen);
  const meant = new Map([...holders].filter(([username, shown]) => isMeant(people.newPersonAt(username), shown)));
  const fresh = people.newUsernames.filter((username) => !meant.has(username));
  const planned = await freeUsernames(client, people, registers ? fresh : [], isPublic);
  const clashes = [
    ...chosen.flatMap((username): Clash[] => {
      const person = people.newPersonAt(username);
      const shown = holders.get(username);
      const isFree = shown === undefined && (planned.get(username) ?? username) === username;
      return person === undefined || meant.has(username) || isFree ? [] : [clashOf(person, shown ?? null, username)];
    }),
    ...differencesIn(people, settled, own),
  ];
  const seatOf = (text: string): Seat => {
    if (isKnownUsername(text)) return { username: text };
    const meaning = people.meaningOf(keyOf(text));
    if (meaning === undefined) return misread('fault.not_a_name', { text });
    if (meaning.kind === 'unclear') return unclearFault(text, meaning.doubt, meaning.candidates);
    const isNew = people.newPersonAt(meaning.username) !== undefined && !meant.has(meaning.username);
    if (!isNew) return { username: meaning.username };
    if (!registers && meaning.kind === 'new') return misread('fault.unknown_player', { text });
    return registers ? { fresh: meaning.username } : { username: meaning.username };
  };
  const identityOf = (text: string): string => (isKnownUsername(text) ? text : keyOf(text));
  const reader: PlayerReader = { seatOf, identityOf };
  const profiles = new Map([...reading.envelope.players, ...profilesOf(people, settled)]);
  const others = { clashes, meant, unconfirmed: new Map() };
  return {
    players: new Players(reading, { reader, others, profiles, mode: 'new', registers: () => false }),
    names: { people, settled, own, meant, planned: (username) => planned.get(username) ?? username },
  };
}

/** Why an unclear name is not used. */
export function unclearFault(text: string, doubt: Doubt, candidates: readonly Candidate[]) {
  if (doubt === 'placeholder') return misread('fault.placeholder', { text });
  const people = candidatesText(candidates);
  return misread('fault.unclear_name', { text, doubt: people === '' ? 'other' : doubt, people });
}

const CANDIDATES_SHOWN_MAX = 4;

/** `marta.gil (Marta Gil), “Marta Gómez”`: the second is a name of the file. */
function candidatesText(candidates: readonly Candidate[]): string {
  const shown = candidates
    .slice(0, CANDIDATES_SHOWN_MAX)
    .map(({ username, displayName }) => (username === null ? `“${displayName}”` : `${username} (${displayName})`));
  return [...shown, ...(candidates.length > shown.length ? ['…'] : [])].join(', ');
}

/** Lines of the players file that give a username to someone of another name. A line without a display name gives it on purpose. */
function differencesIn(
  people: People,
  settled: ReadonlyMap<string, SettledName>,
  own: ReadonlyMap<string, string>,
): readonly Clash[] {
  return people.all.flatMap(({ name, meaning }): Clash[] => {
    const given = settled.get(name.key);
    if (meaning.kind !== 'settled' || given?.displayName == null) return [];
    const { username, displayName } = given;
    const stored = own.get(username) ?? people.newPersonAt(username)?.displayName ?? displayName;
    // A player that was registered without a name is shown with the username.
    if (nameKey(stored) === nameKey(displayName) || own.get(username) === username) return [];
    const text = message('player.two_names', { text: name.name, username, given: displayName, stored });
    return [{ text, stored: null, isNew: given.isNew }];
  });
}

/** Several names may mean one player, who is shown with the longest, unless the file gives a display name. */
function profilesOf(people: People, settled: ReadonlyMap<string, SettledName>): ReadonlyMap<string, PlayerProfile> {
  const fresh = people.newUsernames.map((username): [string, PlayerProfile] => [
    username,
    { display_name: people.newPersonAt(username)?.displayName ?? username },
  ]);
  const given = [...groupBy(settled.values(), ({ username }) => username)].map(([username, names]) => {
    const [longest = ''] = names.map(({ name }) => unmarked(name)).toSorted((one, other) => other.length - one.length);
    const last = names.findLast(({ displayName }) => displayName !== null);
    const country_code = names.findLast(({ countryCode }) => countryCode !== null)?.countryCode ?? null;
    const display_name = last?.displayName ?? longest;
    return [username, country_code === null ? { display_name } : { display_name, country_code }] as const;
  });
  return new Map([...fresh, ...given]);
}

/**
 * Adds to the names that a players file settles the full names that it leaves out. If “Marta G.” is `marta.gil` there, and
 * “Marta Gil” would get that username, both are one player: every name that is known of `marta.gil` is a short form of the full one.
 */
function withFullNames(
  settled: ReadonlyMap<string, SettledName>,
  names: ReadonlyMap<string, FileName>,
  own: readonly OwnPerson[],
): ReadonlyMap<string, SettledName> {
  const keysOf = new Map<string, Set<string>>();
  const note = (username: string, name: string): unknown =>
    keysOf.set(username, (keysOf.get(username) ?? new Set()).add(nameKey(name)));
  for (const { username, name, displayName } of settled.values()) {
    note(username, name);
    if (displayName !== null) note(username, displayName);
  }
  for (const { username, displayName } of own) if (keysOf.has(username)) note(username, displayName);
  const ownKeys = new Set(own.map(({ displayName }) => nameKey(displayName)));
  const all = new Map(settled);
  for (const { key, name } of names.values()) {
    const username = madeUsername(key, 0);
    const known = keysOf.get(username);
    if (known === undefined || all.has(key) || ownKeys.has(key)) continue;
    if ([...known].every((other) => other === key || isShortFor(other, key)))
      all.set(key, { name, username, displayName: null, countryCode: null, isNew: false });
  }
  return all;
}

/** A player of another partner is never taken for a person of the file, unless the file has the display name. One that the file calls new does not exist yet. */
const isMeant = (person: NewPerson | undefined, shown: string): boolean =>
  person !== undefined && !person.isNew && person.isNamed && nameKey(shown) === person.key;

/** @param shown the name of the player who has the username; null for one who is not visible */
function clashOf({ isNew, displayName: given, key }: NewPerson, shown: string | null, username: string): Clash {
  if (shown === null) return { text: message('player.erased', { username, given }), stored: null, isNew };
  const values = { username, stored: shown };
  const text =
    nameKey(shown) === key
      ? message('player.same_name', values)
      : message('player.other_name', { ...values, given, owner: 'other' });
  return { text, stored: shown, isNew };
}
