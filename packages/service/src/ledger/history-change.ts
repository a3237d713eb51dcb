/** A change of the rated history: the matches that enter and leave it, and what it does to ratings. */

import { isDeepStrictEqual } from 'node:util';
import type { ShiftCause } from '@bandeja/contract/progress';
import type { LedgerRow, RatedMatch } from '../history/ledger-store.ts';
import type { MatchRow } from '../history/match-row.ts';
import type { LedgerPlace } from '../history/place.ts';
import { isRated, ratedMatch } from '../history/rated-match.ts';
import type { RatingChanges } from '../history/rating-change.ts';
import type { PlayerRating } from '../history/ratings-store.ts';
import type { ScoreShift } from '../history/score-shifts-store.ts';

/** A player that gets another starting level. Everything from the player's first rated match on changes. */
export interface Restart {
  readonly player_id: string;
  /** The points of the new one; null removes it. */
  readonly stated: number | null;
}

/** Matches that enter the rated history, matches that leave it, and players that start otherwise. */
export interface HistoryChange {
  /** The partner that makes the change. */
  readonly changed_by: string;
  readonly inserted: readonly RatedMatch[];
  readonly removed: readonly RatedMatch[];
  readonly restarted: readonly Restart[];
}

/**
 * How changing a match changes the rated history. If the input of the rating model is unchanged, so is the history. Otherwise
 * the old match is removed and the new one inserted.
 */
export function historyChangeOf(before: MatchRow, after: MatchRow): HistoryChange {
  const { partner_id: changed_by } = before;
  const removed = isRated(before) ? [ratedMatch(before)] : [];
  const inserted = isRated(after) ? [ratedMatch(after)] : [];
  return isDeepStrictEqual(removed, inserted)
    ? { changed_by, inserted: [], removed: [], restarted: [] }
    : { changed_by, inserted, removed, restarted: [] };
}

/** The distinct players of a change. */
export const playersOf = ({ inserted, removed, restarted }: Omit<HistoryChange, 'changed_by'>): string[] => [
  ...new Set([
    ...[...inserted, ...removed].flatMap((match) => match.player_ids),
    ...restarted.map((restart) => restart.player_id),
  ]),
];

/** A change of the history, rated but not written yet. Nothing of it is stored. */
export interface RatedChange {
  /** Ledger rows to write, by match id: inserted matches, and stored ones whose recomputed states differ in any bit. */
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** Ids of matches that leave the ledger. */
  readonly removed: readonly string[];
  /** Ratings to write, with their next versions and marks. */
  readonly ratings: readonly PlayerRating[];
  readonly changes: RatingChanges;
  /** The changes of current scores that the matches do not explain. */
  readonly shifts: readonly ScoreShift[];
  /** Why scores change, here and in the wave. */
  readonly cause: ShiftCause;
  /** Pairs of regions whose players meet here for the first time. */
  readonly links: readonly (readonly [string, string])[];
  /** Guards for marks that are not spread yet. */
  readonly guards: readonly ({
    readonly id: number;
    readonly changed_by: string;
    readonly regions: readonly string[];
  } & LedgerPlace)[];
  /** The partners that have left marks. */
  readonly markedBy: readonly string[];
  /** Other partners whose marks those meet: kept, or replaced. */
  readonly met: readonly string[];
  /** How many stored matches each reach contains; null: too many for the request. */
  readonly reached: readonly (number | null)[];
  /** Ids of inserted matches that are not settled, if that is known without the database. */
  readonly unsettled?: ReadonlySet<string>;
}
