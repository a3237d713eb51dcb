import { scoreOf, scoreOfShown, uncertaintyOf } from '../../rating/index.ts';
import { listAnalysisMatches } from '../../store/analysis.ts';
import type { Queryable } from '../../store/database.ts';
import type { PlayerRow } from '../../store/players.ts';
import type { WindowRow } from '../../store/windows.ts';
import { currentPool, type Pool } from '../calibration/index.ts';
import type { Caller } from '../context.ts';
import { stateOfPlayer } from '../ratings/index.ts';
import type { Standing } from './insights/facts.ts';
import { type SeenMatch, seenMatch } from './seen-match.ts';

/** Matches of an analysis when nobody says how many; also those that a card’s headline rests on. */
export const ANALYSIS_LIMIT_DEFAULT = 50;
export const ANALYSIS_LIMIT_MAX = 200;

/** What the matches of a player tell is a function of these two. */
export interface AnalysisInput {
  /** Newest first, from every partner, without walkovers. */
  readonly matches: readonly SeenMatch[];
  readonly pool: Pool;
}

/**
 * Reads what an analysis is made of, as the caller may see it: teammates hidden from it have no name.
 * @param playerId whom the caller may see
 * @param limit the most matches
 */
export async function readAnalysisInput(
  database: Queryable,
  { partnerId }: Pick<Caller, 'partnerId'>,
  playerId: string,
  limit: number,
): Promise<AnalysisInput> {
  const rows = await listAnalysisMatches(database, partnerId, playerId, limit);
  return { matches: rows.map(seenMatch), pool: await currentPool(database) };
}

/**
 * How a player stands.
 * @param player as read
 * @param lately the window of the last `SCORE_MOVE_DAYS`
 * @param at ms since 1970, of the reading
 */
export function standingOf(player: PlayerRow, lately: WindowRow | undefined, at: number): Standing {
  const state = stateOfPlayer(player);
  return {
    at,
    score: scoreOf(state),
    uncertainty: uncertaintyOf(state, at),
    matchesPlayed: player.matches_played,
    lastPlayedAt: player.last_played_at,
    lately:
      lately === undefined || lately.rated === 0
        ? null
        : { matches: lately.played_to_the_end, scoreBefore: scoreOfShown(lately.shown_before) },
  };
}
