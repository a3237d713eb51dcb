import { type Client, pathOf } from '../api/client.ts';
import { doLongTask } from '../api/long-task.ts';
import { type CommandContext, operatorClient } from '../command-context.ts';
import { CommandFailure, exitCodes } from '../exit.ts';
import { listenForInterruption } from '../interruption.ts';
import type { JsonObject } from '../json-value.ts';
import { ProgressDisplay } from '../progress/progress-display.ts';

/** How much a command tells on its way. */
export interface TaskOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** What lasts for a while has at hand. */
export interface Patient {
  readonly client: Client;
  readonly display: ProgressDisplay;
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal;
}

/**
 * Does what lasts for a while, so that Ctrl-C ends it with a sentence and without half of a bar.
 * @param whenInterrupted the sentence.
 * @throws {CommandFailure} of the interruption, and what `work` throws.
 */
export async function interruptibly<T>(
  context: CommandContext,
  { quiet = false, json = false }: TaskOptions,
  whenInterrupted: string,
  work: (at: Patient) => Promise<T>,
): Promise<T> {
  const client = operatorClient(context);
  const display = new ProgressDisplay(context.terminal, !quiet && !json, 'matches');
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

/** A task of the service over all ratings. */
export interface RatingsTask {
  /** The last part of its path. */
  readonly name: string;
  /** What is so when it was interrupted. The connection is closed then, which the service takes for the end of the task. */
  readonly whenInterrupted: string;
}

/** Has the service do a task over all ratings, with a bar meanwhile. @returns its result. */
export function doTask(
  context: CommandContext,
  options: TaskOptions,
  { name, whenInterrupted }: RatingsTask,
): Promise<JsonObject> {
  return interruptibly(context, options, whenInterrupted, ({ client, display, signal }) => {
    const startedAt = performance.now();
    return doLongTask(client, pathOf('admin', 'v1', 'ratings', name), {
      signal,
      onProgress: (progress) => display.show({ ...progress, elapsedMs: performance.now() - startedAt }),
    });
  });
}
