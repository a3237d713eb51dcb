/**
 * The search for constants. A quarter of the budget tries evenly spread points around the start (Halton 1960, *On the
 * efficiency of certain quasi-random sequences of points*, Numerische Mathematik 2), because some models have several
 * valleys. The rest is a pattern search from the best point (Hooke and Jeeves 1961, *“Direct search” solution of numerical
 * and statistical problems*, Journal of the ACM 8). Each direction has its own step, which grows after a success and shrinks
 * after a failure (Rosenbrock 1960). The search is deterministic, so a run repeats to the last digit.
 */
import type { Constant, Constants } from './contenders/contender.ts';

export interface Found {
  readonly constants: Constants;
  readonly evaluations: number;
}

/** The range of the first points: factors of e^±1.5 for ratios, ±1 for differences. */
const REACH = { ratio: 1.5, difference: 1 } as const;
/** First steps of the pattern search: a factor of e^0.4 ≈ 1.5 for ratios, 0.2 for differences. */
const STEP = { ratio: 0.4, difference: 0.2 } as const;
const GROW = 1.6;
const SHRINK = 0.4;
/** When all steps are below this share of the first ones, the search restarts with first steps shortened by RESTART. */
const STEP_MIN = 0.005;
const RESTART = 0.6;
/** Share of the budget for the first points. */
const SPREAD = 0.25;
/** Bases of the Halton sequence, one for each direction. */
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53] as const;

/**
 * Minimizes the objective.
 * @param constants at most 16
 * @param budget evaluations after which the search stops
 */
export function search(
  constants: readonly Constant[],
  objective: (constants: Constants) => number,
  budget: number,
): Found {
  const probe = new Probe(constants, objective, budget);
  const start = constants.map(({ start: value, scale }) => (scale === 'ratio' ? Math.log(value) : value));
  probe.attempt(start);
  for (let index = 1; index < budget * SPREAD; index += 1) {
    probe.attempt(
      start.map((value, axis) => value + reachOf(constants[axis]) * (2 * halton(index, PRIMES[axis] ?? 2) - 1)),
    );
  }
  for (let length = 1; probe.left > 0; length *= RESTART) patternSearch(probe, constants, length);
  return probe.found;
}

function patternSearch(probe: Probe, constants: readonly Constant[], length: number): void {
  const first = constants.map(({ scale }) => STEP[scale] * length);
  const steps = [...first];
  const isFinished = (): boolean => steps.every((step, axis) => Math.abs(step) < STEP_MIN * (first[axis] ?? 0));
  while (probe.left > 0 && !isFinished()) {
    const before = probe.point;
    for (let axis = 0; axis < steps.length; axis += 1) {
      const moved = (step: number): number[] => probe.point.with(axis, (probe.point[axis] ?? 0) + step);
      const step = steps[axis] ?? 0;
      if (probe.attempt(moved(step))) steps[axis] = step * GROW;
      else if (probe.attempt(moved(-step))) steps[axis] = -step * GROW;
      else steps[axis] = step * SHRINK;
    }
    // The pattern move repeats the movement of the whole round.
    probe.attempt(probe.point.map((value, axis) => 2 * value - (before[axis] ?? 0)));
  }
}

/** The best point so far, and the budget. A point has the logarithms of ratios, and plain differences. */
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
    return { constants: this.#named(this.#point), evaluations: this.#evaluations };
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

  /** Clamps values to their ranges. */
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
