import { MODEL_VERSION } from '../../rating/index.ts';
import type { Database, Transaction } from '../../store/engine/database.ts';
import { throughGate } from '../../store/ledger/gate.ts';
import type { LedgerBlock } from '../../store/ledger/ledger-arrays.ts';
import {
  readLedgerBlock,
  readStatesUntil,
  writeLedgerStates,
  writePlayerStates,
} from '../../store/ledger/ledger-blocks.ts';
import {
  advanceRun,
  finishRun,
  type LedgerPlace,
  type LedgerState,
  lockLedgerState,
  readLedgerState,
} from '../../store/ledger/ledger-state.ts';
import { lockPlayerRatings, type PlayerRatingRow } from '../../store/ledger/ratings.ts';
import { restUntil, type SettlementNotice, takeNotices } from '../../store/ledger/settlement.ts';
import { comparePlaces } from '../ratings/index.ts';
import type { SettlerMemory } from './memory.ts';
import { changedRows, pickPlaces, type RatedBlock, rateLedgerBlock, storedRows } from './rate-block.ts';
import type { RunEvent } from './run-event.ts';

/** How long a settler that stopped without a word keeps the others from going on. */
const LEASE_MS = 5_000;

/** After a run its partners rest this many times as long as it took: they get at most a tenth of the time. */
const REST_PER_RUN = 9;

/** The last step of a run has the gate to itself; it takes no more matches than this. */
const LAST_STEP_MAX = 256;

/** One node's part in settling. */
export interface Settler {
  /** This node, as the lease names it. */
  readonly id: string;
  readonly memory: SettlerMemory;
  /** Whether the next step has the gate to itself: the last one found less than it could take, so little is left, or was disturbed. */
  isNextAlone: boolean;
  /** The number of the last run that it has begun or been at work on; null before the first. */
  run: number | null;
  /** Is told of a run once what happened to it is committed. */
  readonly onRun: (event: RunEvent) => void;
}

/** What a step did: settled that many matches, the last ones of the run perhaps; or nothing, since there is no run or another node's. */
export type StepResult =
  | { readonly status: 'settled'; readonly matches: number; readonly isRunOver: boolean }
  | { readonly status: 'idle' | 'busy' };

/**
 * Settles the next matches of the run under way, at most `limit`, in one transaction: reads them in order, rates them
 * from the exact states at the end of the settled part, writes those of which a bit differs, and moves the present
 * rating of each player whose last match is among them. Appending submissions go on meanwhile; only one whose player is
 * being moved waits until this transaction ends. The last few matches are settled with the gate held alone, so that none
 * is left under way (docs/decisions/0007).
 */
export async function settleStep(
  database: Database,
  settler: Settler,
  limit: number,
  now: number,
): Promise<StepResult> {
  const { id, memory, isNextAlone } = settler;
  // Looked at without a lock first: a lock is a write, which an idle node would make several times a second.
  if ((await readLedgerState(database)).run === null) return { status: 'idle' };
  const stepLimit = isNextAlone ? Math.min(limit, LAST_STEP_MAX) : limit;
  const gate = isNextAlone ? 'exclusive' : 'shared';
  const done = await throughGate(database, gate, async (transaction): Promise<DoneStep | 'idle' | 'busy'> => {
    const { run, lease, model_version: model } = await lockLedgerState(transaction);
    if (run === null || model !== MODEL_VERSION) return 'idle';
    const isMine = lease?.settler === id;
    if (lease !== null && !isMine && lease.until > now) return 'busy';
    memory.open(isMine ? run.number : null, run.settled_until);
    const steady = await readSteady(transaction, memory, run.settled_until, stepLimit);
    const { block } = steady;
    const changed = steady.isDisturbed ? 0 : await settleBlock(transaction, memory, steady);
    const matches = steady.isDisturbed ? 0 : block.count;
    const isRunOver = isNextAlone && !steady.isDisturbed && block.count < stepLimit;
    if (isRunOver) await endRun(transaction, run, { read: matches, changed }, now);
    else {
      const place = matches === 0 ? run.settled_until : placeOf(block, matches - 1);
      await advanceRun(transaction, place, { read: matches, changed }, { settler: id, until: now + LEASE_MS });
      memory.close(run.number, place);
    }
    const isTakenOver = !isMine && (lease !== null || settler.run !== run.number);
    return { result: { status: 'settled', matches, isRunOver }, run, changed, isTakenOver };
  });
  settler.isNextAlone = typeof done === 'object' && !done.result.isRunOver && done.result.matches < stepLimit;
  if (typeof done === 'string') return { status: done };
  tell(settler, done, now);
  return done.result;
}

/** A step that is committed. */
interface DoneStep {
  readonly result: StepResult & { readonly status: 'settled' };
  /** As it was before the step. */
  readonly run: NonNullable<LedgerState['run']>;
  readonly changed: number;
  /** Another process has begun the run, or was at work on it. */
  readonly isTakenOver: boolean;
}

