/**
 * Elo with pairs rated as the average of their players. Elo (1978), *The Rating of Chessplayers*; the step shrinks with the matches
 * played, K/(n + OFFSET)^SHAPE, is that of Kovalchik (2016), *Searching for the GOAT of tennis win prediction*,
 * Journal of Quantitative Analysis in Sports 12. With SHAPE 0 all steps are the same.
 */
import type { MatchSet } from '../match-set.ts';
import { type Constants, type Contender, constantOf } from './contender.ts';

/** Log odds per rating point. */
const LOGIT_PER_POINT = Math.LN10 / 400;

export const elo: Contender = {
  name: 'Elo',
  constants: [
    { name: 'K', start: 250, min: 1, max: 5000, scale: 'ratio' },
    { name: 'OFFSET', start: 5, min: 0.1, max: 500, scale: 'ratio' },
    { name: 'SHAPE', start: 0.4, min: 0, max: 2, scale: 'difference' },
  ],
  predict: predictElo,
};

function predictElo({ matches: { players, at }, playerCount }: MatchSet, constants: Constants): Float64Array {
  const [k, offset, shape] = [
    constantOf(constants, 'K'),
    constantOf(constants, 'OFFSET'),
    constantOf(constants, 'SHAPE'),
  ];
  const rating = new Float64Array(playerCount);
  const played = new Int32Array(playerCount);
  return Float64Array.from(at, (_, row) => {
    const first = 4 * row;
    const of = (slot: number): number => rating[players[first + slot] as number] as number;
    const x = LOGIT_PER_POINT * ((of(0) + of(1)) / 2 - (of(2) + of(3)) / 2);
    const surprise = 1 - 1 / (1 + Math.exp(-x));
    for (let slot = 0; slot < 4; slot += 1) {
      const player = players[first + slot] as number;
      const n = played[player] as number;
      const step = (k / (n + offset) ** shape) * surprise;
      rating[player] = (rating[player] as number) + (slot < 2 ? step : -step);
      played[player] = n + 1;
    }
    return x;
  });
}
