/**
 * The wave settles marked players: it rates their matches in order, from the exact states before their marks, and moves each mark
 * to the player's next match. docs/ledger.md explains why that is exact.
 */

import type { Database, Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION, Players } from '@bandeja/rating';
import { logChanges } from '../events/log-store.ts';
import type { LedgerRow } from '../history/ledger-store.ts';
import { comparePlaces, END_OF_HISTORY, type LedgerPlace, placeAfter } from '../history/place.ts';
import { ratingChange } from '../history/rating-change.ts';
import { type LedgerRating, lockPlayerRatings, type PlayerRating, readStatesBefore } from '../history/ratings-store.ts';
import { replayNext } from '../history/states.ts';
import { isSameState } from '../history/stored-states.ts';
import { isCovered, type LedgerConditions, readConditions } from '../ledger/conditions-store.ts';
import { type MarkedPlayer, readFirstMarked, writeMarks } from './marks-store.ts';
import { type MarkedRows, readMarkedRows, writeLedgerRows, writeSettledRatings } from './wave-store.ts';

/** The work of one step. */
export interface WaveStep {
  /** Matches that were rated. */
  readonly matches: number;
  /** Those whose ratings have changed. */
  readonly changed: number;
  /** Marks that were moved or cleared. Zero: all of them wait for a guard, a rebuild or another partner's marks. */
  readonly moved: number;
}

const NOTHING: WaveStep = { matches: 0, changed: 0, moved: 0 };

/** Players whose first marks begin a step. */
const PLAYERS_MAX = 64;

/**
 * Settles the first marks of a partner's changes, at most `limit` matches, in one transaction. It locks the players of those matches,
 * and goes on up to the first place where someone who is not locked takes part.
 */
export async function settleNext(database: Database, cause: string, limit: number): Promise<WaveStep> {
  const first = await readFirstMarked(database, cause, PLAYERS_MAX);
  if (first.length === 0) return NOTHING;
  const { rows } = await readMarkedRows(database, first, limit);
  const wanted = new Set(first.map((one) => one.player_id));
  for (const row of rows) for (const id of row.player_ids) wanted.add(id);
  return database.transaction(async (transaction) => {
    const [locked, conditions] = await Promise.all([
      lockPlayerRatings(transaction, [...wanted]),
      readConditions(transaction),
    ]);
    const marked = locked.flatMap(({ player_id, mark }): MarkedPlayer[] => {
      return mark === null ? [] : [{ player_id, played_at: mark.played_at, match_id: mark.match_id }];
    });
    if (conditions.model_version !== MODEL_VERSION || conditions.isRebuilding || marked.length === 0) {
      transaction.discard();
      return NOTHING;
    }
    const found = await readMarkedRows(transaction, marked, limit);
    const ratings = new Map(locked.map((rating) => [rating.player_id, rating]));
    return settleRows(transaction, found, ratings, conditions);
  });
}

async function settleRows(
  transaction: Transaction,
  found: MarkedRows,
  ratings: ReadonlyMap<string, PlayerRating>,
  conditions: LedgerConditions,
): Promise<WaveStep> {
  const ready = readyRows(found.rows, ratings, conditions);
  const isReady = new Set(ready.map((row) => row.match_id));
  const next = nextPlaces(found, isReady, ratings);
  const cleared = [...next].flatMap(([id, place]) => (place === null ? [id] : []));
  if (next.size === 0) {
    transaction.discard();
    return NOTHING;
  }

  const entries = firstPlaces(ready, cleared);
  const before = await readStatesBefore(transaction, entries);
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
  const moved = [...next].flatMap(([id, place]): PlayerRating[] => {
    const old = ratings.get(id);
    return place === null || old?.mark == null ? [] : [{ ...old, mark: { ...old.mark, ...place } }];
  });
  await Promise.all([
    writeLedgerRows(transaction, MODEL_VERSION, changed),
    writeSettledRatings(transaction, MODEL_VERSION, settled),
    writeMarks(transaction, moved),
    logChanges(transaction, [], scoreChanges(settled, ratings)),
  ]);
  return { matches: rated.length, changed: changed.length, moved: next.size };
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
 * The new place of each mark that moves: the player's first row that is not rated now; null if there is none. A mark moves there even if no
 * row before it was rated: once every mark is at a row, the rows of the earliest mark are ready. A mark never disappears before the
 * player's last row, even if all states are as stored: everyone in later matches relies on it.
 */
function nextPlaces(
  { rows, end }: MarkedRows,
  isReady: ReadonlySet<string>,
  ratings: ReadonlyMap<string, PlayerRating>,
): Map<string, LedgerPlace | null> {
  const waiting = new Map<string, LedgerPlace>();
  for (const row of rows) {
    if (isReady.has(row.match_id)) continue;
    for (const id of row.player_ids) {
      const { mark = null } = ratings.get(id) ?? {};
      if (mark !== null && comparePlaces(mark, row) <= 0 && !waiting.has(id)) waiting.set(id, row);
    }
  }
  const next = new Map<string, LedgerPlace | null>();
  for (const [id, { mark }] of ratings) {
    if (mark === null) continue;
    const place = waiting.get(id) ?? (end === null ? null : placeAfter(end));
    if (place === null) next.set(id, null);
    else if (comparePlaces(mark, place) < 0) next.set(id, { played_at: place.played_at, match_id: place.match_id });
  }
  return next;
}

/** Where each player's exact state is needed: before the first row that is rated or, without one, after the last match of all. */
function firstPlaces(ready: readonly LedgerRow[], cleared: readonly string[]) {
  const places = new Map<string, LedgerPlace>();
  for (const row of ready) for (const id of row.player_ids) if (!places.has(id)) places.set(id, row);
  for (const id of cleared) if (!places.has(id)) places.set(id, END_OF_HISTORY);
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
