import type { Team } from '@bandeja/contract/match-enums';
import { roundTo } from '@bandeja/contract/rounding';
import type { SideTotals } from '../matches/scoreline.ts';
import type { Side } from './players.ts';

/** A player without matches. */
export const NO_RESULTS = {
  /** Matches with a scoreline. */
  scored: 0,
  played: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  sets_won: 0,
  sets_lost: 0,
  games_won: 0,
  games_lost: 0,
};

/** The sums of a player's matches. */
export type PlayerResults = Readonly<typeof NO_RESULTS>;

/** Points (or games) a match with a scoreline; null without one. */
export const averageOf = ({ scored, games_won: won }: Pick<PlayerResults, 'scored' | 'games_won'>): number | null =>
  scored === 0 ? null : roundTo(won / scored, 2);

/** Adds a match. @param totals of the match */
export function resultsWith(
  results: PlayerResults,
  match: { readonly set_scores: readonly unknown[] },
  { team, won }: Side,
  { A, B }: Readonly<Record<Team, SideTotals>>,
): PlayerResults {
  const [own, other] = team === 'A' ? [A, B] : [B, A];
  return {
    scored: results.scored + Number(match.set_scores.length > 0),
    played: results.played + 1,
    wins: results.wins + Number(won === true),
    draws: results.draws + Number(won === null),
    losses: results.losses + Number(won === false),
    sets_won: results.sets_won + own.sets,
    sets_lost: results.sets_lost + other.sets,
    games_won: results.games_won + own.games,
    games_lost: results.games_lost + other.games,
  };
}
