/**
 * TrueSkill of two teams of two: Herbrich, Minka and Graepel (2006), *TrueSkill: a Bayesian skill rating system*, NIPS
 * 19. For two teams the update has a closed form. `npm run
 * bench:contenders` compares every number with ts-trueskill 5, including its `winProbability`.
 */
import type { MatchSet } from '../match-set.ts';
import { type Constants, type Contender, constantOf } from './contender.ts';
import { normalBelow, normalDensity, normalLogOdds } from './normal.ts';

/** β sets only the scale, so it is not fitted. */
const BETA = 25 / 6;

export const trueSkill: Contender = {
  name: 'TrueSkill',
  constants: [
    { name: 'SIGMA', start: 25 / 3, min: 0.2, max: 100, scale: 'ratio' },
    { name: 'TAU', start: 25 / 300, min: 0.001, max: 5, scale: 'ratio' },
    // Matches never end in a draw, but the margin still affects predictions.
    { name: 'DRAW_MARGIN', start: 0.1, min: 0.0001, max: 20, scale: 'ratio' },
  ],
  predict: predictTrueSkill,
};

function predictTrueSkill({ matches: { players, at }, playerCount }: MatchSet, constants: Constants): Float64Array {
  const tauSquared = constantOf(constants, 'TAU') ** 2;
  const drawMargin = constantOf(constants, 'DRAW_MARGIN');
  const mean = new Float64Array(playerCount);
  const variance = new Float64Array(playerCount).fill(constantOf(constants, 'SIGMA') ** 2);
  return Float64Array.from(at, (_, row) => {
    const first = 4 * row;
    const meanOf = (slot: number): number => mean[players[first + slot] as number] as number;
    const varianceOf = (slot: number): number => variance[players[first + slot] as number] as number;
    const difference = meanOf(0) + meanOf(1) - (meanOf(2) + meanOf(3));
    const before = varianceOf(0) + varianceOf(1) + varianceOf(2) + varianceOf(3);
    const x = normalLogOdds(difference / Math.sqrt(before + 4 * BETA * BETA));

    const c = Math.sqrt(before + 4 * tauSquared + 4 * BETA * BETA);
    const t = (difference - drawMargin) / c;
    const below = normalBelow(t);
    const v = below > 0 ? normalDensity(t) / below : -t;
    const w = v * (v + t);
    for (let slot = 0; slot < 4; slot += 1) {
      const player = players[first + slot] as number;
      const prior = (variance[player] as number) + tauSquared;
      const pull = (prior / c) * v;
      mean[player] = (mean[player] as number) + (slot < 2 ? pull : -pull);
      variance[player] = prior * (1 - (prior / (c * c)) * w);
    }
    return x;
  });
}
