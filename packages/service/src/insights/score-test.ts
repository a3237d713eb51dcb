/** Statistics of insights: the score test of a count against its expectation, and the false discovery rate. */

/** A count beside its expectation. */
export interface Count {
  /** n */
  readonly trials: number;
  /** W */
  readonly won: number;
  /** E = Σp */
  readonly expected: number;
  /** V = Σp(1−p) */
  readonly variance: number;
}

export class Counter {
  #trials = 0;
  #won = 0;
  #expected = 0;
  #variance = 0;

  /** Adds trials with the same chance. @param chance above 0, below 1 */
  add(won: number, trials: number, chance: number): void {
    this.#trials += trials;
    this.#won += won;
    this.#expected += trials * chance;
    this.#variance += trials * (chance * (1 - chance));
  }

  count(): Count {
    return { trials: this.#trials, won: this.#won, expected: this.#expected, variance: this.#variance };
  }
}

/**
 * The score statistic with Yates’s (1934) continuity correction of ½: the distance of the count from its expectation, in
 * standard deviations. It is 0 if the variance is 0.
 */
export function scoreStatisticOf({ won, expected, variance }: Count): number {
  const distance = Math.max(0, Math.abs(won - expected) - 0.5);
  return distance > 0 && variance > 0 ? (Math.sign(won - expected) * distance) / Math.sqrt(variance) : 0;
}

/** The probability that a normal deviate is at least as far from 0, on either side. @param z standard deviations */
export function twoSidedP(z: number): number {
  return complementaryError(Math.abs(z) / Math.SQRT2);
}

/**
 * erfc(x) for x ≥ 0, to a relative error of 1.2·10⁻⁷: the Chebyshev fit of Press, Teukolsky, Vetterling and Flannery (1992),
 * *Numerical Recipes in C*, second edition, section 6.2.
 */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const inner = ERFC_COEFFICIENTS.reduceRight((sum, coefficient) => coefficient + t * sum, 0);
  return t * Math.exp(-x * x + inner);
}

const ERFC_COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
];

/**
 * The tests that pass at a false discovery rate: Benjamini and Hochberg (1995), *Controlling the false discovery rate*,
 * JRSS B 57. The k smallest p-values pass; k is the largest with p₍k₎ ≤ rate·k/m.
 *
 * @param pValues of all m tests, including those whose results are of no interest
 * @param rate the share of false results among those that pass, 0 to 1
 * @returns for each test, in the same order, whether it passes
 */
export function passFalseDiscovery(pValues: readonly number[], rate: number): boolean[] {
  const sorted = [...pValues].sort((a, b) => a - b);
  const last = sorted.findLastIndex((p, index) => p <= (rate * (index + 1)) / sorted.length);
  const limit = sorted[last];
  return pValues.map((p) => limit !== undefined && p <= limit);
}
