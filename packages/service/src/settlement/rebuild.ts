/**
 * A rebuild derives all ratings from the matches. It sets the model of the ledger, marks every player from the beginning of the history,
 * and compares the ledger with the matches and repairs it. The wave does the rest. While it is in progress, everything counts as
 * settling, and every change is provisional.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ReplayResult } from '@bandeja/contract/ledger';
import type { Database, Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import { calibrate, calibrationView } from '../calibration/calibrate.ts';
import type { Context } from '../context.ts';
import {
  countLedger,
  inputsOf,
  type LedgerRow,
  type RatedMatch,
  readLedgerBlock,
  readLedgerRows,
  removeLedgerRows,
} from '../history/ledger-store.ts';
import { comparePlaces, END_OF_HISTORY, type LedgerPlace, START_OF_HISTORY } from '../history/place.ts';
import { ratedMatch } from '../history/rated-match.ts';
import { readRatedByIds, readRatedWithin } from '../history/rated-matches-store.ts';
import { lockPlayerRatings, type PlayerRating } from '../history/ratings-store.ts';
import { rateForLedger } from '../history/states.ts';
import { BY_REBUILD } from '../ledger/conditions-store.ts';
import { noteUnsettledChange } from '../ledger/guards-store.ts';
import type { ProgressOptions } from '../runtime/progress.ts';
import { readSettlementProgress, writeMarks } from './marks-store.ts';
import {
  addMissingHistories,
  adoptModelIfEmpty,
  advanceRebuild,
  beginRebuild,
  endRebuild,
  lockRebuild,
  type RebuildProgress,
  readNextPlayers,
  readWithoutHistory,
  removeSurplusHistories,
} from './rebuild-store.ts';
import { writeLedgerRows } from './wave-store.ts';

export type RebuildResult = Pick<ReplayResult, 'model_version' | 'matches'>;

/** Matches that a step compares, and players that it marks. */
const BLOCK_MATCHES = 500;
const BLOCK_PLAYERS = 200;

/** The progress of a rebuild that has marked all players. */
const AFTER_ALL_PLAYERS = END_OF_HISTORY.match_id;

/** How often `rebuildLedger` polls the settlement. */
const LOOK_EVERY_MS = 200;

/** Begins a rebuild with this node's model. Nodes with another model refuse matches from now on. */
export async function scheduleRebuild({ database }: Context): Promise<void> {
  await beginRebuild(database, MODEL_VERSION);
}

/**
 * Does the next step of a rebuild: marks some players or, once all are marked, compares a block of the ledger. The order matters: a node
 * with the old model that had read it before the rebuild began holds its players' locks until its rows can be compared.
 * @returns false if none is in progress, or one with another model
 */
export function rebuildNext(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const progress = await lockRebuild(transaction);
    if (progress === null || progress.model_version !== MODEL_VERSION) {
      transaction.discard();
      return false;
    }
    if (progress.player_id === AFTER_ALL_PLAYERS) await compareBlock(transaction, progress);
    else await markPlayers(transaction, progress);
    return true;
  });
}

/** Compares the next ledger rows with the matches, and repairs those that differ. After the last one, the rebuild is left to the wave. */
async function compareBlock(transaction: Transaction, { compared: after, player_id }: RebuildProgress): Promise<void> {
  const ledger = await readLedgerBlock(transaction, after, BLOCK_MATCHES);
  const rated = (await readRatedWithin(transaction, after, END_OF_HISTORY, BLOCK_MATCHES)).map(ratedMatch);
  const isLast = ledger.length < BLOCK_MATCHES && rated.length < BLOCK_MATCHES;
  const end = isLast ? END_OF_HISTORY : earlier(ledger, rated);
  const compared = upTo(rated, end);
  const differing = new Set([
    ...differences(upTo(ledger, end), compared),
    ...(await readWithoutHistory(
      transaction,
      compared.map((match) => match.match_id),
    )),
  ]);
  if (differing.size > 0) await repair(transaction, [...differing]);
  if (!isLast) return advanceRebuild(transaction, { compared: end, player_id });
  await noteUnsettledChange(transaction, BY_REBUILD, 'older_result', []);
  await endRebuild(transaction);
}

/** The end of the shorter one of two full blocks. */
function earlier(ledger: readonly LedgerRow[], rated: readonly RatedMatch[]): LedgerPlace {
  const ends = [ledger, rated].flatMap((block) => (block.length < BLOCK_MATCHES ? [] : (block.at(-1) ?? [])));
  const [first = END_OF_HISTORY, second = END_OF_HISTORY] = ends;
  const { played_at, match_id } = comparePlaces(first, second) <= 0 ? first : second;
  return { played_at, match_id };
}

