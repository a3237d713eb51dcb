import { scoreOf, scoreOfShown, uncertaintyOf } from '../../rating/index.ts';
import { listAnalysisMatches, readScoreSince } from '../../store/analysis.ts';
import type { PlayerRow } from '../../store/players.ts';
import { currentPool, type Pool } from '../calibration/index.ts';
import type { Caller, Context } from '../context.ts';
import { stateOfPlayer } from '../ratings/index.ts';
import { SCORE_MOVE_DAYS, type Standing } from './insights/facts.ts';
import { type SeenMatch, seenMatch } from './seen-match.ts';

/** Matches of an analysis when nobody says how many; also those that a card’s headline rests on. */
export const ANALYSIS_LIMIT_DEFAULT = 50;
export const ANALYSIS_LIMIT_MAX = 200;

/** Everything that is told of a player is a function of this. */
export interface AnalysisInput {
  /** Newest first, from every partner, without walkovers. */
  readonly matches: readonly SeenMatch[];
  readonly pool: Pool;
  readonly standing: Standing;
}

const DAY_MS = 86_400_000;

/**
 * Reads what an analysis is made of, as the caller may see it: teammates hidden from it have no name.
 * @param player whom the caller may see; as read for it
 * @param limit the most matches
 */
export async function readAnalysisInput(
  { database, now }: Context,
  { partnerId }: Pick<Caller, 'partnerId'>,
  player: PlayerRow,
  limit: number,
): Promise<AnalysisInput> {
  const at = now();
  const rows = await listAnalysisMatches(database, partnerId, player.id, limit);
  const since = await readScoreSince(database, player.id, at - SCORE_MOVE_DAYS * DAY_MS);
  const state = stateOfPlayer(player);
  return {
    matches: rows.map(seenMatch),
    pool: await currentPool(database),
    standing: {
      at,
      score: scoreOf(state),
      uncertainty: uncertaintyOf(state, at),
      matchesPlayed: player.matches_played,
      lastPlayedAt: player.last_played_at,
      lately: since && { matches: since.played_to_the_end, scoreBefore: scoreOfShown(since.shown_before) },
    },
  };
}
