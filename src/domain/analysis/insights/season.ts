import type { Pool } from '../../ledger/index.ts';
import { type GameChances, gameChances, gamesShareOf, logOddsOfThreeSets, standardised } from '../forecast.ts';
import type { SeenGame, SeenMatch } from '../seen-match.ts';
import { isReceiving, isServing } from '../situations.ts';
import type { Trial } from './score-test.ts';
/** The matches that insights may rest on, each with what was expected of it: what the rules are read over. */

/** A match that was played to its end and stands in the ledger. */
export interface JudgedMatch {
  readonly match: SeenMatch;
  /** L, logits: see `logOddsOfThreeSets`. */
  readonly logOdds: number;
  readonly chances: GameChances;
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

export interface JudgedGame extends Trial {
  readonly game: SeenGame;
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
  /** The games of all sets whose order is known. */
  readonly games: readonly JudgedGame[];
}

/** @param matches newest first. */
export function judgeSeason(matches: readonly SeenMatch[], pool: Pool): Season {
  const judged = matches.flatMap((match) => judgeMatch(match, pool) ?? []);
  return {
    matches: judged,
    scored: judged.flatMap(({ match, difference }) => (difference === null ? [] : { match, ...difference })),
    games: judged.flatMap(judgeGames),
  };
}

function judgeMatch(match: SeenMatch, { steepness, holdRate }: Pool): JudgedMatch | null {
  const { forecast } = match;
  if (forecast === null || !match.wasPlayedToTheEnd) return null;
  const share = gamesShareOf(match);
  return {
    match,
    logOdds: logOddsOfThreeSets(forecast, match, steepness),
    chances: gameChances(forecast, holdRate),
    difference: share && { standardised: standardised(share), share: share.won / share.games - share.expected },
  };
}

function judgeGames({ match, chances }: JudgedMatch): JudgedGame[] {
  const judged: JudgedGame[] = [];
  for (const { format, games } of match.sets) {
    if (format !== 'games') continue;
    for (const game of games ?? []) judged.push({ game, won: game.won, chance: chanceOf(game, chances) });
  }
  return judged;
}

function chanceOf(game: SeenGame, chances: GameChances): number {
  if (isServing(game)) return chances.serving;
  return isReceiving(game) ? chances.receiving : chances.even;
}
