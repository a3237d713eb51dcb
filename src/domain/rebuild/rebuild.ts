import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL_VERSION } from '../../rating/index.ts';
import type { Database } from '../../store/database.ts';
import { passGate } from '../../store/gate.ts';
import { countLedger } from '../../store/ledger.ts';
import { readLedgerInputs } from '../../store/ledger-blocks.ts';
import { type LedgerPlace, oweFrom, readLedgerState } from '../../store/ledger-state.ts';
import {
  abandonRebuild,
  beginRebuild,
  completions,
  LedgerInUse,
  readFirstNotice,
  renewRebuild,
  serveRebuilt,
} from '../../store/rebuild.ts';
import { insertNextLedger, insertNextPlayers } from '../../store/rebuild-blocks.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { BEFORE_HISTORY, placeBefore } from '../ratings/index.ts';
import { rateLedgerBlock } from '../settlement/index.ts';
import type { Watcher } from '../watcher.ts';
import { LedgerFold } from './fold.ts';

/** Rows that are read, rated and written at once. */
const BLOCK_MATCHES = 4_000;
const BLOCK_PLAYERS = 10_000;
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
  const fold = new LedgerFold();
  const matches = await fillLedger(database, fold, renew, onProgress ?? (() => {}));
  for (const players of fold.players(BLOCK_PLAYERS)) await insertNextPlayers(database, MODEL_VERSION, players);
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
        players: fold.size,
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

/** Folds the whole rated history into the new ledger. The next block is on its way while one is rated and written. */
async function fillLedger(
  database: Database,
  fold: LedgerFold,
  renew: () => Promise<void>,
  onProgress: NonNullable<Watcher['onProgress']>,
): Promise<number> {
  const total = await countLedger(database);
  const read = (after: LedgerPlace) => readLedgerInputs(database, after, BLOCK_MATCHES);
  let written: Promise<void> = Promise.resolve();
  let done = 0;
  for (let block = await read(BEFORE_HISTORY); block.count > 0; ) {
    const inputs = block;
    const last = inputs.count - 1;
    const place = { played_at: inputs.played_at[last] ?? Number.NaN, match_id: inputs.match_ids[last] ?? '' };
    const following = read(place);
    const players = fold.take(inputs);
    const { before, after } = rateLedgerBlock(fold.ratings, inputs, players);
    await written;
    written = insertNextLedger(database, MODEL_VERSION, inputs, before, after);
    [block] = await Promise.all([following, renew()]);
    done += inputs.count;
    onProgress({ done, total: Math.max(total, done) });
  }
  await written;
  return done;
}

/** @returns whether anything has changed since the rebuild began. */
function putInPlace({ database, now }: Context, id: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await passGate(transaction, 'exclusive');
    if (!(await renewRebuild(transaction, id, now() + LEASE_MS))) throw new Problem('not_ready');
    const changed = await readFirstNotice(transaction);
    await serveRebuilt(transaction, MODEL_VERSION);
    if (changed !== undefined) await oweFrom(transaction, placeBefore(changed), now());
    return changed !== undefined;
  });
}
