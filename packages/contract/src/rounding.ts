/** Rounds a number for the wire: rates and shares to 4 decimals, minutes to 1. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** Rounds an expected count for a sentence: one decimal below 10, else a whole number. */
export function shownCount(expected: number): number {
  return expected < 10 ? roundTo(expected, 1) : Math.round(expected);
}

/** A share of a count, to 4 decimals; 0 if the count is 0. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : roundTo(part / whole, 4);
}
