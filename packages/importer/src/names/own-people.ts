import type { Bandeja } from '@bandeja/client';
import { collect } from '../collections.ts';

/** A player that the club has registered or has on a roster. */
export interface OwnPerson {
  readonly username: string;
  readonly displayName: string;
}

/**
 * Reads all of the caller's own people: a name in a file is compared with every name, without case and accents.
 * @throws {BandejaError} if the key may not read players, or the service does not respond
 */
export async function readOwnPeople(client: Bandeja): Promise<readonly OwnPerson[]> {
  const players = await collect(client.players.list({ limit: 100 }));
  return players.map(({ username, display_name: displayName }) => ({ username, displayName }));
}
