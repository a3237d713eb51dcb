import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import type { Context } from '../context.ts';
import {
  type HistoryRange,
  type LedgerRow,
  type RatedMatch,
  readLedgerRows,
  readLedgerWithin,
} from '../history/ledger-store.ts';
import { comparePlaces, END_OF_HISTORY, earliestPlace, type LedgerPlace, placeBefore } from '../history/place.ts';
import { type RatingChange, ratingChange } from '../history/rating-change.ts';
import {
  type LedgerRating,
  type PlayerRating,
  readLatestStates,
  readPlayerRatings,
  readStatesBefore,
} from '../history/ratings-store.ts';
import { isSameState, type PlayerState } from '../history/stored-states.ts';
import { CurrentRatings } from './current-ratings.ts';
import { type HistoryChange, playersOf, type RatedChange } from './history-change.ts';
import { replayChange } from './replay.ts';
import { type LedgerState, readLedgerState } from './state-store.ts';

/**
 * A change that reaches more matches than this is settled in the background instead of within its request. The limit is about
 * 30 ms of reading, rating and writing on PostgreSQL; no other transaction passes the gate during that time.
 */
export const CLOSURE_MAX = 300;

/**
 * Rates a change of the rated history; `writeRatedChange` writes it. There are three cases:
 *
 * - Appended: its matches come after everything their players have played. Nothing more is read.
 * - Replayed: the change reaches at most `closureMax` matches. They are all rated again, exactly.
 * - Provisional: any other change is applied to its players' current ratings, until a settlement run computes the exact ones.
 * @param transaction is only read from. It must hold the history gate exclusively, unless the change is appended or is never
 *   written.
 * @param players the current ratings of all players of the change; the caller has locked them
 */
export async function rateChange(
  { closureMax = CLOSURE_MAX }: Pick<Context, 'closureMax'>,
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRating[],
): Promise<RatedChange> {
  const { inserted } = change;
  const ratings = new CurrentRatings(players);
  const ids = playersOf(change);
  if (ratings.canAppend(change)) {
    const rated = ratings.rate(inserted);
    return { ...change, ...rated, ratings: ids.map((id) => ratings.of(id)), how: 'appended', runAfter: null };
  }
  const state = await readLedgerState(transaction);
  // This node has an older model than the ledger, or a newer one before the rebuild.
  if (state.model_version !== MODEL_VERSION) throw new Problem('not_ready');
  const removedIds = change.removed.map((match) => match.match_id);
  const removed = await readLedgerRows(transaction, removedIds);
  const loaded = { inserted, removed };
  const replayed = await replayWithin(transaction, loaded, players, state, closureMax);
  if (replayed !== null) {
    const current = [...players, ...(await readOthers(transaction, players, replayed.ratings))];
    const rated = withNextVersions(loaded, replayed.ratings, current);
    return { ...change, rows: byId(replayed.rows), ...rated, how: 'replayed', runAfter: null };
  }
  const earliest = earliestPlace([...inserted, ...removed]);
  const runAfter = earliest === undefined || isAheadOfRun(earliest, state) ? null : placeBefore(earliest);
  for (const rating of await readRatingsWithout(transaction, removed, players)) ratings.replace(rating);
  const { rows } = ratings.rate(inserted);
  const rated = withNextVersions(
    loaded,
    ids.map((id) => ratings.of(id)),
    players,
  );
  return { ...change, rows, ...rated, how: 'provisional', runAfter };
}

/** The matches of a dry run that would not be settled yet. */
export async function unsettledOf(snapshot: Transaction, { inserted, how }: RatedChange): Promise<ReadonlySet<string>> {
  if (inserted.length === 0) return new Set();
  const state = await readLedgerState(snapshot);
  const unsettled = inserted.filter((match) => how === 'provisional' || isUnsettled(match, state));
  return new Set(unsettled.map((match) => match.match_id));
}

/** A change with the ledger rows of its removed matches. */
interface LoadedChange {
  readonly inserted: readonly RatedMatch[];
  readonly removed: readonly LedgerRow[];
}

interface Replayed {
  readonly rows: readonly LedgerRow[];
  readonly ratings: readonly LedgerRating[];
}

