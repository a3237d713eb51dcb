/**
 * The wave settles marked players: it rates their matches in order, from the exact states before their marks, and moves each mark
 * to the player's next match. docs/ledger.md explains why that is exact.
 */

import type { Database, Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION, Players } from '@bandeja/rating';
import { logChanges } from '../events/log-store.ts';
import type { LedgerRow } from '../history/ledger-store.ts';
import { comparePlaces, END_OF_HISTORY, type LedgerPlace } from '../history/place.ts';
import type { PlayerPlace } from '../history/player-matches-store.ts';
import { ratingChange } from '../history/rating-change.ts';
import {
  type LedgerRating,
  lockFreePlayerRatings,
  lockPlayerRatings,
  type PlayerRating,
  readStatesBefore,
} from '../history/ratings-store.ts';
import { scoreShift, writeShifts } from '../history/score-shifts-store.ts';
import { replayNext } from '../history/states.ts';
import { isSameState } from '../history/stored-states.ts';
import { BY_REBUILD, isCovered, type LedgerConditions, readConditions } from '../ledger/conditions-store.ts';
import { readFirstMarked, type Settlement, writeMarks } from './marks-store.ts';
import {
  type MarkedRows,
  readMarkedRows,
  readNextMatches,
  writeLedgerRows,
  writeSettledRatings,
} from './wave-store.ts';

/**
 * Settles the first marks of a partner's changes, in one transaction: of at most `limit` players, the matches up to the last one's
 * mark, at most `limit`. Everyone in these matches is marked by then. Other players in them are those of another partner's changes; a
 * match waits if one of them is locked by another transaction.
 * @param now the instant at which scores change
 * @returns the number of marks that were moved or cleared; 0 if all wait for a guard, a rebuild or another partner's marks
 */
export async function settleNext(
  database: Database,
  settlement: Pick<Settlement, 'changed_by' | 'cause'>,
  limit: number,
  now: number,
): Promise<number> {
  const first = await readFirstMarked(database, settlement.changed_by, limit);
  const last = first.at(-1);
  if (last === undefined) return 0;
  const end = first.length < limit ? END_OF_HISTORY : last;
  return database.transaction(async (transaction) => {
    const [locked, conditions] = await Promise.all([
      lockPlayerRatings(
        transaction,
        first.map((one) => one.player_id),
      ),
      readConditions(transaction),
    ]);
    if (conditions.model_version !== MODEL_VERSION || conditions.isRebuilding) {
      transaction.discard();
      return 0;
    }
    const ratings = new Map(locked.map((rating) => [rating.player_id, rating]));
    const readRows = () => readMarkedRows(transaction, [...ratings.values()].flatMap(placeOfMark), end, limit);
    let found = await readRows();
    const others = new Set(found.rows.flatMap((row) => row.player_ids).filter((id) => !ratings.has(id)));
    if (others.size > 0) {
      for (const rating of await lockFreePlayerRatings(transaction, [...others])) ratings.set(rating.player_id, rating);
      found = await readRows();
    }
    return settleRows(transaction, found, ratings, conditions, { ...settlement, now });
  });
}

const placeOfMark = ({ player_id, mark }: PlayerRating): PlayerPlace[] =>
  mark === null ? [] : [{ player_id, played_at: mark.played_at, match_id: mark.match_id }];

