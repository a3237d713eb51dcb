import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, pathOf } from './api/client.ts';
import { type Call, operatorClient } from './command.ts';
import { CommandFailure, exitCodes, unreachable } from './exit.ts';
import { listenForInterruption } from './interruption.ts';
import { isObject, type JsonObject, numberOf, objectOf, textOf } from './json-value.ts';
import { ProgressDisplay } from './progress.ts';

/** How often the service is asked how far it is. */
const ASK_EVERY_MS = 500;

/** The options of commands that wait for a task of the service. */
export interface TaskOptions {
  readonly quiet?: boolean;
  /** False with `--no-wait`. */
  readonly wait?: boolean;
}

/** What a command has while it waits. */
export interface Waiting {
  /** Keeps trying while the service restarts. */
  readonly client: Client;
  readonly display: ProgressDisplay;
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the service, with a progress bar. Ctrl-C ends the waiting.
 * @param whenInterrupted what to print then.
 * @throws {CommandFailure} of the interruption, and what `work` throws.
 */
export async function wait<T>(
  { context, options }: Call<TaskOptions>,
  { client, noun = 'matches' }: { readonly client: Client; readonly noun?: string },
  whenInterrupted: string,
  work: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  const display = new ProgressDisplay(context.terminal, !options.quiet && !options.json, noun);
  const { signal, stopListening } = listenForInterruption(() => display.clear());
  try {
    return await work({ client, display, signal });
  } catch (error) {
    if (signal.aborted) throw new CommandFailure(exitCodes.interrupted, whenInterrupted, { cause: error });
    throw error;
  } finally {
    display.clear();
    stopListening();
  }
}

/**
 * Starts a task of the service and waits for it.
 * @param noun what its progress counts.
 * @returns its result; null with `--no-wait`.
 */
export async function runTask(call: Call<TaskOptions>, kind: string, noun?: string): Promise<JsonObject | null> {
  const client = operatorClient(call.context, true);
  const { body } = await client.request('POST', pathOf('admin', 'v1', 'tasks'), { body: { kind } });
  const id = textOf(objectOf(body)['id']) ?? '';
  if (call.options.wait !== false) return waitForTask(call, noun === undefined ? { client } : { client, noun }, id);
  call.done(body, `Started the task ${id}. Look at it with: bandeja tasks show ${id}`);
  return null;
}

/**
 * Waits until a task has ended.
 * @returns its result.
 * @throws {CommandFailure} when it failed or was cancelled, and when the waiting is interrupted: the task goes on then.
 */
function waitForTask(
  call: Call<TaskOptions>,
  at: { readonly client: Client; readonly noun?: string },
  id: string,
): Promise<JsonObject> {
  const goesOn =
    'Stopped waiting; the task goes on.\n' +
    `  Look at it:  bandeja tasks show ${id}\n  Cancel it:   bandeja tasks cancel ${id}`;
  return wait(call, at, goesOn, async ({ client, display, signal }) => {
    const startedAt = performance.now();
    for (;;) {
      const task = objectOf(await client.tasks.get(id, { signal }));
      if (typeof task['ended_at'] === 'string') return resultOf(task, id);
      const { progress } = task;
      if (isObject(progress)) {
        const [done, total] = [numberOf(progress['done']) ?? 0, numberOf(progress['total'])];
        display.show({ done, total, elapsedMs: performance.now() - startedAt });
      }
      await sleep(ASK_EVERY_MS, undefined, { signal });
    }
  });
}

function resultOf(task: JsonObject, id: string): JsonObject {
  const { state, result } = task;
  if (state === 'done' && isObject(result)) return result;
  if (state === 'cancelled') throw unreachable(`The task ${id} was cancelled.`);
  const error = objectOf(task['error']);
  const code = textOf(error['code']) ?? 'unknown';
  throw unreachable(`The task ${id} failed: ${textOf(error['detail']) ?? ''} (${code})`);
}
