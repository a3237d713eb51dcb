import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL_VERSION } from '../../rating/index.ts';
import { throughGate } from '../../store/ledger/gate.ts';
import { readLedgerState } from '../../store/ledger/ledger-state.ts';
import { abandonRebuild, beginRebuild, completions, LedgerInUse, renewRebuild } from '../../store/ledger/rebuild.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import type { Watcher } from '../watcher.ts';
import { fillNext } from './fill.ts';
import { CaughtUp, catchUp, putInPlace, tidyUp } from './switch.ts';

/** A rebuild that is not heard of for so long is given up; building an index of a large table takes minutes. */
const LEASE_MS = 15 * 60_000;

/** Between two tries to lock tables while somebody reads them for long, such as a verification or a backup. */
const LEDGER_IN_USE_PAUSE_MS = 1_000;

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
    await patiently(renew, signal, () => database.transaction(complete));
  }
  const { isSettling, switchMs } = await catchUpAndServe(context, id, renew, signal);
  return { model_version: MODEL_VERSION, matches, players, is_settling: isSettling, switch_ms: switchMs };
}

async function catchUpAndServe(
  context: Context,
  id: string,
  renew: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<{ readonly isSettling: boolean; readonly switchMs: number }> {
  const caughtUp = new CaughtUp();
  let switchedSince = 0;
  const isSettling = await patiently(renew, signal, async (tries) => {
    await catchUp(context, caughtUp);
    switchedSince = performance.now();
    return putInPlace(context, { id, until: context.now() + LEASE_MS }, caughtUp, tries);
  });
  const switchMs = Math.round(performance.now() - switchedSince);
  // The new ledger serves by now. What could not be tidied up is by the next rebuild or start, which do it first.
  await tidyUp(context).catch(() => undefined);
  return { isSettling, switchMs };
}

/** Tries something that locks tables until they are to be had. */
async function patiently<T>(
  renew: () => Promise<void>,
  signal: AbortSignal | undefined,
  attempt: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await renew();
    try {
      return await attempt(tries);
    } catch (error) {
      if (!(error instanceof LedgerInUse)) throw error;
      await sleep(LEDGER_IN_USE_PAUSE_MS, undefined, { signal });
    }
  }
}

function begin({ database, now }: Context, id: string): Promise<void> {
  return throughGate(database, 'exclusive', async (transaction) => {
    const { rebuild } = await readLedgerState(transaction);
    if (rebuild !== null && rebuild.until > now()) throw new Problem('not_ready');
    await beginRebuild(transaction, id, now() + LEASE_MS);
  });
}

function giveUp({ database }: Context, id: string): Promise<boolean> {
  return throughGate(database, 'exclusive', async (transaction) => {
    return abandonRebuild(transaction, id);
  });
}
