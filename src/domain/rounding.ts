/** Rounds a number for the wire: rates and shares to 4 decimals, minutes to 1. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** A share of a count, to 4 decimals; 0 of nothing, which a row of somebody who has played never shows. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : roundTo(part / whole, 4);
}
