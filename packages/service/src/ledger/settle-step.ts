import type { Database, Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { logChanges } from '../events/log-store.ts';
import { claimLease, releaseLease } from '../runtime/leases-store.ts';
import { ratingChange } from './append.ts';
import {
  readLedgerBlock,
  readPlayersEnding,
  removeOrphanedRows,
  writeLedgerBlock,
  writeMovedRatings,
} from './blocks-store.ts';
import { throughGate } from './gate-store.ts';
import { comparePlaces } from './places.ts';
import { ratedMatch } from './rated-match.ts';
import { readRatedWithin } from './rated-matches-store.ts';
import { lockPlayerRatings, type PlayerRating, readStatesUntil } from './ratings-store.ts';
import type { SettlerMemory } from './settler-memory.ts';
import {
  advanceRun,
  END_OF_HISTORY,
  endRun,
  type LedgerPlace,
  type LedgerState,
  lockLedgerState,
  readLedgerState,
} from './state-store.ts';
import { replayNext } from './states.ts';
import type { LedgerRow, RatedMatch } from './store.ts';
import { isSameState, type PlayerState } from './stored-states.ts';

/** The last step of a run holds the gate alone; it takes no more matches than this. */
const LAST_STEP_MAX = 256;

/** What happened to a run, for the log. */
export type RunEvent =
  | { readonly what: 'begun'; readonly run: number; readonly after: LedgerPlace }
  /** Another process has begun the run, or worked on it until its lease ended. */
  | { readonly what: 'taken over'; readonly run: number; readonly matches_read: number }
  | {
      readonly what: 'ended';
      readonly run: number;
      readonly matches_read: number;
      readonly matches_changed: number;
      /** How long all its steps took. */
      readonly elapsedMs: number;
    };

/** One node's part in settling. */
export interface Settler {
  /** This node, as the lease names it. */
  readonly id: string;
  readonly memory: SettlerMemory;
  /** Whether the next step holds the gate alone: the last one found less than it could take, or was disturbed. */
  isNextAlone: boolean;
  /** The number of the last run that it has begun or worked on; null before the first. */
  run: number | null;
  /** Receives what happened to a run, after the commit. */
  readonly onRun: (event: RunEvent) => void;
}

/** What a step did: settled that many matches, perhaps the last ones of the run; or nothing, because there is no run or another node works on it. */
export type StepResult =
  | { readonly status: 'settled'; readonly matches: number; readonly isRunOver: boolean }
  | { readonly status: 'idle' | 'busy' };

type Run = NonNullable<LedgerState['run']>;

/**
 * Settles the next matches of the run under way, at most `limit`, in one transaction: reads them in order, rates them from
 * the exact states at the run's position, writes those that differ in a bit, and moves the present rating of each player
 * whose last match is among them. Appending submissions go on meanwhile; only one whose player is being moved waits until
 * this transaction ends. The last few matches are settled with the gate held alone, so that no match is missed
 * (docs/decisions/0007).
 */
export async function settleStep(database: Database, settler: Settler, limit: number): Promise<StepResult> {
  const { id, memory, isNextAlone } = settler;
  const begunAt = performance.now();
  // Without a lock first: a lock is a write, which an idle node would make several times a second.
  if ((await readLedgerState(database)).run === null) return { status: 'idle' };
  const stepLimit = isNextAlone ? Math.min(limit, LAST_STEP_MAX) : limit;
  const gate = isNextAlone ? 'exclusive' : 'shared';
  const done = await throughGate(database, gate, async (transaction): Promise<DoneStep | 'idle' | 'busy'> => {
    const { run, model_version: model } = await lockLedgerState(transaction);
    if (run === null || model !== MODEL_VERSION) return 'idle';
    if (!(await claimLease(transaction, 'settlement', id))) return 'busy';
    memory.open(run.number, run.position);
    const stretch = await readStretch(transaction, memory, run, stepLimit, isNextAlone);
    const matches = stretch?.block.length ?? 0;
    const changed = stretch === null ? 0 : await settleStretch(transaction, memory, run, stretch);
    const isRunOver = isNextAlone && stretch !== null && matches < stepLimit;
    const counts = { read: matches, changed, ms: performance.now() - begunAt };
    if (isRunOver) {
      await endRun(transaction, counts);
      await releaseLease(transaction, 'settlement', id);
    } else {
      const position = placeOf(stretch?.block.at(-1)) ?? run.position;
      await advanceRun(transaction, position, counts);
      memory.close(run.number, position);
    }
    return { result: { status: 'settled', matches, isRunOver }, run, changed, ms: counts.ms };
  });
  settler.isNextAlone = typeof done === 'object' && !done.result.isRunOver && done.result.matches < stepLimit;
  if (typeof done === 'string') return { status: done };
  report(settler, done);
  return done.result;
}

/** A step that is committed. */
interface DoneStep {
  readonly result: StepResult & { readonly status: 'settled' };
  /** As it was before the step. */
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

/** The next stretch of the history with what is needed to settle it. */
interface Stretch {
  readonly block: readonly RatedMatch[];
  /** The same block as the ledger holds it; null in a rebuild, which reads the matches instead. */
  readonly stored: readonly LedgerRow[] | null;
  /** The last place of the block, or the end of the history if the run ends here. */
  readonly end: LedgerPlace;
  /** The current ratings, locked, of the players whose last match may be in the block. */
  readonly current: ReadonlyMap<string, PlayerRating>;
}

/**
 * Reads the next stretch, and locks the current ratings that it will move. A submission that was under way may have
 * appended a match to the stretch, rated from a rating that is about to move. It had locked that rating, so once the rating
 * is locked here the submission is committed and its change is in the log. Then another step reads the stretch again: to lock
 * more ratings now would break their order.
 * @returns null if the stretch has changed since it was read
 */
async function readStretch(
  transaction: Transaction,
  memory: SettlerMemory,
  run: Run,
  limit: number,
  isAlone: boolean,
): Promise<Stretch | null> {
  memory.forget(await memory.followLog(transaction));
  const stored = run.is_rebuild ? null : await readLedgerBlock(transaction, run.position, limit);
  const block = stored ?? (await readRatedWithin(transaction, run.position, END_OF_HISTORY, limit)).map(ratedMatch);
  const players = [...new Set(block.flatMap((match) => match.player_ids))];
  const unknown = players.filter((id) => !memory.knows(id));
  if (unknown.length > 0) memory.learn(await readStatesUntil(transaction, unknown, run.position));
  const last = placeOf(block.at(-1)) ?? run.position;
  const ending = run.is_rebuild ? await readPlayersEnding(transaction, players, last) : playersEndingIn(block, memory);
  const current = await lockPlayerRatings(transaction, ending.sort());
  const changes = await memory.followLog(transaction);
  // Later matches change no state in the block, and their players are met again further on.
  const isDisturbed = changes.some((change) => comparePlaces(change, last) <= 0);
  if (isDisturbed) {
    memory.forget(changes);
    return null;
  }
  return {
    block,
    stored,
    end: isAlone && block.length < limit ? END_OF_HISTORY : last,
    current: new Map(current.map((rating) => [rating.player_id, rating])),
  };
}

/** The players who may have their last rated match in the block: all who do, and some who have played again since. */
function playersEndingIn(block: readonly RatedMatch[], memory: SettlerMemory): string[] {
  const lastMatches = new Map<string, RatedMatch>();
  for (const match of block) for (const id of match.player_ids) lastMatches.set(id, match);
  return [...lastMatches].flatMap(([id, match]) => {
    const last = memory.lastPlaceOf(id);
    return last === null || comparePlaces(last, match) <= 0 ? [id] : [];
  });
}

const placeOf = (match: LedgerPlace | undefined): LedgerPlace | undefined =>
  match && { played_at: match.played_at, match_id: match.match_id };

/** Rates a stretch and writes what differs. @returns how many rows of the ledger were changed. */
async function settleStretch(
  transaction: Transaction,
  memory: SettlerMemory,
  run: Run,
  { block, stored, end, current }: Stretch,
): Promise<number> {
  const orphaned = stored === null ? await removeOrphanedRows(transaction, run.position, end) : 0;
  const last = placeOf(block.at(-1));
  if (last === undefined) return orphaned;
  const rated = replayNext(memory.players, block);
  const changed = stored === null ? rated : rated.filter((row, index) => !isSameRow(row, stored[index]));
  const written = await writeLedgerBlock(transaction, MODEL_VERSION, changed);
  // A rebuild asks again, since a player may have played on before the rating was locked.
  const ending = stored === null ? await readPlayersEnding(transaction, [...current.keys()], last) : current.keys();
  const moved = lastStatesOf(rated, new Set(ending)).flatMap(({ player_id, row, state }): PlayerRating[] => {
    const old = current.get(player_id);
    const match = rated[row];
    if (old === undefined || match === undefined) return [];
    if (stored !== null) {
      const isRight = isSameState(old.state, state) && stored[row]?.model_version === MODEL_VERSION;
      if (old.last_match_id !== match.match_id || isRight) return [];
    }
    return [{ player_id, state, last_match_id: match.match_id, version: old.version + 1 }];
  });
  await moveRatings(transaction, current, moved);
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

/** The state of each of these players after the last row that the player is in. */
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

/** Writes current ratings that a settlement moves, and logs whose score has changed by that. */
async function moveRatings(
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
