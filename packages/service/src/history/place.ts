/** A place in the rated history, which is ordered by instant (ms since 1970), then by match id. */
export interface LedgerPlace {
  readonly played_at: number;
  readonly match_id: string;
}

/** Comes after every possible match. */
export const END_OF_HISTORY: LedgerPlace = {
  played_at: Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  match_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/**
 * Compares two places in the rated history, which is ordered by instant, then by id. Ids are lower-case UUIDs, so comparing
 * them as text gives PostgreSQL's order of `uuid`.
 */
export function comparePlaces(a: LedgerPlace, b: LedgerPlace): number {
  if (a.played_at !== b.played_at) return a.played_at - b.played_at;
  if (a.match_id === b.match_id) return 0;
  return a.match_id < b.match_id ? -1 : 1;
}

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The place before every match. */
export const BEFORE_HISTORY: LedgerPlace = { played_at: -1, match_id: LAST_ID };

/** The place of every player's mark in a rebuild: no match is earlier. */
export const START_OF_HISTORY: LedgerPlace = { played_at: 0, match_id: FIRST_ID };

export const isAtOrAfter = (place: LedgerPlace, other: LedgerPlace): boolean => comparePlaces(place, other) >= 0;

/** The earliest of these places; undefined when there are none. */
export function earliestPlace<Place extends LedgerPlace>(places: readonly Place[]): Place | undefined {
  return places.reduce<Place | undefined>(
    (earliest, place) => (earliest === undefined || comparePlaces(place, earliest) < 0 ? place : earliest),
    undefined,
  );
}
