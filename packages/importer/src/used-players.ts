/** The players of a file of usernames, looked up before a row is sent: a username may be another person's. */
import { type Bandeja, BandejaError } from '@bandeja/client';
import { nameKey } from './names/name-forms.ts';
import { differenceOf, readPublic } from './names/others.ts';
import { readOwnPeople } from './names/own-people.ts';
import type { PlayerReader } from './participants.ts';
import type { Registrar } from './registrar.ts';
import type { FileRow } from './rows.ts';
import type { Source } from './source.ts';

/** The players of a file that may be other people. */
export interface UsedPlayers {
  /** A sentence for each username whose player has another name than the file gives it, with the first row that uses it. */
  readonly clashes: readonly string[];
  /** Players of other partners: username → display name. */
  readonly ofOthers: ReadonlyMap<string, string>;
  /** Those of them without a display name in the file: a person must confirm that they are meant. */
  readonly unconfirmed: ReadonlyMap<string, string>;
}

const NONE: UsedPlayers = { clashes: [], ofOthers: new Map(), unconfirmed: new Map() };

/**
 * Finds the players of other partners that the rows of a file use, and display names of the file that are not the players'.
 * @param readPlayers reads the players of flat rows; null if these are names, which `NamesImport` checks
 * @param registrar null if no players are registered
 * @throws {BandejaError} if the file gives display names and the key may not read players, or the service does not respond
 */
export async function findUsedPlayers(
  client: Bandeja,
  { rows, envelope, rowName, plan }: Pick<Source, 'rows' | 'envelope' | 'rowName' | 'plan'>,
  readPlayers: PlayerReader | null,
  registrar: Registrar | null,
): Promise<UsedPlayers> {
  // In a table, `NamesImport` checks all players.
  if (readPlayers === null && plan !== null) return NONE;
  const usernames = await usernamesIn(rows(), readPlayers);
  if (usernames.size === 0) return NONE;
  const named = [...usernames].filter(([username]) => envelope.players.get(username)?.display_name !== undefined);
  let own: ReadonlyMap<string, string>;
  try {
    own = new Map((await readOwnPeople(client)).map(({ username, displayName }) => [username, displayName]));
  } catch (error) {
    // A key that may submit need not be one that may read. Without display names there is nothing to compare.
    if (named.length === 0 && error instanceof BandejaError && error.code === 'insufficient_scope') return NONE;
    throw error;
  }
  const unknown = [...usernames.keys()].filter((username) => !own.has(username));
  const ofOthers = await readPublic(client, unknown);
  registrar?.takeAsMeant(ofOthers);
  const clashes = named.flatMap(([username, line]) => {
    const given = envelope.players.get(username)?.display_name ?? '';
    const stored = own.get(username) ?? ofOthers.get(username);
    if (stored === undefined || nameKey(stored) === nameKey(given)) return [];
    // Registered without a name.
    if (own.has(username) && stored === username) return [];
    const difference = differenceOf(username, stored, given, own.has(username));
    return [`${rowName} ${line}: ${difference} ${remedyOf(stored, given)}`];
  });
  const confirmed = new Set(named.map(([username]) => username));
  const unconfirmed = new Map([...ofOthers].filter(([username]) => !confirmed.has(username)));
  return { clashes, ofOthers, unconfirmed };
}

const remedyOf = (stored: string, given: string): string =>
  `If “${given}” is another person, choose another username. If it is the same person, write “${stored}” as display_name.`;

/** The usernames in rows that can be sent, with the first of these rows. */
async function usernamesIn(
  rows: AsyncIterable<FileRow>,
  readPlayers: PlayerReader | null,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for await (const row of rows) {
    for (const username of usernamesOf(row, readPlayers))
      if (username !== null && !found.has(username)) found.set(username, row.line);
  }
  return found;
}

function usernamesOf(row: FileRow, readPlayers: PlayerReader | null): readonly (string | null)[] {
  if (row.kind === 'ready') return row.usernames;
  if (row.kind === 'faulty' || row.faults.length > 0 || readPlayers === null) return [];
  const { usernames, faults } = readPlayers(row.players);
  return faults.length > 0 ? [] : usernames;
}
