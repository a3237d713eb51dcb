/**
 * The models of Weng and Lin (2011), *A Bayesian approximation method for online ranking*, JMLR 12, for two teams of
 * two, like openskill 5 with its default options except for the fitted ones. `npm run bench:contenders` compares every number with
 * the library's. This code is hundreds of times as fast.
 *
 * For two teams, Plackett–Luce (their algorithm 4) and Bradley–Terry (algorithms 1 and 2) have the same update.
 */
import type { MatchSet } from '../match-set.ts';
import { type Constant, type Constants, type Contender, constantOf } from './contender.ts';
import { normalBelow, normalDensity, normalLogOdds } from './normal.ts';

/** β of openskill. It only sets the scale of skills, so it is not fitted. */
const BETA = 25 / 6;
/** openskill's lower limit of the share of variance that a rating keeps in one match. */
const KAPPA = 1e-4;

const sizes: readonly Constant[] = [
  { name: 'SIGMA', start: 25 / 3, min: 0.2, max: 100, scale: 'ratio' },
  { name: 'TAU', start: 25 / 300, min: 0.001, max: 5, scale: 'ratio' },
];

/** The update of one match: the shift of the winners' mean, and the reduction of variances, both in units of c. */
export interface Pull {
  readonly omega: number;
  readonly delta: number;
}

/** Bradley–Terry and Plackett–Luce for two teams. */
export function logisticPull(gap: number): Pull {
  const p = 1 / (1 + Math.exp(-gap));
  return { omega: 1 - p, delta: p * (1 - p) };
}

/** Thurstone–Mosteller: V and W of a normal distribution truncated at the margin (their equations 9 and 10). */
export function normalPull(gap: number, margin: number): Pull {
  const x = gap - margin;
  const below = normalBelow(x);
  // openskill's limits for an almost impossible result.
  if (below < Number.EPSILON) return { omega: -x, delta: gap < 0 ? 1 : 0 };
  const omega = normalDensity(x) / below;
  return { omega, delta: omega * (omega + x) };
}

/** openskill's `margin` option: a wide score moves the mean further. */
export function marginFactor(difference: number, margin: number): number {
  return 1 + Math.log1p(Math.max(0, difference - margin));
}

export const plackettLuce: Contender = {
  name: 'Plackett–Luce',
  constants: sizes,
  predict: (set, constants) => rateHistory(set, constants, logisticPull, () => 1),
};

export const plackettLuceMargin: Contender = {
  name: 'Plackett–Luce, margin',
  constants: [...sizes, { name: 'MARGIN', start: 2, min: 0.01, max: 100, scale: 'ratio' }],
  predict: (set, constants) => {
    const margin = constantOf(constants, 'MARGIN');
    const { won, lost } = set.matches;
    return rateHistory(set, constants, logisticPull, (row) =>
      marginFactor(Math.abs((won[row] as number) - (lost[row] as number)), margin),
    );
  },
};

export const thurstoneMosteller: Contender = {
  name: 'Thurstone–Mosteller',
  constants: [...sizes, { name: 'EPSILON', start: 0.1, min: 0.0001, max: 20, scale: 'ratio' }],
  predict: (set, constants) => {
    const epsilon = constantOf(constants, 'EPSILON');
    return rateHistory(
      set,
      constants,
      (gap, c) => normalPull(gap, epsilon / c),
      () => 1,
    );
  },
};

function rateHistory(
  { matches: { players, at }, playerCount }: MatchSet,
  constants: Constants,
  pullOf: (gap: number, c: number) => Pull,
  factorOf: (row: number) => number,
): Float64Array {
  const tauSquared = constantOf(constants, 'TAU') ** 2;
  const mean = new Float64Array(playerCount);
  const variance = new Float64Array(playerCount).fill(constantOf(constants, 'SIGMA') ** 2);
  return Float64Array.from(at, (_, row) => {
    const start = 4 * row;
    const meanOf = (slot: number): number => mean[players[start + slot] as number] as number;
    const varianceOf = (slot: number): number => variance[players[start + slot] as number] as number;
    const difference = meanOf(0) + meanOf(1) - (meanOf(2) + meanOf(3));
    // openskill's predictWin uses the variances without the match's τ².
    const before = varianceOf(0) + varianceOf(1) + (varianceOf(2) + varianceOf(3));
    const x = normalLogOdds(difference / Math.sqrt(before + 2 * BETA * BETA));

    const c = Math.sqrt(before + 4 * tauSquared + 2 * BETA * BETA);
    const { omega, delta } = pullOf(difference / c, c);
    const factor = factorOf(row);
    for (let slot = 0; slot < 4; slot += 1) {
      const player = players[start + slot] as number;
      const first = slot < 2 ? 0 : 2;
      const v = varianceOf(slot) + tauSquared;
      const pull = (factor * v * omega) / c;
      mean[player] = (mean[player] as number) + (slot < 2 ? pull : -pull);
      shrink[slot] = squeeze(v, varianceOf(first) + varianceOf(first + 1) + 2 * tauSquared, c, delta);
    }
    for (let slot = 0; slot < 4; slot += 1) variance[players[start + slot] as number] = shrink[slot] as number;
    return x;
  });
}

/** Holds the new variances of a match until all four are computed. */
const shrink = new Float64Array(4);

/** The new variance. γ is openskill's default: the team's sd over c. */
function squeeze(variance: number, teamVariance: number, c: number, delta: number): number {
  const gamma = Math.sqrt(teamVariance) / c;
  return variance * Math.max(1 - (variance / (c * c)) * delta * gamma, KAPPA);
}
