import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { adoptModel, scheduleRebuild } from './rebuild.ts';
import { Settler } from './settler.ts';

const EVERY_MS = 2_000;
const POKED_MS = 250;

export interface SettlementOptions {
  readonly everyMs?: number;
  /** If nodes may have different models, the operator decides when the ratings are rebuilt. */
  readonly waitsForOperator?: boolean;
}

/**
 * Settles ratings, one step per call.
 * @param onWarning receives a sentence for the operator
 */
export function settlementJob(
  context: Context,
  onWarning: (message: string) => void,
  options: SettlementOptions = {},
): Job {
  const { everyMs = EVERY_MS, waitsForOperator = context.database.engine === 'postgres' } = options;
  const settler = new Settler(context);
  let isModelKnown = false;
  return {
    name: 'settlement',
    everyMs,
    pokedMs: POKED_MS,
    async run() {
      if (!isModelKnown) await checkModel(context, onWarning, waitsForOperator);
      isModelKnown = true;
      return (await settler.step()) === 'more' ? 'more' : 'idle';
    },
    close: () => settler.stop(),
  };
}

/**
 * If the ledger was made with another model, a rebuild is needed. The embedded database has only one node, so it starts at once.
 * On PostgreSQL the operator decides when, because nodes with the old model refuse matches from then on.
 */
async function checkModel(
  context: Context,
  onWarning: (message: string) => void,
  waitsForOperator: boolean,
): Promise<void> {
  const { ledger, own } = await adoptModel(context);
  if (ledger === own) return;
  if (!waitsForOperator) {
    onWarning(
      `the ratings were made with model ${ledger}; they are now rebuilt with ${own} and are settling until that is done`,
    );
    return scheduleRebuild(context);
  }
  onWarning(
    `the ratings were made with model ${ledger}, but this node has ${own}: it refuses matches until you run \`bandeja ratings replay\` against it`,
  );
}
