import type { ShiftCause } from '@bandeja/contract/progress';
import type { LedgerRow, RatedMatch } from '../history/ledger-store.ts';
import { BEFORE_HISTORY, comparePlaces } from '../history/place.ts';
import { lastPlaceOf, type PlayerRating } from '../history/ratings-store.ts';
import { type ScoreShift, scoreShift } from '../history/score-shifts-store.ts';
import type { HistoryChange } from './history-change.ts';

/**
 * What a change of the history does to current scores, without what its new matches show themselves: a match that comes after
 * everything its player has played changes the score from the state before it.
 * @param rows the rated matches
 * @param players the ratings before the change
 * @param ratings those after it
 */
export function shiftsOf(
  changes: readonly HistoryChange[],
  rows: ReadonlyMap<string, LedgerRow>,
  players: ReadonlyMap<string, PlayerRating>,
  ratings: readonly PlayerRating[],
  cause: ShiftCause,
): ScoreShift[] {
  const inserted = changes.flatMap((change) => change.inserted).sort(comparePlaces);
  const removed = changes.flatMap((change) => change.removed);
  return ratings.flatMap((rating) => {
    const before = players.get(rating.player_id);
    if (before === undefined) return [];
    const appended = inserted.find((match) => isAppended(match, before, removed));
    const row = appended && rows.get(appended.match_id);
    const shifted = row ? { ...before, version: rating.version, state: stateBefore(row, rating.player_id) } : rating;
    return scoreShift(before.state, shifted, cause) ?? [];
  });
}

/** Whether a match is new to the player, and later than all its matches. */
const isAppended = (match: RatedMatch, player: PlayerRating, removed: readonly RatedMatch[]): boolean =>
  match.player_ids.includes(player.player_id) &&
  comparePlaces(lastPlaceOf(player) ?? BEFORE_HISTORY, match) < 0 &&
  !removed.some(({ match_id: id, player_ids: ids }) => id === match.match_id && ids.includes(player.player_id));

const stateBefore = (row: LedgerRow, playerId: string): PlayerRating['state'] =>
  row.before[row.player_ids.indexOf(playerId) as 0];
