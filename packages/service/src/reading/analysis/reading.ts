import type { Queryable } from '@bandeja/postgres/database';
import { type Pool, poolOf } from '../../ledger/pool.ts';
import type { PlayerRow } from '../../players/store.ts';
import { readNewestMatches, readOlderMatches } from './player-matches-store.ts';
import { type SeenMatch, seenMatch } from './seen-match.ts';
import type { TimeKey } from './time-order.ts';
/** What cards and analyses are computed from: a player, the newest matches and the pool, as of one moment. */

/** Matches of an analysis by default; also those that the headline of a card is based on. */
export const ANALYSIS_LIMIT_DEFAULT = 50;
export const ANALYSIS_LIMIT_MAX = 200;

export interface Reading {
  readonly player: PlayerRow;
  readonly pool: Pool;
  /** Newest first, from every partner, without walkovers. */
  readonly matches: readonly SeenMatch[];
  /** The place of the last of the matches if the history may go on before it; else null. */
  readonly end: TimeKey | null;
}

/**
 * Reads a player with the newest matches, in one statement.
 * @param username in its canonical form
 * @returns undefined for a player hidden from the partner, as for one that does not exist
 */
export async function readMatchesOf(
  database: Queryable,
  partnerId: string,
  username: string,
  limit: number,
): Promise<Reading | undefined> {
  const found = await readNewestMatches(database, partnerId, username, limit);
  return found && { ...found, pool: poolOf(found.pool), matches: found.matches.map(seenMatch) };
}

/** Matches of each further statement: most players need only a few more. */
const OLDER_LIMITS = [50, 450] as const;
const OLDER_LIMIT = 500;

/**
 * Reads matches before those of a reading, newest first, block by block.
 * @param isEnough whether the older matches suffice
 */
export async function readOlder(
  snapshot: Queryable,
  { player, end }: Reading,
  isEnough: (older: readonly SeenMatch[]) => boolean,
): Promise<SeenMatch[]> {
  const older: SeenMatch[] = [];
  let offset = 0;
  for (let block = 0; end !== null && !isEnough(older); block += 1) {
    const limit = OLDER_LIMITS[block] ?? OLDER_LIMIT;
    const rows = await readOlderMatches(snapshot, player.id, { before: end, offset, limit });
    older.push(...rows.filter((row) => row.outcome !== 'walkover').map(seenMatch));
    if (rows.length < limit) break;
    offset += limit;
  }
  return older;
}
