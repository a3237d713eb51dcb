/** A model of the comparison: its constants, and a function that rates a history and predicts each match from those before it. */
import type { MatchSet } from '../data/match-set.ts';

/** A constant that is fitted. */
export interface Constant {
  readonly name: string;
  /** Where the search begins: the default of the model's paper or library, as far as there is one. */
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** `ratio`: sizes above 0, searched by factors; `difference`: searched by sums. */
  readonly scale: 'ratio' | 'difference';
}

/** The values of a model's constants, by name. */
export type Constants = Readonly<Record<string, number>>;

/** One model. */
export interface Contender {
  readonly name: string;
  /** One line for people: form, source, what it looks at. */
  readonly note: string;
  readonly constants: readonly Constant[];
  /**
   * Rates a whole history.
   *
   * @returns by row the log odds that the winners would win, as the model itself predicts them before the match
   */
  readonly predict: (set: MatchSet, constants: Constants) => Float64Array;
}

/** The value of a constant. @throws RangeError if there is none, which is a fault in the code */
export function constantOf(constants: Constants, name: string): number {
  const value = constants[name];
  if (value === undefined) throw new RangeError(`The constant ${name} has no value.`);
  return value;
}

/** The constants where the search begins. */
export function startOf(constants: readonly Constant[]): Constants {
  return Object.fromEntries(constants.map(({ name, start }) => [name, start]));
}
