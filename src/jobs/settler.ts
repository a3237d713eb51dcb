import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import { SettlerWork } from '../domain/settlement/index.ts';

/** How often a node looks whether there is something to settle; as long as there is, it goes on at once. */
const LOOK_EVERY_MS = 250;
/** After a fault, such as a database that is away for a moment. */
const FAULT_PAUSE_MS = 2_000;

export interface Job {
  /** Ends the job after the step under way. */
  stop(): Promise<void>;
}

/** Settles in the background for as long as the service runs. @param onFault gets what a step failed with; it is tried again. */
export function startSettler({ database, now }: Context, onFault: (error: unknown) => void): Job {
  const work = new SettlerWork(database, now);
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const { status } = await work.step();
        if (status !== 'settled') await pause(LOOK_EVERY_MS);
      } catch (error) {
        if (stopping.signal.aborted) return;
        onFault(error);
        await pause(FAULT_PAUSE_MS);
      }
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
