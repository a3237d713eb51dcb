import { scoreOf, scoreOfShown, uncertaintyOf } from '../../rating/index.ts';
import type { AnalysisReading } from '../../store/analysis.ts';
import { type Pool, poolOf } from '../calibration/index.ts';
import { stateOfPlayer } from '../ratings/index.ts';
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
 * @param lately which of the windows that were read is that of the last `SCORE_MOVE_DAYS`
 * @param at ms since 1970, of the reading
 */
export function analysisInputOf(reading: AnalysisReading, lately: number, at: number): AnalysisInput {
  const { player, matches, windows, calibration } = reading;
  const state = stateOfPlayer(player);
  const window = windows[lately];
  return {
    matches: matches.map(seenMatch),
    pool: poolOf(calibration),
    standing: {
      at,
      score: scoreOf(state),
      uncertainty: uncertaintyOf(state, at),
      matchesPlayed: player.matches_played,
      lastPlayedAt: player.last_played_at,
      lately:
        window === undefined || window.rated === 0
          ? null
          : { matches: window.played_to_the_end, scoreBefore: scoreOfShown(window.shown_before) },
    },
  };
}
