import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplayResult } from '@bandeja/contract/ledger';
import { MODEL_VERSION } from '@bandeja/rating';
import { calibrate, calibrationView } from '../calibration/calibrate.ts';
import type { Context } from '../context.ts';
import { logChanges } from '../events/log-store.ts';
import { estimateLedger } from '../history/ledger-store.ts';
import { BEFORE_HISTORY } from '../history/place.ts';
import { ratingChange } from '../history/rating-change.ts';
import type { ProgressOptions } from '../runtime/progress.ts';
import { repairUnplayedRatings } from './blocks-store.ts';
import { throughGate } from './gate-store.ts';
import { readLedgerState, scheduleRun, setLedgerModel, setModelOfEmptyLedger } from './state-store.ts';

export type RebuildResult = Pick<ReplayResult, 'model_version' | 'matches'>;

/** How often `rebuildLedger` polls the run. */
const LOOK_EVERY_MS = 200;

/**
 * Schedules a rebuild: a run over the whole history that derives all ledger rows and ratings from the matches, with this node's
 * model. Every rating is `settling` until it ends. Nodes with another model refuse matches from now on. If a rebuild is
 * already scheduled or running, this does nothing.
 */
export async function scheduleRebuild({ database }: Context): Promise<void> {
  await throughGate(database, 'exclusive', async (transaction) => {
    const { run, next, model_version: model } = await readLedgerState(transaction);
    const isUnderWay = model === MODEL_VERSION && (run?.is_rebuild === true || next?.is_rebuild === true);
    if (isUnderWay) return;
    const reset = await repairUnplayedRatings(transaction);
    await logChanges(
      transaction,
      [],
      reset.map(({ shown, ...rating }) => ratingChange({ ...rating, state: { shown } }, null)),
    );
    await setLedgerModel(transaction, MODEL_VERSION);
    await scheduleRun(transaction, BEFORE_HISTORY, true);
  });
}

/**
 * Schedules a rebuild and waits until a settler has finished it.
 * @throws {DOMException} the reason of `signal` if that is aborted; the run continues.
 */
export async function rebuildLedger(
  context: Context,
  { onProgress, signal }: ProgressOptions = {},
): Promise<RebuildResult> {
  await scheduleRebuild(context);
  const total = await estimateLedger(context.database);
  for (let matches = 0; ; ) {
    signal?.throwIfAborted();
    const { run, next, matches_read: read } = await readLedgerState(context.database);
    if (run === null || run.is_rebuild) matches = Math.max(matches, read);
    if (run?.is_rebuild !== true && next?.is_rebuild !== true) return { model_version: MODEL_VERSION, matches };
    onProgress?.({ done: matches, total: total === null ? null : Math.max(matches, total) });
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/**
 * If the ledger is empty, sets its model to this node's model.
 * @returns both models. If they differ, this node can add to the ledger only after a rebuild.
 */
export async function adoptModel({ database }: Context): Promise<{ ledger: string; own: string }> {
  return throughGate(database, 'exclusive', async (transaction) => {
    await setModelOfEmptyLedger(transaction, MODEL_VERSION);
    return { ledger: (await readLedgerState(transaction)).model_version, own: MODEL_VERSION };
  });
}

/** Rebuilds all ratings ({@link rebuildLedger}), then calibrates the pool. */
export async function replayRatings(context: Context, options: ProgressOptions = {}): Promise<ReplayResult> {
  const rebuilt = await rebuildLedger(context, options);
  return { ...rebuilt, calibration: calibrationView(await calibrate(context, options)) };
}
