import { MODEL_VERSION } from '../../rating/index.ts';
import { throughGate } from '../../store/ledger/gate.ts';
import { readLedgerState } from '../../store/ledger/ledger-state.ts';
import { abandonRebuild, adoptModel } from '../../store/ledger/rebuild.ts';
import type { Context } from '../context.ts';
import { tidyUp } from './switch.ts';

/**
 * Makes this node's model that of a ledger which is still empty.
 * @returns the model that the ledger is rated with; another one than this node's has to be rebuilt before this node can
 *   add to it.
 */
export async function keepModel(context: Context): Promise<{ serving: string; own: string }> {
  const { database } = context;
  await tidyUp(context);
  return throughGate(database, 'exclusive', async (transaction) => {
    await adoptModel(transaction, MODEL_VERSION);
    return { serving: (await readLedgerState(transaction)).model_version, own: MODEL_VERSION };
  });
}

/**
 * Gives up a rebuild that has not been heard of for too long: its process is gone.
 * @param isAlone whether no other process can be at work on this database, so that any rebuild found is of one that is gone.
 * @returns whether there was one.
 */
export async function abandonStaleRebuild({ database, now }: Context, isAlone = false): Promise<boolean> {
  const isStale = (until: number): boolean => isAlone || until <= now();
  const { rebuild } = await readLedgerState(database);
  if (rebuild === null || !isStale(rebuild.until)) return false;
  return throughGate(database, 'exclusive', async (transaction) => {
    const current = (await readLedgerState(transaction)).rebuild;
    return current !== null && isStale(current.until) && abandonRebuild(transaction, current.id);
  });
}
