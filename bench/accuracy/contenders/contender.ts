import type { MatchSet } from '../match-set.ts';

/** A constant that is fitted. */
export interface Constant {
  readonly name: string;
  /** Start of the search: the default of the model's paper or library, if there is one. */
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** `ratio`: sizes above 0, searched by factors; `difference`: searched by sums. */
  readonly scale: 'ratio' | 'difference';
}

/** Values by name. */
export type Constants = Readonly<Record<string, number>>;

export interface Contender {
  readonly name: string;
  readonly constants: readonly Constant[];
  /**
   * Rates a whole history.
   * @returns by row the model's log odds, before the match, that the winners win
   */
  readonly predict: (set: MatchSet, constants: Constants) => Float64Array;
}

/** @throws RangeError if the constant has no value, which is a bug */
export function constantOf(constants: Constants, name: string): number {
  const value = constants[name];
  if (value === undefined) throw new RangeError(`The constant ${name} has no value.`);
  return value;
}

export function startOf(constants: readonly Constant[]): Constants {
  return Object.fromEntries(constants.map(({ name, start }) => [name, start]));
}
