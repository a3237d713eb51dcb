import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL_VERSION } from '../../rating/index.ts';
import { passGate } from '../../store/gate.ts';
import { oweFrom, readLedgerState } from '../../store/ledger-state.ts';
import { readRatedFacts } from '../../store/rated-matches.ts';
import {
  abandonRebuild,
  beginRebuild,
  completions,
  LedgerInUse,
  readRebuildNotices,
  renewRebuild,
  rewriteInputs,
  serveRebuilt,
} from '../../store/rebuild.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { earliestPlace, placeBefore, ratedMatch } from '../ratings/index.ts';
import type { Watcher } from '../watcher.ts';
import { fillNext } from './fill.ts';

/** A rebuild that is not heard of for so long is given up; building an index of a large table takes minutes. */
const LEASE_MS = 15 * 60_000;

/** Between two tries to switch while somebody reads the ledger for long, such as a verification or a backup. */
const LEDGER_IN_USE_PAUSE_MS = 2_000;

export interface RebuildResult {
  readonly model_version: string;
  /** Matches that were folded from nothing. */
  readonly matches: number;
  readonly players: number;
  /** Changes that came meanwhile; they are settled after the switch. */
  readonly is_settling: boolean;
  /** While the switch took place, nobody else could read or write ratings, ms. */
  readonly switch_ms: number;
}

/**
 * Rebuilds the ledger and all present ratings from nothing, with this node's model, beside the serving ones, and puts them
 * in their place in one transaction. Matches keep coming meanwhile: what changes is noted, and settled after the switch
 * like any change of history.
 * @throws {Problem} `not_ready` when another rebuild is under way, or takes over from this one.
 */
export async function rebuildLedger(context: Context, watcher: Watcher = {}): Promise<RebuildResult> {
  const id = randomUUID();
  await begin(context, id);
  try {
    return await fillAndServe(context, id, watcher);
  } catch (error) {
    await giveUp(context, id);
    throw error;
  }
}

async function fillAndServe(context: Context, id: string, { onProgress, signal }: Watcher): Promise<RebuildResult> {
  const { database, now } = context;
  const renew = async (): Promise<void> => {
    signal?.throwIfAborted();
    if (!(await renewRebuild(database, id, now() + LEASE_MS))) throw new Problem('not_ready');
  };
  const { matches, players } = await fillNext(database, renew, onProgress ?? (() => {}));
  for (const complete of completions) {
    await renew();
    await database.transaction(complete);
  }
  for (;;) {
    await renew();
    const startedAt = performance.now();
    try {
      const isSettling = await putInPlace(context, id);
      const switchMs = Math.round(performance.now() - startedAt);
      return {
        model_version: MODEL_VERSION,
        matches,
        players,
        is_settling: isSettling,
        switch_ms: switchMs,
      };
    } catch (error) {
      if (!(error instanceof LedgerInUse)) throw error;
      await sleep(LEDGER_IN_USE_PAUSE_MS, undefined, { signal });
    }
  }
}

function begin({ database, now }: Context, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    await passGate(transaction, 'exclusive');
    const { rebuild } = await readLedgerState(transaction);
    if (rebuild !== null && rebuild.until > now()) throw new Problem('not_ready');
    await beginRebuild(transaction, id, now() + LEASE_MS);
  });
}

function giveUp({ database }: Context, id: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await passGate(transaction, 'exclusive');
    return abandonRebuild(transaction, id);
  });
}

/** @returns whether anything has changed since the rebuild began. */
function putInPlace({ database, now }: Context, id: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await passGate(transaction, 'exclusive');
    if (!(await renewRebuild(transaction, id, now() + LEASE_MS))) throw new Problem('not_ready');
    const changed = await readRebuildNotices(transaction);
    await serveRebuilt(transaction, MODEL_VERSION);
    const earliest = earliestPlace(changed);
    if (earliest === undefined) return false;
    // Another model may see other units and weights in the same match.
    const ids = changed.map((place) => place.match_id);
    await rewriteInputs(transaction, (await readRatedFacts(transaction, ids)).map(ratedMatch));
    await oweFrom(transaction, placeBefore(earliest), now());
    return true;
  });
}
