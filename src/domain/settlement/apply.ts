import { MODEL_VERSION } from '../../rating/index.ts';
import type { Transaction } from '../../store/engine/database.ts';
import type { GateMode } from '../../store/ledger/gate.ts';
import { holdMatches } from '../../store/ledger/held-matches.ts';
import { type LedgerState, oweFrom, readLedgerState } from '../../store/ledger/ledger-state.ts';
import {
  lockPlayerRatings,
  type PlayerRatingRow,
  readLatestStates,
  readPlayerRatings,
  touchPlayerRatings,
} from '../../store/ledger/ratings.ts';
import { chargeOwed, findMatchesOfResting, findRestingPartners, readRest } from '../../store/ledger/settlement.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import {
  comparePlaces,
  earliestPlace,
  type HistoryChange,
  type LedgerPlace,
  placeBefore,
  type RatedMatch,
  replayChange,
  stateOfPlayer,
} from '../ratings/index.ts';
import {
  type AppliedChange,
  insertedRows,
  isAppended,
  NO_CHANGE,
  playersOf,
  type Rated,
  rateFrom,
  writeRated,
} from './append.ts';
import { readClosure } from './closure.ts';
import { HistoryGateNeeded } from './history-gate.ts';
import { Presents, presentRow } from './present.ts';

/**
 * The most matches that a change may reach to be settled within its request: about 30 ms of reading, folding and writing
 * on PostgreSQL, while which nobody else passes the gate.
 */
export const CLOSURE_MAX = 300;

/**
 * Brings the ledger and the players' ratings up to date with a change of the rated history, within the transaction that
 * makes the change. Matches that come after everything their players have played are appended (the fast path: only the
 * players' rows are locked). Anything else changes history, for which the gate must be held alone: if it reaches few
 * matches they are replayed exactly, here; else it is applied to the present states, and a settlement is owed.
 * @param change the matches that enter the history (their rows and places in `player_matches` are written already) and the
 *   ledger rows that were taken out of it.
 * @param touched players whose completed matches have changed otherwise: the versions of their histories change as well.
 * @throws {HistoryGateNeeded} when history changes and `gate` is shared: run the transaction again, alone.
 */
export async function applyHistoryChange(
  context: Context,
  transaction: Transaction,
  gate: GateMode,
  change: HistoryChange,
  touched: readonly string[] = [],
): Promise<AppliedChange> {
  // All of them are locked at once, in their one order.
  if (touched.length > 0) await touchPlayerRatings(transaction, [...playersOf(change), ...touched]);
  if (change.inserted.length === 0 && change.removed.length === 0) return NO_CHANGE;
  const players = await lockPlayerRatings(transaction, playersOf(change));
  const presents = new Presents(players);
  if (isAppended(change, presents)) return writeRated(transaction, change, rateFrom(change, presents));
  if (gate === 'shared') throw new HistoryGateNeeded();
  const state = await readLedgerState(transaction);
  checkModel(state.model_version);
  const replayed = await replayWithin(transaction, change, players, state, context.closureMax ?? CLOSURE_MAX);
  if (replayed === null) return defer(context, transaction, change, players, state);
  const applied = await writeRated(transaction, change, replayed);
  await touchPlayerRatings(transaction, unmovedOf(change, replayed));
  return applied;
}

/** The players of matches that have come, gone or been rated anew whose present ratings are what they were. */
function unmovedOf(change: HistoryChange, { rows, ratings }: Rated): Set<string> {
  const moved = new Set(ratings.map((rating) => rating.player_id));
  return new Set([...playersOf(change), ...rows.flatMap((row) => row.player_ids)]).difference(moved);
}

/**
 * What {@link applyHistoryChange} would make of matches that enter the history, as this transaction's snapshot has it.
 * Nothing is locked and nothing written.
 * @param partnerIds whose matches they are.
 */
export async function foreseeHistoryChange(
  context: Context,
  snapshot: Transaction,
  inserted: readonly RatedMatch[],
  partnerIds: readonly string[],
): Promise<AppliedChange> {
  if (inserted.length === 0) return NO_CHANGE;
  const change = { inserted, removed: [] };
  const players = await readPlayerRatings(snapshot, playersOf(change));
  const presents = new Presents(players);
  const state = await readLedgerState(snapshot);
  const isExact = isAppended(change, presents);
  const limit = context.closureMax ?? CLOSURE_MAX;
  const replayed = isExact ? null : await replayWithin(snapshot, change, players, state, limit);
  const isHeld =
    !isExact && replayed === null && !isAhead(change, state)
      ? (await findRestingPartners(snapshot, partnerIds, context.now())).length > 0
      : false;
  if (isHeld) return heldChange(inserted, presents);
  const { rows } = replayed ?? rateFrom(change, presents);
  const unsettled = inserted.filter((match) => (!isExact && replayed === null) || isAfterSettled(match, state));
  return { rows: insertedRows(change, rows), unsettled: new Set(unsettled.map((match) => match.match_id)) };
}

