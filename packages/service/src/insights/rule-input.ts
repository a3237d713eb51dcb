import type { Pool } from '../calibration/pool.ts';
import {
  type Difference,
  type Forecast,
  type GameChances,
  gameChances,
  logOddsOfThreeSets,
} from '../played/forecast.ts';
import type { GameTally } from '../played/game-tally.ts';
import type { PlayedMatch } from '../played/played-match.ts';
/** The matches that the rules test, each with its expectation. */

/** A match that was played to its end and is in the ledger. */
export interface ForecastMatch {
  readonly match: PlayedMatch;
  readonly forecast: Forecast;
  /** L, logits: see `logOddsOfThreeSets`. */
  readonly logOdds: number;
  readonly chances: GameChances;
  /** The games whose order is known; null without any, and in a points format. */
  readonly games: GameTally | null;
}

/** A match whose games can be compared with an expectation. */
export type ScoredMatch = PlayedMatch & { readonly difference: Difference };

export interface RuleInput {
  /** Newest first. */
  readonly matches: readonly ForecastMatch[];
  readonly scored: readonly ScoredMatch[];
  readonly pool: Pool;
}

/** @param matches newest first. */
export function ruleInputOf(matches: readonly PlayedMatch[], pool: Pool): RuleInput {
  const expected: ForecastMatch[] = [];
  for (const match of matches) {
    const { forecast, sets } = match;
    if (forecast === null || !match.wasPlayedToTheEnd) continue;
    expected.push({
      match,
      forecast,
      logOdds: logOddsOfThreeSets(forecast, match, pool),
      chances: gameChances(forecast, pool.holdRate),
      games: sets[0]?.format === 'points' ? null : match.games,
    });
  }
  return { matches: expected, scored: matches.filter(isScored), pool };
}

const isScored = (match: PlayedMatch): match is ScoredMatch => match.difference !== null;
