/** Whether matches given p are won p of the time. */

/** One bin of the reliability table. */
export interface CalibrationBin {
  /** Lower end of the bin; it is a tenth wide. */
  readonly from: number;
  readonly matches: number;
  /** Mean probability given to the first side; NaN for an empty bin, which is null in JSON. */
  readonly predicted: number;
  /** Share that the first side won. */
  readonly observed: number;
}

/** Calibration of one model on one set. */
export interface Calibration {
  readonly bins: readonly CalibrationBin[];
  /** Expected calibration error: the mean distance of predicted and observed, bins weighted by their matches. */
  readonly error: number;
}

const BINS = 10;

/**
 * Groups matches by the probability given to the side that stands first in the source. Which side that is was decided
 * without looking at who is better or won, so neither end of the table is favoured.
 *
 * @param probabilities of the winners
 * @param isFirstWinner 1 where the first side won
 */
export function calibrationOf(probabilities: Float64Array, isFirstWinner: Uint8Array): Calibration {
  const matches = new Int32Array(BINS);
  const predicted = new Float64Array(BINS);
  const won = new Int32Array(BINS);
  for (const [index, probability] of probabilities.entries()) {
    const isWon = isFirstWinner[index] === 1;
    const given = isWon ? probability : 1 - probability;
    const bin = Math.min(Math.floor(given * BINS), BINS - 1);
    matches[bin] = (matches[bin] as number) + 1;
    predicted[bin] = (predicted[bin] as number) + given;
    won[bin] = (won[bin] as number) + Number(isWon);
  }
  const bins = Array.from(
    matches,
    (count, bin): CalibrationBin => ({
      from: bin / BINS,
      matches: count,
      predicted: (predicted[bin] as number) / count,
      observed: (won[bin] as number) / count,
    }),
  );
  const apart = bins
    .filter((bin) => bin.matches > 0)
    .reduce((sum, bin) => sum + bin.matches * Math.abs(bin.predicted - bin.observed), 0);
  return { bins, error: apart / probabilities.length };
}
