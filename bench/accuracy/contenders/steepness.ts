/**
 * How decisive a difference in skill is depends on the sport. Our model learns one number for it, the steepness. For a fair
 * comparison, the log odds of every model get the same correction, whose start and rate are fitted like the other constants. A
 * start of 1 and a rate of 0 leave the probabilities unchanged.
 */
import { type Constant, type Constants, constantOf } from './contender.ts';

export const steepnessConstants: readonly Constant[] = [
  { name: 'STEEP', start: 1, min: 0.1, max: 10, scale: 'ratio' },
  { name: 'STEEP_RATE', start: 0.003, min: 0.0001, max: 0.05, scale: 'ratio' },
];

export interface SteepnessLimits {
  readonly min: number;
  readonly max: number;
}

const WIDE: SteepnessLimits = { min: 0.05, max: 20 };

/**
 * Probabilities of the winners from log odds: P = 1/(1+exp(−B·x)), then B takes a step along the slope of the log loss,
 * B′ = B + rate·x·(1−P).
 *
 * @param logOdds by row, seen by the winners
 */
export function withSteepness(logOdds: Float64Array, constants: Constants, limits = WIDE): Float64Array {
  const rate = constantOf(constants, 'STEEP_RATE');
  let steepness = constantOf(constants, 'STEEP');
  return logOdds.map((x) => {
    const probability = 1 / (1 + Math.exp(-(steepness * x)));
    const next = steepness + rate * (x * (1 - probability));
    steepness = Math.min(Math.max(next, limits.min), limits.max);
    return probability;
  });
}
