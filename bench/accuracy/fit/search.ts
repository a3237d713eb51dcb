/**
 * The search for constants. A quarter of the budget looks around the start at evenly spread points (Halton 1960, *On the
 * efficiency of certain quasi-random sequences of points*, Numerische Mathematik 2), since some models have more than
 * one valley. The rest is pattern search from the best of them: Hooke and Jeeves (1961), *“Direct search” solution of
 * numerical and statistical problems*, Journal of the ACM 8, with a step for every direction that grows after a success
 * and shrinks after a failure (Rosenbrock 1960). No derivatives, and no chance: a run repeats to the last digit.
 */
import type { Constant, Constants } from '../contenders/contender.ts';

/** A search's result. */
export interface Found {
  readonly constants: Constants;
  /** The objective there. */
  readonly value: number;
  /** Evaluations of the objective that it took. */
  readonly evaluations: number;
}

/** How far to look around: factors of e^±1.5 for ratios, sums of ±1 for differences. */
const REACH = { ratio: 1.5, difference: 1 } as const;
/** First steps of the pattern search: a factor of e^0.4 ≈ 1.5 for ratios, 0.2 for differences. */
const STEP = { ratio: 0.4, difference: 0.2 } as const;
const GROW = 1.6;
const SHRINK = 0.4;
/** When all steps are shorter than this share of the first ones, the search starts again with somewhat shorter first steps. */
const WORN_OUT = 0.005;
const ANEW = 0.6;
/** Share of the budget for looking around. */
const LOOK = 0.25;
/** Bases of the Halton sequence, one for each direction. */
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53] as const;

/**
 * Finds constants that make the objective small.
 *
 * @param constants at most 16
 * @param budget evaluations of the objective; the search stops there, wherever it is
 */
export function search(
  constants: readonly Constant[],
  objective: (constants: Constants) => number,
  budget: number,
): Found {
  const probe = new Probe(constants, objective, budget);
  const start = constants.map(({ start: value, scale }) => (scale === 'ratio' ? Math.log(value) : value));
  probe.attempt(start);
  for (let index = 1; index < budget * LOOK; index += 1) {
    probe.attempt(
      start.map((value, axis) => value + reachOf(constants[axis]) * (2 * halton(index, PRIMES[axis] ?? 2) - 1)),
    );
  }
  for (let length = 1; probe.left > 0; length *= ANEW) patternSearch(probe, constants, length);
  return probe.found;
}

/** One pattern search, until its steps are worn out or the budget is spent. */
function patternSearch(probe: Probe, constants: readonly Constant[], length: number): void {
  const first = constants.map(({ scale }) => STEP[scale] * length);
  const steps = [...first];
  const isWornOut = (): boolean => steps.every((step, axis) => Math.abs(step) < WORN_OUT * (first[axis] ?? 0));
  while (probe.left > 0 && !isWornOut()) {
    const before = probe.point;
    for (let axis = 0; axis < steps.length; axis += 1) {
      const moved = (step: number): number[] => probe.point.with(axis, (probe.point[axis] ?? 0) + step);
      const step = steps[axis] ?? 0;
      if (probe.attempt(moved(step))) steps[axis] = step * GROW;
      else if (probe.attempt(moved(-step))) steps[axis] = -step * GROW;
      else steps[axis] = step * SHRINK;
    }
    // The pattern move: what a whole round gained may well go on.
    probe.attempt(probe.point.map((value, axis) => 2 * value - (before[axis] ?? 0)));
  }
}

/** Keeps the best point so far, and the budget. Points are logarithms of ratios, and differences as they are. */
class Probe {
  readonly #constants: readonly Constant[];
  readonly #objective: (constants: Constants) => number;
  readonly #budget: number;
  #point: readonly number[] = [];
  #value = Number.POSITIVE_INFINITY;
  #evaluations = 0;

  constructor(constants: readonly Constant[], objective: (constants: Constants) => number, budget: number) {
    this.#constants = constants;
    this.#objective = objective;
    this.#budget = budget;
  }

  get left(): number {
    return this.#budget - this.#evaluations;
  }

  get point(): number[] {
    return [...this.#point];
  }

  get found(): Found {
    return { constants: this.#named(this.#point), value: this.#value, evaluations: this.#evaluations };
  }

  /** Evaluates a point while there is budget. @returns whether it is the best so far */
  attempt(point: readonly number[]): boolean {
    if (this.left <= 0) return false;
    this.#evaluations += 1;
    const value = this.#objective(this.#named(point));
    if (!(value < this.#value)) return false;
    this.#value = value;
    this.#point = point;
    return true;
  }

  /** Values outside their range count as its end. */
  #named(point: readonly number[]): Constants {
    return Object.fromEntries(
      this.#constants.map(({ name, scale, min, max }, axis) => {
        const plain = point[axis] ?? 0;
        const value = scale === 'ratio' ? Math.exp(plain) : plain;
        return [name, Math.min(Math.max(value, min), max)];
      }),
    );
  }
}

function reachOf(constant: Constant | undefined): number {
  return constant === undefined ? 0 : REACH[constant.scale];
}

/** The radical inverse of a number in a base: 0 to 1. */
function halton(index: number, base: number): number {
  let [result, digit, rest] = [0, 1 / base, index];
  while (rest > 0) {
    result += (rest % base) * digit;
    rest = Math.floor(rest / base);
    digit /= base;
  }
  return result;
}