const upTo = <Place extends LedgerPlace>(block: readonly Place[], end: LedgerPlace): Place[] =>
  block.filter((one) => comparePlaces(one, end) <= 0);

/** The ids of matches whose ledger row is missing, has other inputs, or has no rated match. */
function differences(ledger: readonly LedgerRow[], rated: readonly RatedMatch[]): string[] {
  const rows = new Map(ledger.map((row) => [row.match_id, row]));
  const wrong = rated.filter((match) => {
    const row = rows.get(match.match_id);
    rows.delete(match.match_id);
    return row === undefined || !isDeepStrictEqual(inputsOf(row), match);
  });
  return [...wrong.map((match) => match.match_id), ...rows.keys()];
}

/**
 * Replaces ledger rows, and adds the matches to their players' histories. The states come from nothing, since the wave computes the
 * right ones. A change of one of these matches may have committed since they were read, so they are read again once their players are
 * locked.
 */
async function repair(transaction: Transaction, matchIds: readonly string[]): Promise<void> {
  const [rows, facts] = [await readLedgerRows(transaction, matchIds), await readRatedByIds(transaction, matchIds)];
  const locked = new Set([...rows, ...facts].flatMap((one) => one.player_ids));
  const ratings = await lockPlayerRatings(transaction, [...locked]);
  const rated = (await readRatedByIds(transaction, matchIds)).map(ratedMatch);
  // A match that has just got other players was written by the change that did it.
  const known = rated.filter((match) => match.player_ids.every((id) => locked.has(id)));
  await removeLedgerRows(
    transaction,
    matchIds.filter((id) => !rated.some((match) => match.match_id === id)),
  );
  await addMissingHistories(
    transaction,
    known.map((match) => match.match_id),
  );
  await writeLedgerRows(
    transaction,
    MODEL_VERSION,
    known.map((match) => rateForLedger(match, [null, null, null, null])),
    false,
  );
  // Players without any row and history before are not marked yet.
  await markFromStart(transaction, ratings);
}

/** Marks the next players that have played, and removes what does not belong into their histories. */
async function markPlayers(transaction: Transaction, { compared, player_id: after }: RebuildProgress): Promise<void> {
  const next = await readNextPlayers(transaction, after, BLOCK_PLAYERS);
  const hasPlayed = new Map(next.map((one) => [one.player_id, one.has_played]));
  const ratings = await lockPlayerRatings(transaction, [...hasPlayed.keys()]);
  await removeSurplusHistories(transaction, [...hasPlayed.keys()]);
  await markFromStart(
    transaction,
    ratings.filter(({ player_id: id, state }) => state !== null || hasPlayed.get(id) === true),
  );
  await advanceRebuild(transaction, { compared, player_id: next.at(-1)?.player_id ?? AFTER_ALL_PLAYERS });
}

/** Marks players from the beginning of the history. While a rebuild is in progress, the wave moves no mark. */
const markFromStart = (transaction: Transaction, ratings: readonly PlayerRating[]): Promise<void> =>
  writeMarks(
    transaction,
    ratings.map((rating) => ({
      ...rating,
      mark: { ...START_OF_HISTORY, is_spread: true, guard: null, changed_by: BY_REBUILD },
    })),
  );

/**
 * Schedules a rebuild and waits until the wave has settled what it marked.
 * @throws {DOMException} the reason of `signal` if that is aborted; the rebuild continues.
 */
export async function rebuildLedger(
  context: Context,
  { onProgress, signal }: ProgressOptions = {},
): Promise<RebuildResult> {
  await scheduleRebuild(context);
  const total = await countLedger(context.database);
  let most = 0;
  for (let done = 0; ; ) {
    signal?.throwIfAborted();
    const { is_rebuilding: isRebuilding, rebuilt_players: players } = await readSettlementProgress(context.database);
    if (!isRebuilding) {
      if (players === 0) return { model_version: MODEL_VERSION, matches: await countLedger(context.database) };
      most = Math.max(most, players);
      done = Math.max(done, Math.floor(total * (1 - players / most)));
    }
    onProgress?.({ done, total });
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/**
 * If the ledger is empty, sets its model to this node's model.
 * @returns both models. If they differ, this node can add to the ledger only after a rebuild.
 */
export async function adoptModel({ database }: Context): Promise<{ ledger: string; own: string }> {
  return { ledger: await adoptModelIfEmpty(database, MODEL_VERSION), own: MODEL_VERSION };
}

/** Rebuilds all ratings ({@link rebuildLedger}), then calibrates the pool. */
export async function replayRatings(context: Context, options: ProgressOptions = {}): Promise<ReplayResult> {
  const rebuilt = await rebuildLedger(context, options);
  return { ...rebuilt, calibration: calibrationView(await calibrate(context, options)) };
}
