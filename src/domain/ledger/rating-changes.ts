import { scoreOfShown } from '../../rating/index.ts';
import type { RatingChange } from '../../store/events/change-log.ts';
import type { PlayerRatingRow, VersionedRating } from '../../store/ledger/ratings.ts';
import { comparePlaces } from './places.ts';
import type { HistoryChange } from './replay.ts';

/** What a change of the history does to the ratings of players. */
export interface RatingChanges {
  /** By the match of the change that the player took part in, the latest if in several; matches in the order of the history. */
  readonly ofMatches: ReadonlyMap<string, readonly RatingChange[]>;
  /** Of players in none of them, as far as their scores have changed. */
  readonly ofOthers: readonly RatingChange[];
}

/** Ratings about to be written, with the versions that they get, and what changes by that. */
export interface NewRatings {
  readonly ratings: readonly VersionedRating[];
  readonly changes: RatingChanges;
}

/**
 * Gives ratings that a replay has made their next versions.
 * @param present the ratings of these players as they are.
 */
export function nextRatings(
  change: HistoryChange,
  replayed: readonly PlayerRatingRow[],
  present: readonly VersionedRating[],
): NewRatings {
  const before = new Map(present.map((row) => [row.player_id, row]));
  const ofMatches = new Map<string, RatingChange[]>();
  const matchIds = new Map<string, string>();
  for (const match of [...change.removed, ...change.inserted].sort(comparePlaces)) {
    ofMatches.set(match.match_id, []);
    for (const id of match.player_ids) matchIds.set(id, match.match_id);
  }
  const ofOthers: RatingChange[] = [];
  const ratings = replayed.map((row) => {
    const old = before.get(row.player_id);
    if (old === undefined) throw new Error(`the player ${row.player_id} has no rating row`);
    const changed = ratingChange(old, row);
    const matchId = matchIds.get(row.player_id);
    if (matchId !== undefined) ofMatches.get(matchId)?.push(changed);
    else if (changed.score_before !== changed.score_after) ofOthers.push(changed);
    return { ...row, version: changed.sequence };
  });
  return { ratings, changes: { ofMatches, ofOthers } };
}

/** What becomes of a rating that is written once. */
export function ratingChange(
  before: Pick<VersionedRating, 'player_id' | 'shown' | 'version'>,
  after: Pick<PlayerRatingRow, 'shown'>,
): RatingChange {
  return {
    player_id: before.player_id,
    sequence: before.version + 1,
    score_before: scoreOfShown(before.shown),
    score_after: scoreOfShown(after.shown),
  };
}
