import { MODEL_VERSION } from '../../rating/index.ts';
import type { Database, Transaction } from '../../store/engine/database.ts';
import { logChanges, type RatingChange } from '../../store/events/change-log.ts';
import { claimLease, releaseLease } from '../../store/leases.ts';
import { throughGate } from '../../store/ledger/gate.ts';
import type { LedgerBlock, LedgerInputs } from '../../store/ledger/ledger-arrays.ts';
import {
  readLedgerBlock,
  readPlayersEnding,
  readStatesUntil,
  removeOrphanedRows,
  writeLedgerRows,
  writeLedgerStates,
  writePlayerStates,
} from '../../store/ledger/ledger-blocks.ts';
import { ledgerInputsOf } from '../../store/ledger/ledger-rows.ts';
import {
  advanceRun,
  endRun,
  type LedgerPlace,
  type LedgerState,
  lockLedgerState,
  readLedgerState,
} from '../../store/ledger/ledger-state.ts';
import { readRatedWithin } from '../../store/ledger/rated-matches.ts';
import { lockPlayerRatings, type VersionedRating } from '../../store/ledger/ratings.ts';
import { comparePlaces, END_OF_HISTORY } from './places.ts';
import { changedRows, pickPlaces, type RatedBlock, rateLedgerBlock, storedRows, storedStates } from './rate-block.ts';
import { ratedMatch } from './rated-match.ts';
import { ratingChange } from './rating-changes.ts';
import type { SettlerMemory } from './settler-memory.ts';

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
    const matches = stretch.isDisturbed ? 0 : stretch.block.count;
    const changed = stretch.isDisturbed ? 0 : await settleStretch(transaction, memory, run, stretch);
    const isRunOver = isNextAlone && !stretch.isDisturbed && stretch.block.count < stepLimit;
    const counts = { read: matches, changed, ms: performance.now() - begunAt };
    if (isRunOver) {
      await endRun(transaction, counts);
      await releaseLease(transaction, 'settlement', id);
    } else {
      const position = matches === 0 ? run.position : placeOf(stretch.block, matches - 1);
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
  readonly block: LedgerInputs;
  /** The same block as the ledger holds it; null in a rebuild, which reads the matches instead. */
  readonly stored: LedgerBlock | null;
  /** The last place of the block, or the end of the history if the run ends here. */
  readonly end: LedgerPlace;
  /** The present ratings, locked, of the players whose last match may be in the block. */
  readonly present: ReadonlyMap<string, VersionedRating>;
  /** The stretch has changed since it was read: it has to be read again. */
  readonly isDisturbed: boolean;
}

/**
 * Reads the next stretch, and locks the present ratings that it will move. A submission that was under way may have
 * appended a match to the stretch, rated from a rating that is about to move. It had locked that rating, so once the rating
 * is locked here the submission is committed and its change is in the log. Then another step reads the stretch again: to lock
 * more ratings now would break their order.
 */
async function readStretch(
  transaction: Transaction,
  memory: SettlerMemory,
  run: Run,
  limit: number,
  isAlone: boolean,
): Promise<Stretch> {
  memory.forget(await memory.followLog(transaction));
  const stored = run.is_rebuild ? null : await readLedgerBlock(transaction, run.position, limit);
  const block = stored ?? (await readMatchBlock(transaction, run.position, limit));
  const unknown = [...new Set(block.player_ids)].filter((id) => !memory.knows(id));
  if (unknown.length > 0) memory.learn(await readStatesUntil(transaction, unknown, run.position));
  const last = block.count === 0 ? run.position : placeOf(block, block.count - 1);
  const ending = run.is_rebuild
    ? await readPlayersEnding(transaction, [...new Set(block.player_ids)], last)
    : playersEndingIn(block, memory);
  const present = await lockPlayerRatings(transaction, ending.sort());
  const changes = await memory.followLog(transaction);
  const isDisturbed = changes.some((change) => comparePlaces(change, last) <= 0);
  // Later matches change no state in the block, and their players are met again further on.
  if (isDisturbed) memory.forget(changes);
  return {
    block,
    stored,
    end: isAlone && block.count < limit ? END_OF_HISTORY : last,
    present: new Map(present.map((row) => [row.player_id, row])),
    isDisturbed,
  };
}

