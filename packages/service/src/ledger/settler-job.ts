import { formatInstant } from '@bandeja/contract/instant';
import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { adoptModel, scheduleRebuild } from './rebuild.ts';
import type { RunEvent } from './settle-step.ts';
import { SettlerWork } from './settler.ts';

const EVERY_MS = 2_000;
const POKED_MS = 250;

export interface SettlerLog {
  /** Receives a sentence for the operator. */
  readonly onWarning: (message: string) => void;
  /** Receives a sentence about the progress of a run. */
  readonly onRun: (message: string) => void;
}

export interface SettlerOptions {
  readonly everyMs?: number;
  /** If nodes may have different models, the operator decides when the ratings are rebuilt. */
  readonly waitsForOperator?: boolean;
}

/** Settles provisional ratings, one step per call. */
export function settlerJob(context: Context, log: SettlerLog, options: SettlerOptions = {}): Job {
  const { everyMs = EVERY_MS, waitsForOperator = context.database.engine === 'postgres' } = options;
  const work = new SettlerWork(context.database, undefined, (event) => log.onRun(runText(event)));
  let isModelKnown = false;
  return {
    name: 'settlement',
    everyMs,
    pokedMs: POKED_MS,
    async run() {
      if (!isModelKnown) await checkModel(context, log, waitsForOperator);
      isModelKnown = true;
      const { status } = await work.step();
      return status === 'settled' ? 'more' : 'idle';
    },
    close: () => work.stop(),
  };
}

function runText(event: RunEvent): string {
  const run = `settlement run ${event.run}`;
  switch (event.what) {
    case 'begun':
      return `${run} begins: it settles every rated match after ${formatInstant(event.after.played_at)}`;
    case 'taken over':
      return `${run} is taken over from another process; it has read ${event.matches_read} matches so far`;
    case 'ended': {
      const seconds = (event.elapsedMs / 1_000).toFixed(1);
      return `${run} has ended: ${event.matches_read} matches read, ${event.matches_changed} changed, in ${seconds} s`;
    }
  }
}

/**
 * If the ledger was made with another model, a rebuild is needed. The embedded database has only one node, so it starts at once.
 * On PostgreSQL the operator decides when, because nodes with the old model refuse matches from then on.
 */
async function checkModel(context: Context, { onWarning }: SettlerLog, waitsForOperator: boolean): Promise<void> {
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