/**
 * Replays all matches that the change reaches, starting from the states in the ledger. If the ledger is settled, the result is
 * exact. If it is not, the current or next run settles the replayed matches again. It changes only those that another
 * unsettled change reaches too.
 * @returns null if the change reaches more than `limit` matches, if the ledger is inconsistent there, or during a rebuild,
 *   which does not trust the ledger.
 */
async function replayWithin(
  transaction: Transaction,
  change: LoadedChange,
  players: readonly PlayerRating[],
  { run, next }: LedgerState,
  limit: number,
): Promise<Replayed | null> {
  if (run?.is_rebuild === true || next?.is_rebuild === true) return null;
  const later = await readClosure(transaction, change, limit);
  if (later === null) return null;
  const isSettled = run === null && next === null;
  if (!isSettled && (await isLedgerInconsistent(transaction, change, later))) return null;
  const current = new Map(players.map(({ player_id, state }) => [player_id, state]));
  const { rows, states, latestMatches } = replayChange(change, later, current);
  const unseen = [...states.keys()].filter((id) => !latestMatches.has(id));
  const removedIds = change.removed.map((row) => row.match_id);
  const latest = new Map<string, string | null>(latestMatches);
  for (const row of await readLatestStates(transaction, unseen, removedIds))
    latest.set(row.player_id, row.last_match_id);
  const ratings = [...states].map(([player_id, state]): LedgerRating => {
    return { player_id, state, last_match_id: state === null ? null : (latest.get(player_id) ?? null) };
  });
  return { rows, ratings };
}

/**
 * Loads every rated match that a change may reach: the later matches of its players, the later matches of the players of
 * those, and so on. Each round reads only the ranges that no earlier round has read. The loop ends when no range is new.
 * @returns the matches in no particular order, without the removed ones; or null if there are more than `limit`.
 */
async function readClosure(
  transaction: Transaction,
  { inserted, removed }: LoadedChange,
  limit: number,
): Promise<LedgerRow[] | null> {
  const reached = new Map<string, LedgerPlace>();
  const removedIds = new Set(removed.map((row) => row.match_id));
  const rows = new Map<string, LedgerRow>();
  let frontier = markReached([...inserted, ...removed], reached);
  while (frontier.length > 0) {
    const found = await readLedgerWithin(transaction, frontier, limit + removed.length + 1);
    const fresh = found.filter((row) => !rows.has(row.match_id) && !removedIds.has(row.match_id));
    for (const row of fresh) rows.set(row.match_id, row);
    if (found.length > limit + removed.length || rows.size > limit) return null;
    frontier = markReached(fresh, reached);
  }
  return [...rows.values()];
}

/** Marks the players of these matches as reached from their match on. @returns the ranges that this adds. */
function markReached(matches: readonly RatedMatch[], reached: Map<string, LedgerPlace>): HistoryRange[] {
  const until = new Map<string, LedgerPlace | null>();
  for (const match of matches) {
    for (const id of match.player_ids) {
      const known = reached.get(id);
      if (known !== undefined && comparePlaces(known, match) <= 0) continue;
      if (!until.has(id)) until.set(id, known ?? null);
      reached.set(id, { played_at: match.played_at, match_id: match.match_id });
    }
  }
  return [...until].flatMap(([player_id, end]) => {
    const after = reached.get(player_id);
    return after === undefined ? [] : [{ player_id, after, until: end }];
  });
}

/**
 * Whether the states that a replay would start from contradict each other. This happens if a rating contains a provisional
 * change, or if a run has settled a player's earlier matches but not the later ones yet. Then a player's state before a match
 * differs from the state after the previous match, or the current rating from the state after the last match.
 * @param later all rows that the change reaches.
 */
