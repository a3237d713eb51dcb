/** What stands in the braces of a wording. */
export type Words = Readonly<Record<string, string | number>>;

/** What a rule finds: the result of one test. */
export interface Reading {
  /** What has to reach the rule’s `min`. */
  readonly size: number;
  /** How many it is made of, as it is told. */
  readonly sample: number;
  /** Standard deviations from what was expected; above 0 for better. */
  readonly z: number;
  /** δ: the difference as a share, drawn towards 0 by the rule’s prior. */
  readonly effect: number;
  readonly words: Words;
}
