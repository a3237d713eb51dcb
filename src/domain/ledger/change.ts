import { MODEL_VERSION } from '../../rating/index.ts';
import type { Transaction } from '../../store/engine/database.ts';
import type { LedgerRow } from '../../store/ledger/ledger-row.ts';
import { type LedgerState, readLedgerState, scheduleRun } from '../../store/ledger/ledger-state.ts';
import {
  lockPlayerRatings,
  type PlayerRatingRow,
  readLatestStates,
  readPlayerRatings,
  readStatesBefore,
  type VersionedRating,
} from '../../store/ledger/ratings.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { type AppliedChange, insertedRows, isAppended, NO_CHANGE, playersOf, rateFrom, writeRated } from './append.ts';
import { readClosure } from './closure.ts';
import { comparePlaces, END_OF_HISTORY, earliestPlace, type LedgerPlace, placeBefore } from './places.ts';
import { Presents, presentRow } from './present.ts';
import type { RatedMatch } from './rated-match.ts';
import { nextRatings } from './rating-changes.ts';
import { type HistoryChange, replayChange } from './replay.ts';
import { isSameState, type PlayerState, stateOfPlayer, statesAfter, statesBefore } from './states.ts';

/**
 * The most matches that a change may reach to be replayed within its request: about 30 ms of reading, rating and writing
 * on PostgreSQL, during which no other transaction passes the gate.
 */
export const CLOSURE_MAX = 300;

/**
 * Brings the ledger and the players' ratings up to date with a change of the rated history, within the transaction that
 * makes the change and holds the history gate alone. Matches that come after everything their players have played are
 * appended. A change of history that reaches few matches is replayed exactly, here. Any other is applied to the players'
 * present states, and a settlement run is scheduled.
 * @param change the matches that enter the history (their rows and places in `player_matches` are written already) and the
 *   ledger rows that were taken out of it.
 */
export async function applyHistoryChange(
  context: Context,
  transaction: Transaction,
  change: HistoryChange,
): Promise<AppliedChange> {
  if (change.inserted.length === 0 && change.removed.length === 0) return NO_CHANGE;
  const players = await lockPlayerRatings(transaction, playersOf(change));
  const presents = new Presents(players);
  if (isAppended(change, presents)) return writeRated(transaction, change, rateFrom(change, presents));
  const state = await readLedgerState(transaction);
  // An old node after a new model has taken over, or a new one before.
  if (state.model_version !== MODEL_VERSION) throw new Problem('not_ready');
  const replayed = await replayWithin(transaction, change, players, state, context.closureMax ?? CLOSURE_MAX);
  if (replayed !== null) {
    const present = await readPresent(transaction, players, replayed.ratings);
    return writeRated(transaction, change, { rows: replayed.rows, ...nextRatings(change, replayed.ratings, present) });
  }
  const earliest = earliestPlace([...change.inserted, ...change.removed]);
  if (earliest !== undefined && !isAheadOfRun(earliest, state)) await scheduleRun(transaction, placeBefore(earliest));
  const { rows, ratings } = rateFrom(change, await presentsWithout(transaction, change, presents, players));
  return writeRated(transaction, change, { rows, ...nextRatings(change, ratings, players) });
}

/** The ratings of all whom a replay reaches, as they are. */
async function readPresent(
  transaction: Transaction,
  locked: readonly VersionedRating[],
  reached: readonly PlayerRatingRow[],
): Promise<VersionedRating[]> {
  const known = new Set(locked.map((row) => row.player_id));
  const others = reached.map((row) => row.player_id).filter((id) => !known.has(id));
  return others.length === 0 ? [...locked] : [...locked, ...(await readPlayerRatings(transaction, others))];
}

/**
 * What {@link applyHistoryChange} would make of matches that enter the history, as this transaction's snapshot has it.
 * It locks and writes nothing.
 */
export async function dryRunHistoryChange(
  context: Context,
  snapshot: Transaction,
  inserted: readonly RatedMatch[],
): Promise<AppliedChange> {
  if (inserted.length === 0) return NO_CHANGE;
  const change = { inserted, removed: [] };
  const players = await readPlayerRatings(snapshot, playersOf(change));
  const presents = new Presents(players);
  const state = await readLedgerState(snapshot);
  const isExact = isAppended(change, presents);
  const limit = context.closureMax ?? CLOSURE_MAX;
  const replayed = isExact ? null : await replayWithin(snapshot, change, players, state, limit);
  const { rows } = replayed ?? rateFrom(change, presents);
  const unsettled = inserted.filter((match) => (!isExact && replayed === null) || isUnsettled(match, state));
  return {
    ...NO_CHANGE,
    rows: insertedRows(change, rows),
    unsettled: new Set(unsettled.map((match) => match.match_id)),
  };
}

