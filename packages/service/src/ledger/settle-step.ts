import type { Database, Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { logChanges } from '../events/log-store.ts';
import type { LedgerRow, RatedMatch } from '../history/ledger-store.ts';
import { comparePlaces, END_OF_HISTORY, type LedgerPlace } from '../history/place.ts';
import { ratedMatch } from '../history/rated-match.ts';
import { readRatedWithin } from '../history/rated-matches-store.ts';
import { ratingChange } from '../history/rating-change.ts';
import { lockPlayerRatings, type PlayerRating, readStatesAtPlace } from '../history/ratings-store.ts';
import { replayNext } from '../history/states.ts';
import { isSameState, type PlayerState } from '../history/stored-states.ts';
import { claimLease, releaseLease } from '../runtime/leases-store.ts';
import {
  readLedgerBlock,
  readPlayersWithoutLater,
  removeOrphanedRows,
  writeLedgerBlock,
  writeMovedRatings,
} from './blocks-store.ts';
import { readMissedChanges } from './changes-store.ts';
import { throughGate } from './gate-store.ts';
import type { SettlerMemory } from './settler-memory.ts';
import { advanceRun, endRun, type LedgerState, lockLedgerState, readLedgerState } from './state-store.ts';

/** The most matches in the last step of a run, which holds the gate exclusively. */
const LAST_STEP_MAX = 256;

/** A step in the life of a run, for the log. */
export type RunEvent =
  | { readonly what: 'begun'; readonly run: number; readonly after: LedgerPlace }
  /** This process continues a run of another process. */
  | { readonly what: 'taken over'; readonly run: number; readonly matches_read: number }
  | {
      readonly what: 'ended';
      readonly run: number;
      readonly matches_read: number;
      readonly matches_changed: number;
      /** The duration of all its steps together. */
      readonly elapsedMs: number;
    };

/** The settler of one node. */
export interface Settler {
  /** Identifies this node in the lease. */
  readonly id: string;
  readonly memory: SettlerMemory;
  /** Whether the next step holds the gate exclusively: the last step settled fewer matches than its limit. */
  isNextExclusive: boolean;
  /** The number of the last run that this node began or took over; null before the first. */
  run: number | null;
  /** Called after the commit. */
  readonly onRun: (event: RunEvent) => void;
}

/**
 * The result of a step. `idle`: no run is under way, or this node has another model than the ledger. `busy`: another node has
 * the lease.
 */
export type StepResult =
  | { readonly status: 'settled'; readonly matches: number; readonly isRunOver: boolean }
  | { readonly status: 'idle' | 'busy' };

type Run = NonNullable<LedgerState['run']>;

/**
 * Settles the next matches of the current run, at most `limit`, in one transaction. It reads them in order and rates them from
 * the exact states at the run's position. Then it writes the rows that differ in any bit, and the current rating of each
 * player whose last match is among them.
 *
 * Appending submissions continue. One waits for this transaction only if a rating of its players is locked here. The last step
 * holds the gate exclusively, so that no match is missed (docs/ledger.md).
 */
export async function settleStep(database: Database, settler: Settler, limit: number): Promise<StepResult> {
  const { id, memory, isNextExclusive } = settler;
  const begunAt = performance.now();
  // Read without a lock first: a row lock is a write, and an idle node would write several times a second.
  if ((await readLedgerState(database)).run === null) return { status: 'idle' };
  const stepLimit = isNextExclusive ? Math.min(limit, LAST_STEP_MAX) : limit;
  const gate = isNextExclusive ? 'exclusive' : 'shared';
  const done = await throughGate(database, gate, async (transaction): Promise<DoneStep | 'idle' | 'busy'> => {
    const { run, model_version: model } = await lockLedgerState(transaction);
    if (run === null || model !== MODEL_VERSION) return 'idle';
    if (!(await claimLease(transaction, 'settlement', id))) return 'busy';
    memory.open(run.number, run.position);
    const locked = await lockNextBlock(transaction, memory, run, stepLimit, isNextExclusive);
    const matches = locked?.matches.length ?? 0;
    const changed = locked === null ? 0 : await settleBlock(transaction, memory, run, locked);
    const isRunOver = isNextExclusive && locked !== null && matches < stepLimit;
    const counts = { read: matches, changed, ms: performance.now() - begunAt };
    if (isRunOver) {
      await endRun(transaction, counts);
      await releaseLease(transaction, 'settlement', id);
    } else {
      const position = placeOf(locked?.matches.at(-1)) ?? run.position;
      await advanceRun(transaction, position, counts);
      memory.close(run.number, position);
    }
    return { result: { status: 'settled', matches, isRunOver }, run, changed, ms: counts.ms };
  });
  settler.isNextExclusive = typeof done === 'object' && !done.result.isRunOver && done.result.matches < stepLimit;
  if (typeof done === 'string') return { status: done };
  report(settler, done);
  return done.result;
}

/** A committed step. */
interface DoneStep {
  readonly result: StepResult & { readonly status: 'settled' };
  /** The run before the step. */
  readonly run: Run;
  readonly changed: number;
  readonly ms: number;
}

function report(settler: Settler, { result, run, changed, ms }: DoneStep): void {
  const isTakenOver = settler.run !== run.number;
  settler.run = run.number;
  if (isTakenOver) settler.onRun({ what: 'taken over', run: run.number, matches_read: run.matches_read });
  if (!result.isRunOver) return;
  settler.onRun({
    what: 'ended',
    run: run.number,
    matches_read: run.matches_read + result.matches,
    matches_changed: run.matches_changed + changed,
    elapsedMs: run.ms + ms,
  });
}

/** The next matches to settle, with the locked ratings of their players. */
interface LockedBlock {
  readonly matches: readonly RatedMatch[];
  /** The ledger rows of these matches; null in a rebuild, which does not read the ledger. */
  readonly stored: readonly LedgerRow[] | null;
  /** The last place of the block, or the end of the history if the run ends with it. */
  readonly end: LedgerPlace;
  /** The current ratings, locked, of the players whose last match may be in the block. */
  readonly current: ReadonlyMap<string, PlayerRating>;
  /** Players of a provisional change that the run misses. The next run moves their current ratings, so none loses a match. */
  readonly keepCurrent: ReadonlySet<string>;
}

/**
 * Reads the next block, and locks the current ratings that it will update.
 *
 * A concurrent submission may have appended a match to the block, rated from a rating that is about to change. The submission
 * locked that rating first. So once the rating is locked here, the submission has committed, and its change is in the log.
 * In that case this returns null, and the next step reads the block again: locking more ratings now would break the lock order.
 * @returns null if the block has changed since it was read
 */
async function lockNextBlock(
  transaction: Transaction,
  memory: SettlerMemory,
  run: Run,
  limit: number,
  isExclusive: boolean,
): Promise<LockedBlock | null> {
  const [missed, changed] = await Promise.all([
    readMissedChanges(transaction, run.number),
    memory.readNewChanges(transaction, run.number),
  ]);
  memory.forget(changed);
  const stored = run.is_rebuild ? null : await readLedgerBlock(transaction, run.position, limit);
  const block = stored ?? (await readRatedWithin(transaction, run.position, END_OF_HISTORY, limit)).map(ratedMatch);
  const players = [...new Set(block.flatMap((match) => match.player_ids))];
  const unknown = players.filter((id) => !memory.knows(id));
  if (unknown.length > 0) memory.learn(await readStatesAtPlace(transaction, unknown, run.position, missed));
  const last = placeOf(block.at(-1)) ?? run.position;
  const ending = run.is_rebuild
    ? await readPlayersWithoutLater(transaction, players, last)
    : playersLastSeenIn(block, memory);
  const current = await lockPlayerRatings(transaction, ending.sort());
  const changes = await memory.readNewChanges(transaction, run.number);
  // Matches after the block do not affect its states. The run reaches their players again later.
  const isDisturbed = changes.some((change) => comparePlaces(change, last) <= 0);
  if (isDisturbed) {
    memory.forget(changes);
    return null;
  }
  return {
    matches: block,
    stored,
    end: isExclusive && block.length < limit ? END_OF_HISTORY : last,
    current: new Map(current.map((rating) => [rating.player_id, rating])),
    keepCurrent: new Set(missed.flatMap((change) => change.player_ids)),
  };
}

/** The players whose last rated match may be in the block. Some of them may have played again since. */
function playersLastSeenIn(block: readonly RatedMatch[], memory: SettlerMemory): string[] {
  const lastMatches = new Map<string, RatedMatch>();
  for (const match of block) for (const id of match.player_ids) lastMatches.set(id, match);
  return [...lastMatches].flatMap(([id, match]) => {
    const last = memory.lastPlaceOf(id);
    return last === null || comparePlaces(last, match) <= 0 ? [id] : [];
  });
}

const placeOf = (match: LedgerPlace | undefined): LedgerPlace | undefined =>
  match && { played_at: match.played_at, match_id: match.match_id };

/** Rates a block and writes the rows that differ. @returns the number of changed ledger rows. */
async function settleBlock(
  transaction: Transaction,
  memory: SettlerMemory,
  run: Run,
  { matches: block, stored, end, current, keepCurrent }: LockedBlock,
): Promise<number> {
  const orphaned = stored === null ? await removeOrphanedRows(transaction, run.position, end) : 0;
  const last = placeOf(block.at(-1));
  if (last === undefined) return orphaned;
  const rated = replayNext(memory.players, block);
  const changed = stored === null ? rated : rated.filter((row, index) => !isSameRow(row, stored[index]));
  const written = await writeLedgerBlock(transaction, MODEL_VERSION, changed);
  // A rebuild reads this again, because a player may have played another match before the rating was locked.
  const ending =
    stored === null ? await readPlayersWithoutLater(transaction, [...current.keys()], last) : current.keys();
  const moved = lastStatesOf(rated, new Set(ending)).flatMap(({ player_id, row, state }): PlayerRating[] => {
    const old = current.get(player_id);
    const match = rated[row];
    if (old === undefined || match === undefined || keepCurrent.has(player_id)) return [];
    if (stored !== null) {
      const isRight = isSameState(old.state, state) && stored[row]?.model_version === MODEL_VERSION;
      if (old.last_match_id !== match.match_id || isRight) return [];
    }
    return [{ player_id, state, last_match_id: match.match_id, version: old.version + 1 }];
  });
  await writeCurrentRatings(transaction, current, moved);
  return orphaned + written;
}

function isSameRow(row: LedgerRow, stored: LedgerRow | undefined): boolean {
  return (
    stored !== undefined &&
    row.model_version === stored.model_version &&
    row.before.every((state, slot) => isSameState(state, stored.before[slot as 0])) &&
    row.after.every((state, slot) => isSameState(state, stored.after[slot as 0]))
  );
}

/** The state of each of these players after the player's last row. */
function lastStatesOf(
  rows: readonly LedgerRow[],
  playerIds: Set<string>,
): { readonly player_id: string; readonly row: number; readonly state: PlayerState }[] {
  const found = [];
  for (let row = rows.length - 1; row >= 0; row -= 1) {
    for (const [slot, player_id] of rows[row]?.player_ids.entries() ?? []) {
      if (playerIds.delete(player_id)) found.push({ player_id, row, state: rows[row]?.after[slot as 0] ?? null });
    }
  }
  return found;
}

/** Writes current ratings, and logs changes of scores. */
async function writeCurrentRatings(
  transaction: Transaction,
  current: ReadonlyMap<string, PlayerRating>,
  moved: readonly PlayerRating[],
): Promise<void> {
  const changes = moved.flatMap((rating) => {
    const old = current.get(rating.player_id);
    const change = old && ratingChange(old, rating.state);
    return change === undefined || change.score_before === change.score_after ? [] : [change];
  });
  await writeMovedRatings(transaction, MODEL_VERSION, moved);
  await logChanges(transaction, [], changes);
}
