/** How good single predictions are. */

/** No model pays more than 34.5 nats for one match: a probability of 0 would make every mean infinite. */
const PROBABILITY_MIN = 1e-15;

/** Log loss of each match in nats, from the probability that its winners were given. */
export function lossOf(winnerProbabilities: Float64Array): Float64Array {
  return winnerProbabilities.map((probability) => -Math.log(Math.max(probability, PROBABILITY_MIN)));
}

/** Arithmetic mean; NaN of nothing. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
  return sum / values.length;
}

/** Mean of (1 − P)² over the matches: the Brier score of an outcome with two values, counted once. */
export function brierOf(winnerProbabilities: Float64Array): number {
  return meanOf(winnerProbabilities.map((probability) => (1 - probability) ** 2));
}

/** Share of matches whose winners were given more than one half; exactly one half counts half. */
export function accuracyOf(winnerProbabilities: Float64Array): number {
  return meanOf(winnerProbabilities.map((probability) => (probability > 0.5 ? 1 : probability === 0.5 ? 0.5 : 0)));
}
