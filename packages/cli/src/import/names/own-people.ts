import type { Client } from '../../api/client.ts';

/** Someone whom the club has registered or has on a roster. */
export interface OwnPerson {
  readonly username: string;
  readonly displayName: string;
}

/**
 * Reads the caller's own people, all of them: a name in a file is compared with every name, without case and accents.
 * @throws {BandejaError} when the key may not read players. @throws {CommandFailure} when the service is out of reach.
 */
export async function readOwnPeople(client: Client): Promise<readonly OwnPerson[]> {
  const people: OwnPerson[] = [];
  for await (const { username, display_name: displayName } of client.players.iterate()) {
    people.push({ username, displayName });
  }
  return people;
}
