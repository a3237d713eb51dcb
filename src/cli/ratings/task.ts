import { setTimeout as sleep } from 'node:timers/promises';
import { Client, pathOf } from '../api/client.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFailure, exitCodes, unreachable } from '../exit.ts';
import { listenForInterruption } from '../interruption.ts';
import { isObject, type JsonObject, numberOf, objectOf, textOf } from '../json-value.ts';
import { ProgressDisplay } from '../progress/progress-display.ts';
import { printable } from '../terminal.ts';

/** How often the service is asked how far it is. */
const ASK_EVERY_MS = 500;

/** How much a command that waits prints meanwhile. */
export interface WaitOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

export interface TaskOptions extends WaitOptions {
  /** False with `--no-wait`. */
  readonly wait?: boolean;
}

/** What a command has while it waits. */
export interface Waiting {
  readonly display: ProgressDisplay;
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the service, with a progress bar. Ctrl-C ends the waiting with a sentence.
 * @param whenInterrupted the sentence.
 * @throws {CommandFailure} of the interruption, and what `work` throws.
 */
export async function wait<T>(
  { terminal }: CommandContext,
  { quiet = false, json = false }: WaitOptions,
  whenInterrupted: string,
  work: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  const display = new ProgressDisplay(terminal, !quiet && !json, 'matches');
  const { signal, stopListening } = listenForInterruption(() => display.clear());
  try {
    return await work({ display, signal });
  } catch (error) {
    if (signal.aborted) throw new CommandFailure(exitCodes.interrupted, whenInterrupted, { cause: error });
    throw error;
  } finally {
    display.clear();
    stopListening();
  }
}

/** A client that keeps trying while the service restarts. @throws {CommandFailure} without an operator token. */
export function patientClient({ environment: { url, operatorToken: token } }: CommandContext): Client {
  return new Client({ url, token, credential: 'BANDEJA_OPERATOR_TOKEN', isPatient: true });
}

/** Starts a task of the service. @returns the task as the service has queued it. */
export async function startTask(client: Client, kind: string): Promise<JsonObject> {
  const { body } = await client.request('POST', pathOf('admin', 'v1', 'tasks'), { body: { kind } });
  return objectOf(body);
}

/**
 * Waits until a task has ended.
 * @returns its result.
 * @throws {CommandFailure} when it failed or was cancelled, and when the waiting is interrupted: the task goes on then.
 */
export function waitForTask(
  context: CommandContext,
  options: WaitOptions,
  client: Client,
  id: string,
): Promise<JsonObject> {
  const goesOn =
    'Stopped waiting; the task goes on.\n' +
    `  Look at it:  bandeja tasks show ${id}\n  Cancel it:   bandeja tasks cancel ${id}`;
  return wait(context, options, goesOn, async ({ display, signal }) => {
    const startedAt = performance.now();
    for (;;) {
      const { body } = await client.request('GET', pathOf('admin', 'v1', 'tasks', id), { cutOff: signal });
      const task = objectOf(body);
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

/**
 * Starts a task and waits for its result. With `--no-wait` it only prints how to look at the task.
 * @returns the result; null with `--no-wait`.
 */
export async function runTask(context: CommandContext, options: TaskOptions, kind: string): Promise<JsonObject | null> {
  const client = patientClient(context);
  const task = await startTask(client, kind);
  const id = textOf(task['id']) ?? '';
  if (options.wait !== false) return waitForTask(context, options, client, id);
  context.terminal.out(
    options.json
      ? `${JSON.stringify(task, null, 2)}\n`
      : `Started the task ${printable(id)}.\nLook at it: bandeja tasks show ${printable(id)}\n`,
  );
  return null;
}
