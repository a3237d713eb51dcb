/**
 * Who served and who held, as far as a stored match tells: what the hold rate of the pool is learnt from. Which team
 * served a game is sent for the first of a set at most; the rest follows from the teams taking turns.
 */
import { isMatchTieBreak } from '../../rating/index.ts';
import type { MatchFacts, SetScore, Team } from '../../store/match-rows.ts';
import { scoringOfMatch, setsSeenByWinners } from '../ratings/index.ts';

/** What is read of a match. */
export type ScoredMatch = Pick<MatchFacts, 'winning_team' | 'outcome' | 'scoring' | 'set_scores'>;

/** A count of service games, of one match or of many. */
export interface ServiceGames {
  /** Games whose server is known, tie-breaks aside. */
  readonly serviceGames: number;
  /** Those of them that the serving team won. */
  readonly holds: number;
}

/**
 * Counts the service games of a match and how many of them were held. Sets count whose server is known and whose games
 * were sent in order. None count in a match that was not played to its end (it stops where somebody was hurt or did not
 * come), nor in points, where a set's units are no games.
 *
 * @param match as stored: sets by number, and the winners of a set's games either all there or null
 */
export function countServiceGames(match: ScoredMatch): ServiceGames {
  let serviceGames = 0;
  let holds = 0;
  let nextServer: Team | null = null;
  for (const set of setsOfGames(match)) {
    const firstServer: Team | null = set.first_server_team ?? nextServer;
    const winners = set.game_winners;
    if (firstServer === null || winners === null) {
      nextServer = null;
      continue;
    }
    const served = endsInTieBreak(set) ? winners.slice(0, -1) : winners;
    serviceGames += served.length;
    holds += served.filter((winner, index) => winner === serverOf(index, firstServer)).length;
    // The turns go on over the end of the set; its tie-break was somebody's turn too.
    nextServer = serverOf(winners.length, firstServer);
  }
  return { serviceGames, holds };
}

/** The sets that are made of games; a match tie-break is not. */
function setsOfGames(match: ScoredMatch): readonly SetScore[] {
  const scoring = scoringOfMatch(match);
  if (match.outcome !== 'played' || scoring !== 'games') return [];
  return isMatchTieBreak(setsSeenByWinners(match), scoring) ? match.set_scores.slice(0, 2) : match.set_scores;
}

/** The team whose turn it is to serve after so many games of a set. */
function serverOf(gamesBefore: number, firstServer: Team): Team {
  if (gamesBefore % 2 === 0) return firstServer;
  return firstServer === 'A' ? 'B' : 'A';
}

/** Both teams serve in a tie-break, so it is neither's service game. */
function endsInTieBreak({ team_a_games: a, team_b_games: b }: SetScore): boolean {
  return Math.abs(a - b) === 1 && [4, 7, 9].includes(Math.max(a, b));
}
