/** Results that are typed as text. Nothing here knows a browser. */
import type { Api } from '@bandeja/client';
import { readScore } from '@bandeja/importer';
import { type Outcome, type ResultEntry, type Team, winnerOf } from '../../results/entries.ts';

/** The sets of “6-4 3-6 10-7”, and of “64 75”; null if it cannot be read. */
export function setsOf(text: string): Api.SetScoreSubmission[] | null {
  const isShort = /^\d\d(?:[\s,;]+\d\d)*$/.test(text.trim());
  const read = readScore(isShort ? text.replaceAll(/(\d)(\d)/g, '$1-$2') : text);
  if ('fault' in read) return null;
  return read.value.map(({ a, b }, index) => ({ set_number: index + 1, team_a_games: a, team_b_games: b }));
}

export interface Typed {
  readonly score: string;
  readonly units: 'games' | 'points';
  /** Whether they are those of a stored result. */
  readonly hasKnownUnits: boolean;
  readonly outcome: Outcome;
  /** Null: by the score. */
  readonly winner: Team | null;
}

/** What is wrong with a typed result; null if nothing is. */
export type TypedFault =
  | 'unreadable'
  | 'too_many'
  | 'looks_like_points'
  | 'contradicts'
  | 'missing'
  | 'third'
  | 'level';

export const leaderOf = (sets: ResultEntry['set_scores']): Team | null =>
  winnerOf({ set_scores: sets, winning_team: null });

/** @param points those of a match, if the night has a fixed number of them */
export function faultOf(
  { score, units, hasKnownUnits, outcome, winner }: Typed,
  points: number | null = null,
): TypedFault | null {
  const sets = setsOf(score);
  if (sets === null) return 'unreadable';
  if (points !== null && sets.some(({ team_a_games: a, team_b_games: b }) => a + b > points)) return 'too_many';
  const [first] = sets;
  const isPlayed = outcome === 'played';
  if (!hasKnownUnits && units === 'games' && first && Math.max(first.team_a_games, first.team_b_games) >= 10)
    return 'looks_like_points';
  const leader = leaderOf(sets);
  if (winner !== null) return isPlayed && leader !== null && leader !== winner ? 'contradicts' : null;
  if (leader !== null) return null;
  if (first === undefined) return 'missing';
  if (isPlayed && units === 'points') return null;
  return isPlayed && sets.length === 2 ? 'third' : 'level';
}
