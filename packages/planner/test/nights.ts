/** Nights for tests. */
import type { Lineup, Night, NightPlayer, Round } from '../src/index.ts';

export const playersFrom = (count: number): NightPlayer[] =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, rating: null, fromRound: 1, untilRound: null }));

export const nightOf = (count: number, courts: number, rounds: number, changes: Partial<Night> = {}): Night => ({
  format: 'americano',
  players: playersFrom(count),
  courts,
  rounds,
  fixedPairs: [],
  avoidPairs: [],
  mexicanoPairing: '1_4',
  seed: 1,
  ...changes,
});

export const playersIn = ({ teamA, teamB }: Lineup): number[] => [...teamA, ...teamB];
export const playingIn = ({ courts }: Round): number[] => courts.flatMap(playersIn);
export const never = (): null => null;
