import type { Scoring, Team } from '@bandeja/contract/match-enums';
import { isMatchTieBreak } from '@bandeja/rating';
import type { SetScore } from '../history/match-columns.ts';

export type SetGames = Pick<SetScore, 'team_a_games' | 'team_b_games'>;

/** The games of the sets as pairs, team A's first. */
export function setPairs(sets: readonly SetGames[]): [number, number][] {
  return sets.map((set) => [set.team_a_games, set.team_b_games]);
}

export interface SideTotals {
  readonly sets: number;
  readonly games: number;
}

/**
 * Sets and games of both teams. A match tie-break counts as a set and as one game, 1–0; a drawn set counts for neither.
 * @param sets in the order of play.
 */
export function totalsOf(
  sets: readonly SetGames[],
  scoring: Scoring | null,
): { readonly A: SideTotals; readonly B: SideTotals } {
  const totals = { A: { sets: 0, games: 0 }, B: { sets: 0, games: 0 } };
  const hasMatchTieBreak = scoring === 'games' && isMatchTieBreak(setPairs(sets));
  sets.forEach((set, index) => {
    const [a, b] = [set.team_a_games, set.team_b_games];
    const isTieBreak = hasMatchTieBreak && index === sets.length - 1;
    totals.A.games += isTieBreak ? Number(a > b) : a;
    totals.B.games += isTieBreak ? Number(b > a) : b;
    totals.A.sets += Number(a > b);
    totals.B.sets += Number(b > a);
  });
  return totals;
}

/** The team that leads by the scoreline: more sets, then more games; null if both are level. */
export function leaderOf(sets: readonly SetGames[], scoring: Scoring | null): Team | null {
  const { A, B } = totalsOf(sets, scoring);
  const lead = A.sets - B.sets || A.games - B.games;
  return lead === 0 ? null : lead > 0 ? 'A' : 'B';
}
