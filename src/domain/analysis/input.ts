import { scoreOfShown, uncertaintyOf } from '../../rating/index.ts';
import type { AnalysisReading } from '../../store/analysis/analysis.ts';
import type { WindowRow } from '../../store/analysis/windows.ts';
import { type Pool, poolOf } from '../calibration/index.ts';
import { DAY_MS } from '../instant.ts';
import { type StateColumns, stateOfPlayer } from '../ratings/index.ts';
import type { Standing } from './insights/facts.ts';
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

/**
 * What an analysis is made of.
 * @param lately the window of the last `SCORE_MOVE_DAYS`
 * @param at ms since 1970, of the reading
 */
export function analysisInputOf(
  { player, matches, calibration }: Pick<AnalysisReading, 'player' | 'matches' | 'calibration'>,
  lately: WindowRow,
  at: number,
): AnalysisInput {
  return {
    matches: matches.map(seenMatch),
    pool: poolOf(calibration),
    standing: standingOf(player, lately, at),
  };
}

/**
 * How a player stands at the time of reading.
 * @param lately as of {@link analysisInputOf}
 */
function standingOf(player: StateColumns, lately: WindowRow, at: number): Standing {
  const { last_played_at: playedAt, matches_played: matchesPlayed } = player;
  return {
    uncertainty: uncertaintyOf(stateOfPlayer(player), at),
    matchesPlayed,
    daysAway: playedAt === null ? null : Math.floor((at - playedAt) / DAY_MS),
    lately: { matches: lately.played_to_the_end, change: scoreChangeOf(lately) },
  };
}

/**
 * How far the matches of a window have moved the score, in whole points: the sum of the changes that the matches show, also
 * while some of these are provisional.
 */
export function scoreChangeOf({ steps }: WindowRow): number {
  return steps.reduce((sum, [before, after]) => sum + scoreOfShown(after) - scoreOfShown(before), 0);
}
