/** The marker spreads the marks of large changes: everyone who plays with a marked player is marked. It changes no number. */

import type { Database } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { comparePlaces, type LedgerPlace } from '../history/place.ts';
import { lockPlayerRatings, type Mark, type PlayerRating } from '../history/ratings-store.ts';
import { readConditions } from '../ledger/conditions-store.ts';
import { countMarking, dropGuards } from '../ledger/guards-store.ts';
import { type Meeting, readUnspreadPlayers, readWhomTheyMeet, writeMarks } from './marks-store.ts';

/**
 * Spreads the marks of some players, in one transaction, and drops the guards that are not needed any more.
 * @param limit of players
 * @returns the number of players whose marks were spread
 */
export async function spreadMarks(database: Database, limit: number): Promise<number> {
  const startedAt = performance.now();
  const chosen = await readUnspreadPlayers(database, limit);
  if (chosen.length === 0) {
    await dropGuards(database);
    return 0;
  }
  const met = await readWhomTheyMeet(database, chosen);
  const spread = await database.transaction(async (transaction) => {
    const wanted = new Set([...chosen.map((one) => one.player_id), ...met.map((meeting) => meeting.other_id)]);
    const [locked, conditions] = await Promise.all([
      lockPlayerRatings(transaction, [...wanted]),
      readConditions(transaction),
    ]);
    const now = new Map(locked.map((rating) => [rating.player_id, rating]));
    const marked = chosen.flatMap(({ player_id }) => unspreadMarkOf(now.get(player_id)) ?? []);
    const isOther = conditions.model_version !== MODEL_VERSION;
    // Read again, because a player may have played on, or been marked earlier, before the locks were taken.
    const meetings = isOther ? [] : await readWhomTheyMeet(transaction, marked);
    if (isOther || meetings.some((meeting) => !now.has(meeting.other_id))) {
      transaction.discard();
      return null;
    }
    const written = spreadOver(marked, meetings, now);
    await writeMarks(transaction, written);
    return marked.length;
  });
  const guards = [...new Set(chosen.map((one) => one.guard))];
  await countMarking(database, guards, performance.now() - startedAt);
  await dropGuards(database);
  // If the locked players have met others since, the next step reads them.
  return spread ?? chosen.length;
}

interface UnspreadMark extends LedgerPlace {
  readonly player_id: string;
}

function unspreadMarkOf(rating: PlayerRating | undefined): UnspreadMark | null {
  const { mark = null, player_id = '' } = rating ?? {};
  if (mark === null || mark.is_spread) return null;
  return { player_id, played_at: mark.played_at, match_id: mark.match_id };
}

function spreadOver(
  marked: readonly UnspreadMark[],
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
    for (const { other_id, played_at, match_id } of byPlayer.get(id) ?? []) {
      const known = markOf(other_id);
      if (known !== null && comparePlaces(known, { played_at, match_id }) <= 0) continue;
      marks.set(other_id, { played_at, match_id, is_spread: false, guard: mark.guard, cause: mark.cause });
    }
    marks.set(id, { ...mark, is_spread: true, guard: null });
  }
  return [...marks].flatMap(([id, mark]) => {
    const rating = ratings.get(id);
    return rating === undefined ? [] : [{ ...rating, mark }];
  });
}
