import { type Pool, poolOf } from '../calibration/pool.ts';
import { yieldBetween } from '../runtime/yield-between.ts';
import { notFound } from '../validation/not-found.ts';
import { type PlayedMatch, playedMatch, type ScoreWindow, scoreWindow } from './played-match.ts';
import type { PlayedMatchRow, PlayerHistory } from './played-matches-store.ts';

/** A player with the newest matches and the pool, as of one moment. */
export interface History<Player> {
  readonly player: Player;
  readonly pool: Pool;
  readonly windows: readonly ScoreWindow[];
  /** Newest first, from every partner, without walkovers. */
  readonly matches: readonly PlayedMatch[];
  /** The matches before those, as stored: few of them are needed, if any. */
  readonly older: readonly PlayedMatchRow[];
}

/**
 * What a store found, for analyses.
 * @param limit of the matches; what else was read is `older`
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function historyOf<Player>(
  username: string,
  found: PlayerHistory<Player> | undefined,
  limit: number,
): Promise<History<Player>> {
  if (found === undefined) throw notFound('player_not_found', username);
  const { player, calibration, windows, matches } = found;
  return {
    player,
    pool: poolOf(calibration),
    windows: windows.map(scoreWindow),
    matches: await yieldBetween(matches.slice(0, limit), playedMatch),
    older: matches.slice(limit),
  };
}
