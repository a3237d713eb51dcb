import { type Client, pathOf } from '../../api/client.ts';
import { objectOf, objectsOf, textOf } from '../../json-value.ts';

/** Someone whom the club has registered or has on a roster. */
export interface OwnPerson {
  readonly username: string;
  readonly displayName: string;
}

/** A page of the list of players. */
const PAGE = 100;

/**
 * Reads the caller's own people, all of them: a name in a file is compared with every name, without case and accents.
 * @throws {BandejaError} when the key may not read players. @throws {CommandFailure} when the service is out of reach.
 */
export async function readOwnPeople(client: Client): Promise<readonly OwnPerson[]> {
  const people: OwnPerson[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = objectOf(await client.get(pathOf('v1', 'players'), { limit: PAGE, cursor }));
    for (const player of objectsOf(page['data'])) {
      const username = textOf(player['username']);
      if (username !== null) people.push({ username, displayName: textOf(player['display_name']) ?? username });
    }
    cursor = textOf(objectOf(page['pagination'])['next_cursor']);
  }
  return people;
}
