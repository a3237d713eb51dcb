import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import { formatInstant } from '../domain/instant.ts';
import { abandonStaleRebuild, keepModel, rebuildLedger } from '../domain/rebuild/index.ts';
import { type RunEvent, SettlerWork } from '../domain/settlement/index.ts';

/** How often a node looks whether there is something to settle; as long as there is, it goes on at once. */
const LOOK_EVERY_MS = 250;
/** After a fault, such as a database that is away for a moment. */
const FAULT_PAUSE_MS = 2_000;
/** How often a node looks for a rebuild whose process is gone. */
const REBUILD_LOOK_EVERY_MS = 60_000;

export interface Job {
  /** Ends the job after the step under way. */
  stop(): Promise<void>;
}

export interface SettlerLog {
  /** What a step failed with; it is tried again. */
  readonly onFault: (error: unknown) => void;
  /** A sentence for the operator. */
  readonly onWarning: (message: string) => void;
  /** What becomes of a run, in a sentence. */
  readonly onRun: (message: string) => void;
}

/** Settles in the background for as long as the service runs. */
export function startSettler(context: Context, log: SettlerLog): Job {
  const work = new SettlerWork(context.database, context.now, undefined, (event) => log.onRun(runText(event)));
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  const keepTrying = async (attempt: () => Promise<number>): Promise<void> => {
    try {
      await pause(await attempt());
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.onFault(error);
      await pause(FAULT_PAUSE_MS);
    }
  };
  const run = async (): Promise<void> => {
    let isModelKnown = false;
    let lookedAt = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted) {
      await keepTrying(async () => {
        if (!isModelKnown) {
          await takeCareOfModel(context, stopping.signal, log);
          isModelKnown = true;
        }
        if (performance.now() - lookedAt >= REBUILD_LOOK_EVERY_MS) {
          lookedAt = performance.now();
          if (await abandonStaleRebuild(context)) log.onWarning('a rebuild whose process is gone was given up');
        }
        const { status } = await work.step();
        return status === 'settled' ? 0 : LOOK_EVERY_MS;
      });
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function runText(event: RunEvent): string {
  const run = `settlement run ${event.run}`;
  switch (event.what) {
    case 'begun':
      return `${run} begins: everything after ${formatInstant(event.settled_until.played_at)} is settled`;
    case 'taken over':
      return `${run} is taken over from another process, with ${event.matches_read} matches read so far`;
    case 'ended': {
      const seconds = (event.elapsedMs / 1_000).toFixed(1);
      return `${run} has ended: ${event.matches_read} matches read, ${event.matches_changed} changed, in ${seconds} s`;
    }
  }
}

/**
 * The embedded database has no other node: with another model than the ledger's it is rebuilt at once. On PostgreSQL the
 * operator says when, since older nodes take no more matches from then on.
 */
async function takeCareOfModel(context: Context, signal: AbortSignal, { onWarning }: SettlerLog): Promise<void> {
  if (context.database.engine === 'pglite' && (await abandonStaleRebuild(context, true))) {
    onWarning('a rebuild that a killed process has left was given up');
  }
  const { serving, own } = await keepModel(context);
  if (serving === own) return;
  if (context.database.engine === 'pglite') {
    onWarning(
      `the ratings are those of the model ${serving}: they are rebuilt with ${own}, and no match is taken until then`,
    );
    await rebuildLedger(context, { signal });
    onWarning(`all ratings are those of the model ${own} now`);
    return;
  }
  onWarning(
    `the ratings are those of the model ${serving}, this node has ${own}: it takes no match until \`bandeja ratings replay\` has been run against it`,
  );
}