/** What a replay makes: rows of the ledger, and the ratings that it reaches. */
interface Replayed {
  readonly rows: readonly LedgerRow[];
  readonly ratings: readonly PlayerRatingRow[];
}

/**
 * Replays everything that the change reaches, from what the ledger holds. Where the ledger is settled, that is exact. Where it
 * is not, the run that is under way or scheduled settles the replayed matches too, and does not change those that no
 * unsettled change reaches.
 * @returns null if it reaches more than `limit` matches, or what the ledger holds of them does not fit together. Null also
 *   during a rebuild, which does not trust the ledger.
 */
async function replayWithin(
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRatingRow[],
  { run, next }: LedgerState,
  limit: number,
): Promise<Replayed | null> {
  if (run?.is_rebuild === true || next?.is_rebuild === true) return null;
  const later = await readClosure(transaction, change, limit);
  if (later === null) return null;
  const isSettled = run === null && next === null;
  if (!isSettled && (await isTornApart(transaction, change, later))) return null;
  const present = new Map(players.map((row) => [row.player_id, stateOfPlayer(row)]));
  const { rows, states, latestMatches } = replayChange(change, later, present);
  const latest = new Map<string, string | null>(latestMatches);
  const unseen = [...states.keys()].filter((id) => !latest.has(id));
  if (unseen.length > 0) {
    for (const row of await readLatestStates(transaction, unseen)) latest.set(row.player_id, row.last_match_id);
  }
  return { rows, ratings: [...states].map(([id, state]) => presentRow(id, state, latest.get(id) ?? null)) };
}

/**
 * Whether what a replay would take from the ledger does not fit together: a rating that it reaches holds a provisional change, or
 * a run has changed a player's earlier matches and has not come to the later ones yet. Then a player's state before a match is
 * not the one after the match before it, or the present rating is not the state after the last match.
 * @param later all rows of the players that the change reaches, from where it reaches them on.
 */
async function isTornApart(
  transaction: Transaction,
  { inserted, removed }: HistoryChange,
  later: readonly LedgerRow[],
): Promise<boolean> {
  const entries = new Map<string, { readonly place: LedgerPlace; readonly state: PlayerState }>();
  const states = new Map<string, PlayerState>();
  for (const row of [...later, ...removed].sort(comparePlaces)) {
    const after = statesAfter(row);
    for (const [slot, before] of statesBefore(row).entries()) {
      const id = row.player_ids[slot] ?? '';
      const state = states.get(id);
      if (state === undefined) entries.set(id, { place: row, state: before });
      else if (!isSameState(state, before)) return true;
      states.set(id, after[slot] ?? null);
    }
  }
  const ids = new Set([...states.keys(), ...inserted.flatMap((match) => match.player_ids)]);
  for (const row of await readPlayerRatings(transaction, [...ids])) {
    const present = stateOfPlayer(row);
    const last = states.get(row.player_id);
    if (last === undefined) entries.set(row.player_id, { place: END_OF_HISTORY, state: present });
    else if (!isSameState(present, last)) return true;
  }
  const places = [...entries].map(([player_id, { place }]) => ({ player_id, ...place }));
  const stored = await readStatesBefore(transaction, places);
  return stored.some((row) => !isSameState(stateOfPlayer(row), entries.get(row.player_id)?.state ?? null));
}

/** The present states; a player whose last match was taken out goes back to the state after the match before it. */
async function presentsWithout(
  transaction: Transaction,
  { removed }: HistoryChange,
  presents: Presents,
  players: readonly VersionedRating[],
): Promise<Presents> {
  const removedIds = new Set<string | null>(removed.map((match) => match.match_id));
  const withoutLast = players.filter((row) => removedIds.has(row.last_match_id)).map((row) => row.player_id);
  if (withoutLast.length > 0) {
    for (const row of await readLatestStates(transaction, withoutLast)) presents.replace(row);
  }
  return presents;
}

/** Whether the run under way has yet to reach the place, and so settles it too. */
function isAheadOfRun(place: LedgerPlace, { run }: LedgerState): boolean {
  return run !== null && comparePlaces(run.position, place) < 0;
}

/** Whether a place comes after the settled part of the ledger. */
function isUnsettled(place: LedgerPlace, state: LedgerState): boolean {
  return isAheadOfRun(place, state) || (state.next !== null && comparePlaces(state.next.after, place) < 0);
}
