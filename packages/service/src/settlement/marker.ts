/** The marker spreads the marks of large changes: everyone who plays with a marked player is marked. It changes no number. */

import type { Database } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { comparePlaces } from '../history/place.ts';
import type { PlayerPlace } from '../history/player-matches-store.ts';
import { lockFreePlayerRatings, lockPlayerRatings, type Mark, type PlayerRating } from '../history/ratings-store.ts';
import { readConditions } from '../ledger/conditions-store.ts';
import { countMarking, dropGuards } from '../ledger/guards-store.ts';
import { type Meeting, readMeetings, readUnspreadPlayers, writeMarks } from './marks-store.ts';

/**
 * Spreads the marks of some players, in one transaction, and drops the guards that are not needed any more.
 * @param limit of players
 * @returns the number of players whose marks it took. A mark that reaches a player locked by another transaction is not spread yet.
 */
export async function spreadMarks(database: Database, limit: number): Promise<number> {
  const startedAt = performance.now();
  const chosen = await readUnspreadPlayers(database, limit);
  if (chosen.length === 0) {
    await dropGuards(database);
    return 0;
  }
  await database.transaction(async (transaction) => {
    const [locked, conditions] = await Promise.all([
      lockPlayerRatings(
        transaction,
        chosen.map((one) => one.player_id),
      ),
      readConditions(transaction),
    ]);
    if (conditions.model_version !== MODEL_VERSION) return transaction.discard();
    const marked = locked.flatMap((rating) => unspreadMarkOf(rating) ?? []);
    const meetings = await readMeetings(transaction, marked);
    const ratings = new Map(locked.map((rating) => [rating.player_id, rating]));
    const others = new Set(meetings.map((meeting) => meeting.other_id).filter((id) => !ratings.has(id)));
    for (const rating of await lockFreePlayerRatings(transaction, [...others])) ratings.set(rating.player_id, rating);
    await writeMarks(transaction, spreadOver(marked, meetings, ratings));
  });
  const guards = [...new Set(chosen.map((one) => one.guard))];
  await countMarking(database, guards, performance.now() - startedAt);
  await dropGuards(database);
  return chosen.length;
}

function unspreadMarkOf({ player_id, mark }: PlayerRating): PlayerPlace | null {
  if (mark === null || mark.is_spread) return null;
  return { player_id, played_at: mark.played_at, match_id: mark.match_id };
}

function spreadOver(
  marked: readonly PlayerPlace[],
  meetings: readonly Meeting[],
  ratings: ReadonlyMap<string, PlayerRating>,
): PlayerRating[] {
  const marks = new Map<string, Mark>();
  const markOf = (id: string): Mark | null => marks.get(id) ?? ratings.get(id)?.mark ?? null;
  const byPlayer = Map.groupBy(meetings, (meeting) => meeting.player_id);
  for (const { player_id: id, ...place } of marked) {
    const mark = markOf(id);
    // Another player of this step has marked this one earlier: the meetings before that mark were not read.
    if (mark === null || comparePlaces(mark, place) !== 0) continue;
    let isSpread = true;
    for (const { other_id, played_at, match_id } of byPlayer.get(id) ?? []) {
      if (!ratings.has(other_id)) {
        isSpread = false;
        continue;
      }
      const known = markOf(other_id);
      if (known !== null && comparePlaces(known, { played_at, match_id }) <= 0) continue;
      marks.set(other_id, { played_at, match_id, is_spread: false, guard: mark.guard, changed_by: mark.changed_by });
    }
    if (isSpread) marks.set(id, { ...mark, is_spread: true, guard: null });
  }
  return [...marks].flatMap(([id, mark]) => {
    const rating = ratings.get(id);
    return rating === undefined ? [] : [{ ...rating, mark }];
  });
}