/** What is told of matches that wait: what each on its own would do to the present states of its players. */
function heldChange(matches: readonly RatedMatch[], presents: Presents): AppliedChange {
  const rows = matches.map((match) => presents.foresee(match));
  return {
    rows: new Map(rows.map((row) => [row.match_id, row])),
    unsettled: new Set(rows.map((row) => row.match_id)),
  };
}

/**
 * A node with another model than the ledger's must not add to it: an old node after a new model has taken over, or a new
 * one before.
 * @throws {Problem} `not_ready`.
 */
function checkModel(serving: string): void {
  if (serving !== MODEL_VERSION) throw new Problem('not_ready');
}

/**
 * The exact path: everything that the change reaches is folded again. Null when that is more than `limit` matches, or when
 * the ledger is not settled as a whole: the states that a replay takes from it would not be exact.
 */
async function replayWithin(
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRatingRow[],
  { run, owed }: LedgerState,
  limit: number,
): Promise<Rated | null> {
  if (run !== null || owed !== null) return null;
  const later = await readClosure(transaction, change, limit);
  if (later === null) return null;
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
 * A change that reaches too much for a request, or that comes while the ledger is not settled as a whole: it is applied to
 * the present states, and everything from there on is settled by a run. Late matches of a partner that has used up its
 * share of settling wait outside the ledger until it has rested, and move nobody: what they would do to the present states
 * is kept with them, to be shown. What such a partner takes out of the ledger is owed until then.
 */
async function defer(
  context: Context,
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRatingRow[],
  state: LedgerState,
): Promise<AppliedChange> {
  const now = context.now();
  const ids = change.inserted.map((match) => match.match_id);
  const isRiding = isAhead(change, state);
  const resting = new Set(isRiding || ids.length === 0 ? [] : await findMatchesOfResting(transaction, ids, now));
  const entering = { ...change, inserted: change.inserted.filter((match) => !resting.has(match.match_id)) };
  if (!isRiding) await owe(transaction, entering, now);
  const presents = await presentsWithout(transaction, change, players);
  const isMoving = entering.inserted.length > 0 || entering.removed.length > 0;
  const applied = isMoving ? await writeRated(transaction, entering, rateFrom(entering, presents)) : NO_CHANGE;
  if (resting.size === 0) return applied;
  const waiting = change.inserted.filter((match) => resting.has(match.match_id));
  const held = heldChange(waiting, presents);
  await holdMatches(transaction, [...held.rows.values()], now);
  await touchPlayerRatings(transaction, playersOf({ inserted: waiting, removed: [] }));
  return {
    rows: new Map([...applied.rows, ...held.rows]),
    unsettled: new Set([...applied.unsettled, ...held.unsettled]),
  };
}

async function owe(transaction: Transaction, change: HistoryChange, now: number): Promise<void> {
  const changed = [...change.inserted, ...change.removed];
  const earliest = earliestPlace(changed);
  if (earliest === undefined) return;
  const ids = changed.map((match) => match.match_id);
  const rest = await readRest(transaction, ids);
  await oweFrom(transaction, placeBefore(earliest), Math.max(now, rest ?? now));
  await chargeOwed(transaction, ids, now);
}

/** Applies a change to the present states, whatever its place in the history. */
export async function applyToPresent(
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRatingRow[],
): Promise<AppliedChange> {
  return writeRated(transaction, change, rateFrom(change, await presentsWithout(transaction, change, players)));
}

/** The present states, where a player whose last match was taken out goes back to the state after the match before it. */
async function presentsWithout(
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRatingRow[],
): Promise<Presents> {
  const presents = new Presents(players);
  const removed = new Set(change.removed.map((match) => match.match_id));
  const bereft = players.filter(({ last_match_id: last }) => last !== null && removed.has(last));
  if (bereft.length > 0) {
    const latest = await readLatestStates(
      transaction,
      bereft.map((row) => row.player_id),
    );
    for (const row of latest) presents.replace(row);
  }
  return presents;
}

/** Whether the run under way has yet to come to the place of the change, and so settles it on its way. */
function isAhead(change: HistoryChange, { run }: LedgerState): boolean {
  const earliest = earliestPlace([...change.inserted, ...change.removed]);
  return run !== null && earliest !== undefined && comparePlaces(run.settled_until, earliest) < 0;
}

/** Whether a place comes after the settled part of the ledger. */
function isAfterSettled(place: LedgerPlace, { run, owed }: LedgerState): boolean {
  return [run, owed].some((part) => part !== null && comparePlaces(part.settled_until, place) < 0);
}
