/** Players as a partner's own ids of them. */
import type { Bandeja } from '@bandeja/client';
import { playerColumns } from './column-names.ts';
import type { RowFault } from './faults.ts';
import type { PlayerReader } from './participants.ts';
import { readAll } from './reads.ts';
import type { Source } from './source.ts';

/** The username of an id's player; the reason if there is none to send. */
type Found = { readonly username: string } | { readonly fault: string };

/**
 * Looks up every id in the rows of a file. An id that no player has rejects its rows.
 * @throws {BandejaError} if the key may not read players, or the service does not respond
 */
export async function readExternalIds(
  client: Bandeja,
  { rows }: Pick<Source, 'rows'>,
  kind: string,
): Promise<PlayerReader> {
  const values = new Set<string>();
  for await (const row of rows()) if (row.kind === 'match') for (const text of row.players) values.add(text);
  values.delete('');
  const all = [...values];
  const answers = await readAll(all, (value) => lookUp(client, kind, value));
  const found = new Map(all.map((value, index) => [value, answers[index] as Found]));
  return (players) => {
    const faults: RowFault[] = [];
    const usernames = players.map((text, place) => {
      const player = found.get(text);
      if (player === undefined) return '';
      if ('username' in player) return player.username;
      faults.push({ group: 'externalId', columns: playerColumns.slice(place, place + 1), detail: player.fault });
      return '';
    });
    return { usernames, identities: players, faults };
  };
}

async function lookUp(client: Bandeja, kind: string, value: string): Promise<Found> {
  const { data } = await client.players.list({ external_id: `${kind}:${value}` });
  const [player] = data;
  if (player === undefined) return { fault: `no player has the ${kind} “${value}”` };
  // Rows name players by username, which may mean another player.
  const meant = await client.players.get(player.username);
  if (meant.id === player.id) return { username: player.username };
  return {
    fault: `the ${kind} “${value}” is of ${player.display_name}, but ${player.username} is ${meant.display_name}`,
  };
}
