/** Stored players: the club's own, and those of other partners. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { collect, groupBy } from '../collections.ts';
import type { Message } from '../message.ts';
import { readAll } from '../send/reads.ts';

/** Why a username cannot be used. */
export interface Clash {
  readonly text: Message<'player.same_name' | 'player.other_name' | 'player.erased' | 'player.two_names'>;
  /** What a surface needs for its advice; null if there is none. */
  readonly stored: string | null;
  readonly isNew: boolean;
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

/** A player that the club has registered or has on a roster. */
export interface OwnPerson {
  readonly username: string;
  readonly displayName: string;
}

export interface StoredPerson extends OwnPerson {
  readonly id: string;
}

/**
 * Reads all of the caller's own people: a name in a file is compared with every name, without case and accents. If several have one
 * username, only the player that it means is one of them: rows name players by username.
 * @throws {BandejaError} if the key may not read players, or the service does not respond
 */
export async function readOwnPeople(client: Bandeja): Promise<readonly StoredPerson[]> {
  const players = await collect(client.players.list({ limit: 100 }));
  const shared = [...groupBy(players, ({ username }) => username)].filter(([, same]) => same.length > 1);
  const meant = new Map<string, string>();
  await readAll(shared, async ([username]) => meant.set(username, (await client.players.get(username)).id));
  const isMeant = ({ id, username }: Api.Player): boolean => (meant.get(username) ?? id) === id;
  return players.filter(isMeant).map(({ id, username, display_name: displayName }) => ({ id, username, displayName }));
}
