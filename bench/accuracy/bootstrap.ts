/**
 * The interval of a difference of log loss: a paired bootstrap over days (Efron and Tibshirani 1993, *An Introduction to the
 * Bootstrap*, chapters 8 and 13). Matches of one day share tournament, players and ratings, so it draws days, not matches.
 */
import { createSequence } from '../sequence.ts';

/** The other model's mean log loss minus Bandeja's: above 0, Bandeja is better. */
export interface Difference {
  readonly mean: number;
  /** The middle 95 % of the draws. */
  readonly low: number;
  readonly high: number;
}

const DAY_MS = 86_400_000;
const SEED = 20_260_101;

/** One entry per day. */
export interface DaySums {
  readonly matches: Float64Array;
  readonly sums: Float64Array;
}

/** @param at ms, ascending */
export function sumByDay(differences: Float64Array, at: Float64Array): DaySums {
  const matches: number[] = [];
  const sums: number[] = [];
  let day = Number.NaN;
  for (const [row, difference] of differences.entries()) {
    const here = Math.floor((at[row] as number) / DAY_MS);
    if (here !== day) {
      day = here;
      matches.push(0);
      sums.push(0);
    }
    matches[matches.length - 1] = (matches.at(-1) ?? 0) + 1;
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + difference;
  }
  return { matches: Float64Array.from(matches), sums: Float64Array.from(sums) };
}

/** The mean of the sets' mean differences, with its interval. Days are drawn within each set. */
export function bootstrap(sets: readonly DaySums[], draws: number): Difference {
  const next = createSequence(SEED);
  const means = Array.from({ length: draws }, () => average(sets.map((set) => drawMean(set, next)))).sort(
    (a, b) => a - b,
  );
  const quantile = (share: number): number => means[Math.round(share * (draws - 1))] ?? Number.NaN;
  return { mean: average(sets.map(plainMean)), low: quantile(0.025), high: quantile(0.975) };
}

function plainMean({ matches, sums }: DaySums): number {
  return sums.reduce((a, b) => a + b, 0) / matches.reduce((a, b) => a + b, 0);
}

function drawMean({ matches, sums }: DaySums, next: () => number): number {
  let [count, sum] = [0, 0];
  for (let draw = 0; draw < matches.length; draw += 1) {
    const day = Math.floor(next() * matches.length);
    count += matches[day] as number;
    sum += sums[day] as number;
  }
  return sum / count;
}

function average(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}