async function isLedgerInconsistent(
  transaction: Transaction,
  { inserted, removed }: LoadedChange,
  later: readonly LedgerRow[],
): Promise<boolean> {
  const entries = new Map<string, { readonly place: LedgerPlace; readonly state: PlayerState }>();
  const states = new Map<string, PlayerState>();
  for (const row of [...later, ...removed].sort(comparePlaces)) {
    for (const [slot, before] of row.before.entries()) {
      const id = row.player_ids[slot] ?? '';
      const state = states.get(id);
      if (state === undefined) entries.set(id, { place: row, state: before });
      else if (!isSameState(state, before)) return true;
      states.set(id, row.after[slot as 0]);
    }
  }
  const ids = new Set([...states.keys(), ...inserted.flatMap((match) => match.player_ids)]);
  for (const { player_id: id, state: current } of await readPlayerRatings(transaction, [...ids])) {
    const last = states.get(id);
    if (last === undefined) entries.set(id, { place: END_OF_HISTORY, state: current });
    else if (!isSameState(current, last)) return true;
  }
  const places = [...entries].map(([player_id, { place }]) => ({ player_id, ...place }));
  const stored = await readStatesBefore(transaction, places);
  return stored.some((row) => !isSameState(row.state, entries.get(row.player_id)?.state ?? null));
}

/** The current ratings of players that a replay reaches and that are not part of the change. */
function readOthers(
  transaction: Transaction,
  known: readonly PlayerRating[],
  reached: readonly LedgerRating[],
): Promise<PlayerRating[]> {
  const knownIds = new Set(known.map((rating) => rating.player_id));
  return readPlayerRatings(
    transaction,
    reached.map((rating) => rating.player_id).filter((id) => !knownIds.has(id)),
  );
}

/**
 * The provisional ratings of the players whose matches are removed. If the last match is removed, the strength is that after
 * the match before it. The count is exact: it includes late matches that no run has reached yet.
 */
async function readRatingsWithout(
  transaction: Transaction,
  removed: readonly LedgerRow[],
  players: readonly PlayerRating[],
): Promise<LedgerRating[]> {
  const ids = removed.map((match) => match.match_id);
  const affected = players.filter(({ player_id: id }) => removed.some(({ player_ids }) => player_ids.includes(id)));
  const withoutLast = affected.filter(({ last_match_id: id }) => id !== null && ids.includes(id));
  const found = await readLatestStates(
    transaction,
    withoutLast.map((rating) => rating.player_id),
    ids,
  );
  const latest = new Map(found.map((rating) => [rating.player_id, rating]));
  return affected.map((old): LedgerRating => {
    const rating = latest.get(old.player_id) ?? old;
    if (rating.state === null || old.state === null) return rating;
    const count = removed.filter(({ player_ids }) => player_ids.includes(old.player_id)).length;
    return { ...rating, state: { ...rating.state, played: old.state.played - count } };
  });
}

/** Assigns the next versions of ratings, and collects the changes of scores. */
function withNextVersions(
  { inserted, removed }: LoadedChange,
  rated: readonly LedgerRating[],
  current: readonly PlayerRating[],
): Pick<RatedChange, 'ratings' | 'changes'> {
  const before = new Map(current.map((rating) => [rating.player_id, rating]));
  const ofMatches = new Map<string, RatingChange[]>();
  const matchIds = new Map<string, string>();
  for (const match of [...removed, ...inserted].sort(comparePlaces)) {
    ofMatches.set(match.match_id, []);
    for (const id of match.player_ids) matchIds.set(id, match.match_id);
  }
  const ofOthers: RatingChange[] = [];
  const ratings = rated.map((rating): PlayerRating => {
    const old = before.get(rating.player_id);
    if (old === undefined) throw new Error(`the player ${rating.player_id} has no rating row`);
    const changed = ratingChange(old, rating.state);
    const matchId = matchIds.get(rating.player_id);
    if (matchId !== undefined) ofMatches.get(matchId)?.push(changed);
    else if (changed.score_before !== changed.score_after) ofOthers.push(changed);
    return { ...rating, version: changed.sequence };
  });
  return { ratings, changes: { ofMatches, ofOthers } };
}

const byId = (rows: readonly LedgerRow[]): Map<string, LedgerRow> => new Map(rows.map((row) => [row.match_id, row]));

/** Whether the current run has yet to reach the place, and so will settle it. */
function isAheadOfRun(place: LedgerPlace, { run }: LedgerState): boolean {
  return run !== null && comparePlaces(run.position, place) < 0;
}

/** Whether a place comes after the settled part of the ledger. */
function isUnsettled(place: LedgerPlace, state: LedgerState): boolean {
  return isAheadOfRun(place, state) || (state.next !== null && comparePlaces(state.next.after, place) < 0);
}