async function settleRows(
  transaction: Transaction,
  found: MarkedRows,
  ratings: ReadonlyMap<string, PlayerRating>,
  conditions: LedgerConditions,
  { changed_by, cause, now }: Pick<Settlement, 'changed_by' | 'cause'> & { readonly now: number },
): Promise<number> {
  const ready = readyRows(found.rows, ratings, conditions);
  const waiting = waitingPlaces(found.rows, new Set(ready.map((row) => row.match_id)), ratings);
  const done = [...ratings.values()].flatMap(({ player_id: id, mark }) =>
    mark !== null && comparePlaces(mark, found.end) <= 0 && !waiting.has(id) ? [id] : [],
  );
  const [before, later] = await Promise.all([
    readStatesBefore(transaction, firstPlaces(ready, done)),
    readNextMatches(transaction, done, found.end),
  ]);
  const next = new Map<string, LedgerPlace>([...waiting, ...later.map((place) => [place.player_id, place] as const)]);
  const cleared = done.filter((id) => !next.has(id));
  const moved = [...next].flatMap(([id, { played_at, match_id }]): PlayerRating[] => {
    const old = ratings.get(id);
    if (old?.mark == null || comparePlaces(old.mark, { played_at, match_id }) === 0) return [];
    return [{ ...old, mark: { ...old.mark, played_at, match_id } }];
  });
  if (moved.length + cleared.length === 0) {
    transaction.discard();
    return 0;
  }

  const players = new Players();
  for (const { player_id, state } of before) players.set(player_id, state);
  const rated = replayNext(players, ready);
  const changed = rated.filter((row, index) => !isSameRow(row, ready[index]));

  const latest = new Map<string, LedgerRating>(before.map((rating) => [rating.player_id, rating]));
  for (const row of rated) {
    for (const [slot, player_id] of row.player_ids.entries()) {
      latest.set(player_id, { player_id, state: row.after[slot as 0], last_match_id: row.match_id });
    }
  }
  const settled = cleared.flatMap((id): PlayerRating[] => {
    const [old, now] = [ratings.get(id), latest.get(id)];
    if (old === undefined || now === undefined) return [];
    return [{ ...old, state: now.state, last_match_id: now.last_match_id, mark: null, version: old.version + 1 }];
  });
  // docs/ledger.md explains why a rebuild writes no shifts.
  const isRebuild = changed_by === BY_REBUILD;
  // A player that the changes of two partners reach has the mark of one, and is moved by both.
  const isMixed = [...ratings.values()].some(({ mark }) => mark !== null && mark.changed_by !== changed_by);
  const shifts = isRebuild
    ? []
    : settled.flatMap((rating) => {
        const { state = null } = ratings.get(rating.player_id) ?? {};
        return scoreShift(state, rating, isMixed ? 'older_result' : cause) ?? [];
      });
  await Promise.all([
    writeLedgerRows(transaction, MODEL_VERSION, changed, !isRebuild),
    writeSettledRatings(transaction, MODEL_VERSION, settled),
    ...(shifts.length > 0 ? [writeShifts(transaction, shifts, now)] : []),
    writeMarks(transaction, moved),
    logChanges(transaction, [], scoreChanges(settled, ratings)),
  ]);
  return moved.length + cleared.length;
}

/**
 * The rows that can be rated now: each is the first unsettled one of all four players, and no guard covers it. (While one does, someone
 * may still be marked earlier.) A player of any other row waits from there on.
 */
function readyRows(
  rows: readonly LedgerRow[],
  ratings: ReadonlyMap<string, PlayerRating>,
  conditions: LedgerConditions,
): LedgerRow[] {
  const waiting = new Set<string>();
  return rows.filter((row) => {
    const isReady = row.player_ids.every((id) => {
      const rating = ratings.get(id);
      const { mark = null, region = '' } = rating ?? {};
      return mark !== null && comparePlaces(mark, row) <= 0 && !waiting.has(id) && !isCovered(conditions, region, row);
    });
    if (!isReady) for (const id of row.player_ids) waiting.add(id);
    return isReady;
  });
}

/**
 * Each player's first row that is not rated now. The mark moves there even if no row before it was rated: once every mark is at a row,
 * the rows of the earliest mark are ready. A mark never disappears before the player's last row, even if all states are as stored:
 * everyone in later matches relies on it.
 */
function waitingPlaces(
  rows: readonly LedgerRow[],
  ready: ReadonlySet<string>,
  ratings: ReadonlyMap<string, PlayerRating>,
): Map<string, LedgerPlace> {
  const waiting = new Map<string, LedgerPlace>();
  for (const row of rows) {
    if (ready.has(row.match_id)) continue;
    for (const id of row.player_ids) {
      const { mark = null } = ratings.get(id) ?? {};
      if (mark !== null && comparePlaces(mark, row) <= 0 && !waiting.has(id)) waiting.set(id, row);
    }
  }
  return waiting;
}

/**
 * Where each player's exact state is needed: before the first row that is rated; without one, after the last match of all, in case that
 * the mark is cleared.
 */
function firstPlaces(ready: readonly LedgerRow[], done: readonly string[]): PlayerPlace[] {
  const places = new Map<string, LedgerPlace>();
  for (const row of ready) for (const id of row.player_ids) if (!places.has(id)) places.set(id, row);
  for (const id of done) if (!places.has(id)) places.set(id, END_OF_HISTORY);
  return [...places].map(([player_id, { played_at, match_id }]) => ({ player_id, played_at, match_id }));
}

function isSameRow(row: LedgerRow, stored: LedgerRow | undefined): boolean {
  return (
    stored !== undefined &&
    row.model_version === stored.model_version &&
    row.before.every((state, slot) => isSameState(state, stored.before[slot as 0])) &&
    row.after.every((state, slot) => isSameState(state, stored.after[slot as 0]))
  );
}

const scoreChanges = (settled: readonly PlayerRating[], before: ReadonlyMap<string, PlayerRating>) =>
  settled.flatMap((rating) => {
    const old = before.get(rating.player_id);
    const change = old && ratingChange(old, rating.state);
    return change === undefined || change.score_before === change.score_after ? [] : [change];
  });
