/** The price of a change of the history: a unit for every 25 matches that it rated again. */
export const MATCHES_A_UNIT = 25;

/** The price of a change whose reach is too large for its request. */
export const UNITS_OF_LARGE = 64;

/**
 * The units of a change beyond the one of its request.
 * @param reached the number of matches that were rated again; null: too many for the request
 */
export const extraUnits = (reached: number | null): number =>
  reached === null ? UNITS_OF_LARGE - 1 : Math.floor(reached / MATCHES_A_UNIT);
