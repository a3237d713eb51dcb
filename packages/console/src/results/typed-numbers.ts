/** Results that the fields of a pad have. Nothing here knows a browser. */
import type { Outcome, ResultEntry, Team } from './entries.ts';

/** An entry that was played to the end, from the numbers of team A and team B in each set. */
export function played(...sets: readonly (readonly [a: number, b: number])[]): ResultEntry {
  const set_scores = sets.map(([team_a_games, team_b_games], index) => ({
    set_number: index + 1,
    team_a_games,
    team_b_games,
  }));
  return { set_scores, outcome: 'played', winning_team: null };
}

interface TypedNumbers {
  readonly outcome: Outcome;
  /** The numbers of both teams in each set; 0 where none was typed. */
  readonly sets: readonly (readonly [a: number, b: number])[];
  readonly winner: Team;
}

/** A result that has no button, or what is wrong with it. @param points those of a match; null if it has no fixed number */
export function otherResult(
  { outcome, sets, winner }: TypedNumbers,
  points: number | null,
): ResultEntry | 'empty' | 'too_many' {
  const scored = outcome === 'walkover' ? [] : sets.filter(([a, b]) => a + b > 0);
  if (points !== null && scored.some(([a, b]) => a + b > points)) return 'too_many';
  if (outcome === 'played') return scored.length === 0 ? 'empty' : played(...scored);
  return { ...played(...scored), outcome, winning_team: winner };
}
