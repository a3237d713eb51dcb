/** What the kernel leaves of a match besides the new states, for explanations and predictions. */

/** One match in numbers. Logits and logits² unless it says otherwise. */
export interface MatchStep {
  /** m_j: prior means of the four players. */
  readonly priorMean: Float64Array;
  /** v_j: prior variances of the four players. */
  readonly priorVariance: Float64Array;
  /** The numbers of the whole match, at the places that `STEP` names. */
  readonly match: Float64Array;
}

/** Places in `MatchStep.match`. */
export const STEP = Object.freeze({
  /** B: the steepness. The kernel reads it for the prediction and leaves the one after the match. */
  steepness: 0,
  /** S: the sum of the four prior variances. */
  totalVariance: 1,
  /** d: the gap that the match is learnt against. */
  learningGap: 2,
  /** x: the gap that predicts, for this length. */
  predictionGap: 3,
  /** P: the predicted probability that the winners would win, 0 to 1. */
  winProbability: 4,
  /** q: the expected share of units of the winners given the win, 0 to 1; NaN without scoreline. */
  share: 5,
  /** gWin: what the result moves a mean by, per unit of variance. */
  resultPull: 6,
  /** gMar: what the scoreline moves a mean by, per unit of variance; 0 without scoreline. */
  marginPull: 7,
});

/**
 * An empty step; one serves any number of matches, one after the other.
 *
 * @param steepness B before the first of them
 */
export function createMatchStep(steepness: number): MatchStep {
  const match = new Float64Array(8);
  match[STEP.steepness] = steepness;
  return { priorMean: new Float64Array(4), priorVariance: new Float64Array(4), match };
}

/**
 * One number of the match.
 *
 * @param step after the match went through the kernel
 * @param place which number, of `STEP`
 */
export function readStep(step: MatchStep, place: (typeof STEP)[keyof typeof STEP]): number {
  return step.match[place] as number;
}
