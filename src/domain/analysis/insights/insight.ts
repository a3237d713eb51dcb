export const directions = ['strength', 'weakness'] as const;
export type Direction = (typeof directions)[number];

/** One sentence about a player that the numbers bear, in the contract's shape. */
export interface Insight {
  readonly code: string;
  /** At most 110 characters. */
  readonly text: string;
  readonly direction: Direction;
  /** How many games, sets or matches it rests on. */
  readonly sample: number;
  /** How much there is to it, to 2 decimals; what is only a fact stays below 1.96. */
  readonly weight: number;
}

/** An insight that may be told, if no stronger one of its family is. */
export interface Candidate extends Insight {
  readonly family: string;
}
