/** Players of other partners: never taken for a person of the file, unless the players file has their display names. */

import { type Bandeja, BandejaError } from '@bandeja/client';
import { readAll } from '../reads.ts';
import { nameKey } from './name-forms.ts';
import type { NewPerson, People } from './people.ts';

/**
 * Whether the player that has the username already is the new person: one of the caller's own people with this name, which a lost
 * attempt registered, or the one whose display name the players file gives. One that the file calls new is none of the existing players.
 * @param shown the player's display name; null for a player that the caller may not see
 * @param ownKey of the name, if it is one of the caller's own people
 */
export function isMeant(person: NewPerson, shown: string | null, ownKey: string | undefined): boolean {
  if (!person.isChosen) return ownKey === person.key;
  if (ownKey !== undefined) return true;
  return !person.isNew && person.isNamed && nameKey(shown ?? '') === person.key;
}

/** Why a username of the players file cannot be used. */
export function clashOf({ isNew, displayName, key }: NewPerson, shown: string | null, username: string): string {
  if (shown === null)
    return `${username} was the username of a public player who is erased. Choose another one for “${displayName}”.`;
  if (nameKey(shown) === key) {
    const then = isNew ? 'Then give the line the note “existing”, and write' : 'Then write';
    return (
      `${username} belongs to another club’s ${shown}. Yours is someone else? Choose another username. The same person? ` +
      `${then} “${shown}” as display_name in the players file.`
    );
  }
  const same = isNew
    ? `give the line another note than “new”, such as “existing”, and write “${shown}”`
    : `write “${shown}”`;
  return (
    `${differenceOf(username, shown, displayName, false)} If “${displayName}” is another person, choose another username. ` +
    `Only if both are one person, ${same} as display_name in the players file.`
  );
}

/** The player that has a username, beside the name that the file gives it. */
export function differenceOf(username: string, stored: string, given: string, isOwn: boolean): string {
  const player = isOwn ? 'one of your players' : 'a player of another partner';
  return `${username} is “${stored}”, ${player}; the file gives this username to “${given}”.`;
}

/** What other partners have of the usernames of a players file. */
export interface Others {
  /** A sentence for each username that its player cannot have. */
  readonly clashes: readonly string[];
  /** Those who are meant: username → display name. */
  readonly meant: ReadonlyMap<string, string>;
}

/** Looks up the usernames of a players file that none of the club's people has. Private players of other partners are not seen. */
export async function findOthers(client: Bandeja, people: People): Promise<Others> {
  const chosen = people.newUsernames.filter((username) => people.newPersonAt(username)?.isChosen);
  const holders = await readPublic(client, chosen);
  const [clashes, meant] = [[] as string[], new Map<string, string>()];
  for (const [username, holder] of holders) {
    const person = people.newPersonAt(username);
    if (person === undefined) continue;
    if (isMeant(person, holder, undefined)) meant.set(username, holder);
    else clashes.push(clashOf(person, holder, username));
  }
  return { clashes, meant };
}

/**
 * Gives unclear names a suggested username that is free.
 * @param taken which of these usernames are not free
 */
export async function settleSuggestions(
  people: People,
  taken: (usernames: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  let open = people.toSettle.filter(({ meaning }) => meaning.kind === 'unclear').map(({ name }) => name.key);
  while (open.length > 0) {
    const suggested = new Map(open.map((key) => [key, people.suggestionFor(key)]));
    const used = await taken([...new Set(suggested.values())]);
    open = open.filter((key) => used.has(suggested.get(key) ?? ''));
    for (const key of open) people.nextSuggestion(key);
  }
}

/** The players with these usernames that the caller may see: username → display name. */
export async function readPublic(client: Bandeja, usernames: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await readAll(usernames, async (username) => {
    try {
      found.set(username, (await client.players.get(username)).display_name);
    } catch (error) {
      if (!(error instanceof BandejaError) || error.code !== 'player_not_found') throw error;
    }
  });
  return found;
}
