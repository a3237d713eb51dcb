import { shareOf } from '../rounding.ts';

/** What somebody won and drew of the matches played. */
export interface Results {
  readonly played: number;
  readonly wins: number;
  readonly draws: number;
}

/** The share of decided matches that were won; null without one. */
export function rateOfDecided(wins: number, decided: number): number | null {
  return decided === 0 ? null : shareOf(wins, decided);
}

/** By wins, a draw being half of one, then by the win rate. Rates are compared as fractions, not as rounded decimals. */
export function compareWins(a: Results, b: Results): number {
  const byWins = 2 * b.wins + b.draws - (2 * a.wins + a.draws);
  if (byWins !== 0) return byWins;
  const [decidedA, decidedB] = [a.played - a.draws, b.played - b.draws];
  // Without a decided match there is no rate, which ranks below every other.
  if (decidedA === 0 || decidedB === 0) return Number(decidedA === 0) - Number(decidedB === 0);
  return b.wins * decidedA - a.wins * decidedB;
}
