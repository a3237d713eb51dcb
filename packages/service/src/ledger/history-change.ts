/** A change of the rated history: the matches that enter and leave it, and what it does to ratings. */

import { isDeepStrictEqual } from 'node:util';
import type { LedgerRow, RatedHow, RatedMatch } from '../history/ledger-store.ts';
import type { MatchRow } from '../history/match-row.ts';
import type { LedgerPlace } from '../history/place.ts';
import { isRated, ratedMatch } from '../history/rated-match.ts';
import type { RatingChanges } from '../history/rating-change.ts';
import type { PlayerRating } from '../history/ratings-store.ts';

/** Matches that enter the rated history, and matches that leave it. */
export interface HistoryChange {
  readonly inserted: readonly RatedMatch[];
  readonly removed: readonly RatedMatch[];
}

/**
 * How changing a match changes the rated history. If the input of the rating model is unchanged, so is the history. Otherwise
 * the old match is removed and the new one inserted.
 */
export function historyChangeOf(before: MatchRow, after: MatchRow): HistoryChange {
  const removed = isRated(before) ? [ratedMatch(before)] : [];
  const inserted = isRated(after) ? [ratedMatch(after)] : [];
  return isDeepStrictEqual(removed, inserted) ? { inserted: [], removed: [] } : { inserted, removed };
}

/** The distinct players of a change, in the order in which their ratings are locked. */
export const playersOf = ({ inserted, removed }: HistoryChange): string[] =>
  [...new Set([...inserted, ...removed].flatMap((match) => match.player_ids))].sort();

/** A change of the history, rated but not written yet. */
export interface RatedChange extends HistoryChange {
  /** Ledger rows to write, by match id: inserted matches, and stored ones whose recomputed states differ in any bit. */
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** Current ratings to write, with their next versions. */
  readonly ratings: readonly PlayerRating[];
  readonly changes: RatingChanges;
  readonly how: RatedHow;
  /** If set, schedule a settlement run over all matches after this place. */
  readonly runAfter: LedgerPlace | null;
}
