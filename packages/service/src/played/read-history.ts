import { type Pool, poolOf } from '../calibration/pool.ts';
import { notFound } from '../validation/not-found.ts';
import { type PlayedMatch, playedMatch } from './played-match.ts';
import type { PlayerHistory } from './played-matches-store.ts';

/** A player with the newest matches and the pool, as of one moment. */
export interface History<Player> {
  readonly player: Player;
  readonly pool: Pool;
  /** Newest first, from every partner, without walkovers. */
  readonly matches: readonly PlayedMatch[];
}

/** Factor by which the limit grows if the newest matches do not suffice. */
const GROWTH = 4;

/**
 * Reads matches until they suffice. Each attempt is one statement, so that everything is of one moment. Few players need a
 * second one: a snapshot to read on from would cost all others two more statements.
 *
 * @param read reads a player with at most that many matches
 * @param limit the fewest matches to read
 * @param suffices whether matches that do not reach back to the first one are enough
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function readHistory<Player>(
  username: string,
  read: (limit: number) => Promise<PlayerHistory<Player> | undefined>,
  limit: number,
  suffices: (matches: readonly PlayedMatch[]) => boolean,
): Promise<History<Player>> {
  const found = await read(limit);
  if (found === undefined) throw notFound('player_not_found', username);
  const matches = found.matches.map(playedMatch);
  if (!found.isWhole && !suffices(matches)) return readHistory(username, read, GROWTH * limit, suffices);
  return { player: found.player, pool: poolOf(found.calibration), matches };
}
