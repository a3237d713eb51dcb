import { formatInstant } from '@bandeja/contract/instant';
import type { Context } from '../context.ts';
import type { Job } from '../runtime/job-loop.ts';
import { adoptModel, scheduleRebuild } from './rebuild.ts';
import type { RunEvent } from './settle-step.ts';
import { SettlerWork } from './settler.ts';

const EVERY_MS = 250;

export interface SettlerLog {
  /** A sentence for the operator. */
  readonly onWarning: (message: string) => void;
  /** What a run does, in a sentence. */
  readonly onRun: (message: string) => void;
}

export interface SettlerOptions {
  readonly everyMs?: number;
  /** Whether other nodes may have another model, so that the operator has to decide when the ratings are rebuilt. */
  readonly waitsForOperator?: boolean;
}

/** Makes provisional ratings exact, a step at a time. */
export function settlerJob(context: Context, log: SettlerLog, options: SettlerOptions = {}): Job {
  const { everyMs = EVERY_MS, waitsForOperator = context.database.engine === 'postgres' } = options;
  const work = new SettlerWork(context.database, undefined, (event) => log.onRun(runText(event)));
  let isModelKnown = false;
  return {
    name: 'settlement',
    everyMs,
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
 * The embedded database has no other node: if its ledger has another model, a rebuild begins at once. On PostgreSQL the
 * operator decides when, since older nodes take no more matches from then on.
 */
async function checkModel(context: Context, { onWarning }: SettlerLog, waitsForOperator: boolean): Promise<void> {
  const { ledger, own } = await adoptModel(context);
  if (ledger === own) return;
  if (!waitsForOperator) {
    onWarning(
      `the ratings were made with the model ${ledger}: they are rebuilt with ${own} and are settling meanwhile`,
    );
    return scheduleRebuild(context);
  }
  onWarning(
    `the ratings were made with the model ${ledger}, this node has ${own}: it takes no match until \`bandeja ratings replay\` has been run against it`,
  );
}