async function readMatchBlock(transaction: Transaction, after: LedgerPlace, limit: number): Promise<LedgerInputs> {
  return ledgerInputsOf((await readRatedWithin(transaction, after, END_OF_HISTORY, limit)).map(ratedMatch));
}

/** The players who may have their last rated match in the block: all who do, and some who have played again since. */
function playersEndingIn(block: LedgerInputs, memory: SettlerMemory): string[] {
  const lastRows = new Map<string, number>();
  for (const [place, id] of block.player_ids.entries()) lastRows.set(id, place >> 2);
  return [...lastRows].flatMap(([id, row]) => {
    const last = memory.lastPlaceOf(id);
    return last === null || comparePlaces(last, placeOf(block, row)) <= 0 ? [id] : [];
  });
}

function placeOf(block: LedgerInputs, row: number): LedgerPlace {
  return { played_at: block.played_at[row] ?? Number.NaN, match_id: block.match_ids[row] ?? '' };
}

/** Rates a stretch and writes what differs. @returns how many rows of the ledger were changed. */
async function settleStretch(
  transaction: Transaction,
  memory: SettlerMemory,
  run: Run,
  stretch: Stretch,
): Promise<number> {
  const { block, stored, end, present } = stretch;
  const orphaned = stored === null ? await removeOrphanedRows(transaction, run.position, end) : 0;
  if (block.count === 0) return orphaned;
  const rated = rateLedgerBlock(memory.ratings, block, memory.indicesOf(block.player_ids));
  if (stored === null) {
    const written = await writeLedgerRows(transaction, MODEL_VERSION, block, storedStates(rated));
    // Asked again, since a player may have played on before the rating was locked.
    const ending = await readPlayersEnding(transaction, [...present.keys()], placeOf(block, block.count - 1));
    await movePlayers(transaction, stretch, rated, lastPlacesOf(block, new Set(ending)));
    return orphaned + written;
  }
  const changed = changedRows(stored, rated);
  const ids = changed.map((row) => block.match_ids[row] ?? '');
  await writeLedgerStates(transaction, ids, MODEL_VERSION, storedRows(rated, changed));
  const places = [...lastPlacesOf(block, new Set(present.keys()))].filter((place) => {
    const row = present.get(block.player_ids[place] ?? '');
    if (row === undefined || row.last_match_id !== block.match_ids[place >> 2]) return false;
    return stored.is_of_other_model[place >> 2] === 1 || !isStateAt(row, rated, place);
  });
  await movePlayers(transaction, stretch, rated, places);
  return changed.length;
}

/** The place of each of these players in the block: four a row, of the last row that a player is in. */
function lastPlacesOf(block: LedgerInputs, playerIds: Set<string>): number[] {
  const places: number[] = [];
  for (let place = block.player_ids.length - 1; place >= 0; place -= 1) {
    if (playerIds.delete(block.player_ids[place] ?? '')) places.push(place);
  }
  return places;
}

function isStateAt(row: VersionedRating, { after }: RatedBlock, place: number): boolean {
  return (
    Object.is(row.mean, after.mean[place]) &&
    Object.is(row.variance, after.variance[place]) &&
    Object.is(row.shown, after.shown[place]) &&
    row.last_played_at === after.at[place] &&
    row.matches_played === after.played[place]
  );
}

/** Moves the present ratings of players to the states after these places of a block, and logs whose score has changed by that. */
async function movePlayers(
  transaction: Transaction,
  { block, present }: Stretch,
  { after }: RatedBlock,
  places: readonly number[],
): Promise<void> {
  const changes = places.flatMap((place): RatingChange[] => {
    const before = present.get(block.player_ids[place] ?? '');
    const change = before && ratingChange(before, { shown: after.shown[place] ?? null });
    return change === undefined || change.score_before === change.score_after ? [] : [change];
  });
  await writePlayerStates(transaction, MODEL_VERSION, {
    ...pickPlaces(after, places),
    player_ids: places.map((place) => block.player_ids[place] ?? ''),
    last_match_ids: places.map((place) => block.match_ids[place >> 2] ?? ''),
  });
  await logChanges(transaction, [], changes);
}
