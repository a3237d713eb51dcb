import { MODEL_VERSION } from '../../rating/index.ts';
import type { Transaction } from '../../store/database.ts';
import type { GateMode } from '../../store/gate.ts';
import { holdMatches } from '../../store/held-matches.ts';
import { type LedgerRow, writeRatings } from '../../store/ledger.ts';
import { type LedgerState, oweFrom, readLedgerState } from '../../store/ledger-state.ts';
import {
  lockPlayerRatings,
  type PlayerRatingRow,
  readLatestStates,
  readPlayerRatings,
  touchPlayerRatings,
} from '../../store/ratings.ts';
import { chargeOwed, findMatchesOfResting, findRestingPartners, readRest } from '../../store/settlement.ts';
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
import { readClosure } from './closure.ts';
import { HistoryGateNeeded } from './history-gate.ts';
import { Presents, presentRow } from './present.ts';

/**
 * The most matches that a change may reach to be settled within its request: about 30 ms of reading, folding and writing
 * on PostgreSQL, while which nobody else passes the gate.
 */
export const CLOSURE_MAX = 300;

/** What a change did to the matches that it brought in. */
export interface AppliedChange {
  /** Their rows in the ledger, by match id; for a match that waits for its partner's turn, the provisional one. */
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** Those of them whose ratings a settlement will still change. */
  readonly unsettled: ReadonlySet<string>;
}

const NOTHING: AppliedChange = { rows: new Map(), unsettled: new Set() };

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
  if (change.inserted.length === 0 && change.removed.length === 0) return NOTHING;
  const players = await lockPlayerRatings(transaction, playersOf(change));
  const presents = new Presents(players);
  if (isAppended(change, presents)) return write(transaction, change, append(change, presents));
  if (gate === 'shared') throw new HistoryGateNeeded(lateOf(change, presents));
  const state = await readLedgerState(transaction);
  checkModel(state.model_version);
  const replayed = await replayWithin(transaction, change, players, state, context.closureMax ?? CLOSURE_MAX);
  if (replayed === null) return defer(context, transaction, change, players, state);
  const applied = await write(transaction, change, replayed);
  await touchPlayerRatings(transaction, unmovedOf(change, replayed));
  return applied;
}

/** Matches that come after everything their players have played, as {@link rateAppended} has rated them. */
export interface Appended {
  readonly change: HistoryChange;
  readonly rated: Rated;
}

/**
 * The fast path of {@link applyHistoryChange} in two steps, of which only the second needs the database.
 * @param players the ratings of all their players, which the caller has locked; one that comes twice is the same.
 * @throws {HistoryGateNeeded} when a match does not come after everything its players have played.
 */
export function rateAppended(inserted: readonly RatedMatch[], players: readonly PlayerRatingRow[]): Appended {
  const change = { inserted, removed: [] };
  const rated = new Set(playersOf(change));
  const presents = new Presents(players.filter((row) => rated.has(row.player_id)));
  if (!isAppended(change, presents)) throw new HistoryGateNeeded(lateOf(change, presents));
  return { change, rated: append(change, presents) };
}

/**
 * Writes it, in one round trip: the statements are asked for before this returns.
 * @param touched players, locked as well, whose completed matches have changed without being rated.
 */
export async function writeAppended(
  transaction: Transaction,
  { change, rated }: Appended,
  touched: readonly string[],
): Promise<AppliedChange> {
  const [applied] = await Promise.all([
    change.inserted.length === 0 ? NOTHING : write(transaction, change, rated),
    touchPlayerRatings(transaction, touched),
  ]);
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
  if (inserted.length === 0) return NOTHING;
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
  const { rows } = replayed ?? append(change, presents);
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

/** Matches that were rated from the present states of their players, and those states as they are after them. */
interface Rated {
  readonly rows: readonly LedgerRow[];
  readonly ratings: readonly PlayerRatingRow[];
}

async function write(
  transaction: Transaction,
  change: HistoryChange,
  { rows, ratings }: Rated,
): Promise<AppliedChange> {
  const ids = change.inserted.map((match) => match.match_id);
  const written = await writeRatings(transaction, MODEL_VERSION, rows, ratings, ids);
  if (written === 'other model') throw new Problem('not_ready');
  const unsettled = written.filter((row) => row.is_unsettled).map((row) => row.match_id);
  return { rows: insertedRows(change, rows), unsettled: new Set(unsettled) };
}

/**
 * A node with another model than the ledger's must not add to it: an old node after a new model has taken over, or a new
 * one before.
 * @throws {Problem} `not_ready`.
 */
function checkModel(serving: string): void {
  if (serving !== MODEL_VERSION) throw new Problem('not_ready');
}

/** The players of the change, each once, in the order in which their rows are locked. */
function playersOf({ inserted, removed }: HistoryChange): string[] {
  return [...new Set([...inserted, ...removed].flatMap((match) => match.player_ids))].sort();
}

function insertedRows({ inserted }: HistoryChange, rows: readonly LedgerRow[]): Map<string, LedgerRow> {
  const ids = new Set(inserted.map((match) => match.match_id));
  return new Map(rows.filter((row) => ids.has(row.match_id)).map((row) => [row.match_id, row]));
}

/** Whether every match of the change comes after all that its players have played so far. */
function isAppended({ inserted, removed }: HistoryChange, presents: Presents): boolean {
  return removed.length === 0 && inserted.every((match) => presents.areBefore(match));
}

function lateOf({ inserted }: HistoryChange, presents: Presents): Set<string> {
  return new Set(inserted.filter((match) => !presents.areBefore(match)).map((match) => match.match_id));
}

/** The fast path, and the provisional one: each match, in history order, is rated from its players' present states. */
function append({ inserted }: HistoryChange, presents: Presents): Rated {
  const rows = [...inserted].sort(comparePlaces).map((match) => presents.apply(match));
  return { rows, ratings: presents.rows() };
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
  const applied = isMoving ? await write(transaction, entering, append(entering, presents)) : NOTHING;
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
  return write(transaction, change, append(change, await presentsWithout(transaction, change, players)));
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
