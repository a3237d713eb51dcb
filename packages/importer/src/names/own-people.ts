import type { Api, Bandeja } from '@bandeja/client';
import { collect, groupBy } from '../collections.ts';
import { readAll } from '../reads.ts';

/** A player that the club has registered or has on a roster. */
export interface OwnPerson {
  readonly username: string;
  readonly displayName: string;
}

/**
 * Reads all of the caller's own people: a name in a file is compared with every name, without case and accents. If several have one
 * username, only the player that it means is one of them: rows name players by username.
 * @throws {BandejaError} if the key may not read players, or the service does not respond
 */
export async function readOwnPeople(client: Bandeja): Promise<readonly OwnPerson[]> {
  const players = await collect(client.players.list({ limit: 100 }));
  const shared = [...groupBy(players, ({ username }) => username)].filter(([, same]) => same.length > 1);
  const meant = new Map<string, string>();
  await readAll(shared, async ([username]) => meant.set(username, (await client.players.get(username)).id));
  const isMeant = ({ id, username }: Api.Player): boolean => (meant.get(username) ?? id) === id;
  return players.filter(isMeant).map(({ username, display_name: displayName }) => ({ username, displayName }));
}