function tell(settler: Settler, { result, run, changed, isTakenOver }: DoneStep, now: number): void {
  settler.run = run.number;
  if (isTakenOver) settler.onRun({ what: 'taken over', run: run.number, matches_read: run.matches_read });
  if (!result.isRunOver) return;
  settler.onRun({
    what: 'ended',
    run: run.number,
    matches_read: run.matches_read + result.matches,
    matches_changed: run.matches_changed + changed,
    elapsedMs: now - run.started_at,
  });
}

async function endRun(
  transaction: Transaction,
  run: NonNullable<LedgerState['run']>,
  counts: { readonly read: number; readonly changed: number },
  now: number,
): Promise<void> {
  await finishRun(transaction, counts);
  await restUntil(transaction, now + REST_PER_RUN * (now - run.started_at));
}

interface Steady {
  readonly block: LedgerBlock;
  /** The present ratings, held, of the players whose last match is in the block. */
  readonly present: ReadonlyMap<string, PlayerRatingRow>;
  /** The block is not what it was when it was read: it has to be read again. */
  readonly isDisturbed: boolean;
}

/**
 * Reads the next block, and holds the present ratings that it will move. A submission that was under way may have
 * appended a match into the block from a rating that is about to move: it held that rating, so it is done once the rating
 * is held here, and its notice is there. The block is read again then, in another step: to hold more ratings on top of
 * those would be out of their order.
 */
async function readSteady(
  transaction: Transaction,
  memory: SettlerMemory,
  settledUntil: LedgerPlace,
  limit: number,
): Promise<Steady> {
  heed(memory, await takeNotices(transaction));
  const block = await readLedgerBlock(transaction, settledUntil, limit);
  const unknown = [...new Set(block.player_ids)].filter((id) => !memory.knows(id));
  if (unknown.length > 0) memory.learn(await readStatesUntil(transaction, unknown, settledUntil));
  const present = await lockPlayerRatings(transaction, playersEndingIn(block, memory).sort());
  const notices = await takeNotices(transaction);
  const end = block.count === 0 ? settledUntil : placeOf(block, block.count - 1);
  const isDisturbed = notices.some((notice) => comparePlaces(notice, end) <= 0);
  // Matches after the block change no state in it; whoever plays them is met again further on.
  if (isDisturbed) heed(memory, notices);
  return { block, present: new Map(present.map((row) => [row.player_id, row])), isDisturbed };
}

/** Forgets the players of matches that were appended before the settler's place, or taken out after it. */
function heed(memory: SettlerMemory, notices: readonly SettlementNotice[]): void {
  for (const { player_ids: ids } of notices) memory.forget(ids);
}

/** The players who may have their last rated match in the block: all who do, and some who have played again since. */
function playersEndingIn(block: LedgerBlock, memory: SettlerMemory): string[] {
  const ending: string[] = [];
  for (const [id, row] of lastRows(block)) {
    const [index = -1] = memory.indicesOf([id]);
    const last = memory.lastPlaceOf(index);
    if (last === null || comparePlaces(last, placeOf(block, row)) <= 0) ending.push(id);
  }
  return ending;
}

/** Each player's last row in the block. */
function lastRows(block: LedgerBlock): Map<string, number> {
  const rows = new Map<string, number>();
  for (let place = 0; place < block.player_ids.length; place += 1) rows.set(block.player_ids[place] ?? '', place >> 2);
  return rows;
}

function placeOf(block: LedgerBlock, row: number): LedgerPlace {
  return { played_at: block.played_at[row] ?? Number.NaN, match_id: block.match_ids[row] ?? '' };
}

/** Rates a block and writes what differs. @returns how many matches did. */
async function settleBlock(
  transaction: Transaction,
  memory: SettlerMemory,
  { block, present }: Steady,
): Promise<number> {
  if (block.count === 0) return 0;
  const rated = rateLedgerBlock(memory.ratings, block, memory.indicesOf(block.player_ids));
  const changed = changedRows(block, rated);
  const ids = changed.map((row) => block.match_ids[row] ?? '');
  await writeLedgerStates(transaction, ids, MODEL_VERSION, storedRows(rated, changed));
  await movePlayers(transaction, block, rated, present);
  return changed.length;
}

/** Moves the present ratings of those whose last rated match is in the block and who are not there yet. */
async function movePlayers(
  transaction: Transaction,
  block: LedgerBlock,
  { after }: RatedBlock,
  present: ReadonlyMap<string, PlayerRatingRow>,
): Promise<void> {
  const places: number[] = [];
  for (let place = block.player_ids.length - 1; place >= 0; place -= 1) {
    const row = present.get(block.player_ids[place] ?? '');
    if (row === undefined || row.last_match_id !== block.match_ids[place >> 2]) continue;
    const isThere =
      block.is_of_other_model[place >> 2] === 0 &&
      Object.is(row.mean, after.mean[place]) &&
      Object.is(row.variance, after.variance[place]) &&
      Object.is(row.shown, after.shown[place]) &&
      row.last_played_at === after.at[place] &&
      row.matches_played === after.played[place];
    if (!isThere) places.push(place);
  }
  await writePlayerStates(transaction, MODEL_VERSION, {
    ...pickPlaces(after, places),
    player_ids: places.map((place) => block.player_ids[place] ?? ''),
    last_match_ids: places.map((place) => block.match_ids[place >> 2] ?? ''),
  });
}
