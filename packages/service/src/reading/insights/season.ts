import type { Pool } from '../../ledger/pool.ts';
import {
  type GameChances,
  gameChances,
  gamesShareOf,
  logOddsOfThreeSets,
  type PossibleChances,
  possibleChances,
  standardised,
} from '../analysis/forecast.ts';
import type { GameTally } from '../analysis/game-tally.ts';
import type { SeenMatch } from '../analysis/seen-match.ts';
/** The matches that insights may rest on, each with what was expected of it: what the rules are read over. */

/** A match that was played to its end and stands in the ledger. */
export interface JudgedMatch {
  readonly match: SeenMatch;
  /** L, logits: see `logOddsOfThreeSets`. */
  readonly logOdds: number;
  readonly chances: GameChances;
  readonly possibleChances: readonly PossibleChances[];
  /** The games whose order is known; null if there are none, and in a points format. */
  readonly games: GameTally | null;
  /** Null for a points format and a match without scoreline. */
  readonly difference: Difference | null;
}

/** How far a match went beside its expectation, in games. */
export interface Difference {
  /** z, standard deviations. */
  readonly standardised: number;
  /** The share of games won over the expected one, −1 to 1. */
  readonly share: number;
}

/** A match with a difference. */
export interface ScoredMatch extends Difference {
  readonly match: SeenMatch;
}

export interface Season {
  /** Newest first. */
  readonly matches: readonly JudgedMatch[];
  /** Those of them whose games can be compared with an expectation. */
  readonly scored: readonly ScoredMatch[];
}

/** @param matches newest first. */
export function judgeSeason(matches: readonly SeenMatch[], pool: Pool): Season {
  const judged = matches.flatMap((match) => judgeMatch(match, pool) ?? []);
  return {
    matches: judged,
    scored: judged.flatMap(({ match, difference }) => (difference === null ? [] : { match, ...difference })),
  };
}

function judgeMatch(match: SeenMatch, pool: Pool): JudgedMatch | null {
  const { forecast } = match;
  if (forecast === null || !match.wasPlayedToTheEnd) return null;
  const share = gamesShareOf(match);
  return {
    match,
    logOdds: logOddsOfThreeSets(forecast, match, pool),
    chances: gameChances(forecast, pool.holdRate),
    possibleChances: possibleChances(forecast, pool.holdRate),
    games: match.sets[0]?.format === 'points' ? null : match.games,
    difference: share && { standardised: standardised(share), share: share.won / share.games - share.expected },
  };
}
