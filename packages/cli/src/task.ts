import { type Api, type Bandeja, type BandejaOperator, sleep } from '@bandeja/client';
import { operatorClient, partnerClient } from './api/client.ts';
import type { Call } from './command.ts';
import { unreachable } from './exit.ts';
import { untilInterrupted } from './interruption.ts';
import { inEnglish, ProgressDisplay } from './progress.ts';

const POLL_EVERY_MS = 500;

/** The options of commands that wait for a task of the service. */
export interface TaskOptions {
  readonly quiet?: boolean;
  /** False with `--no-wait`. */
  readonly wait?: boolean;
}

interface Results {
  readonly verify: Api.VerificationResult;
  readonly replay: Api.ReplayResult;
  readonly calibrate: Api.Calibration;
  readonly audit: Api.AuditVerification;
}

/** What a command has while it waits. */
export interface Waiting<Client> {
  readonly client: Client;
  readonly display: ProgressDisplay;
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the service, with a progress bar. Ctrl-C ends the waiting.
 * @param noun what the bar counts
 * @param whenInterrupted what to print then
 * @throws {CommandFailure} of the interruption, and what `work` throws
 */
export async function wait<T, Client>(
  { context, options }: Call<TaskOptions>,
  { client, noun = 'matches' }: { readonly client: Client; readonly noun?: string | undefined },
  whenInterrupted: string,
  work: (waiting: Waiting<Client>) => Promise<T>,
): Promise<T> {
  const display = new ProgressDisplay(context.terminal, !options.quiet && !options.json, inEnglish(noun));
  const clear = () => display.clear();
  try {
    return await untilInterrupted(
      (signal) => work({ client, display, signal }),
      () => whenInterrupted,
      clear,
    );
  } finally {
    clear();
  }
}

/** A client that keeps trying while the service restarts. */
export function patientOperator({ connection, context }: Call<object>): BandejaOperator {
  return operatorClient({ ...connection, language: context.environment.language }, { isPatient: true });
}

/**
 * Starts a task of the service and waits for it.
 * @param noun what its progress counts
 * @returns its result; null with `--no-wait`
 * @throws {CommandFailure} if it failed or was cancelled, and if the waiting is interrupted: the task then goes on
 */
export async function runTask<K extends Api.NewTask['kind']>(
  call: Call<TaskOptions>,
  kind: K,
  noun?: string,
): Promise<Results[K] | null> {
  const client = patientOperator(call);
  const task = await client.tasks.start(kind);
  const { id } = task;
  if (call.options.wait === false) {
    call.done(task, `Started the task ${id}. Look at it with: bandeja tasks get ${id}`);
    return null;
  }
  return wait(
    call,
    { client, noun },
    goesOnText(id),
    async (waiting) => resultOf(await ended(id, waiting)) as Results[K],
  );
}

const goesOnText = (id: string): string =>
  'Stopped waiting; the task goes on.\n' +
  `  Look at it:  bandeja tasks get ${id}\n  Cancel it:   bandeja tasks cancel ${id}`;

/** Polls a task until it has ended. */
async function ended(id: string, { client, display, signal }: Waiting<Bandeja | BandejaOperator>): Promise<Api.Task> {
  for (const startedAt = performance.now(); ; ) {
    const task = await client.tasks.get(id, { signal });
    if (task.ended_at !== null) return task;
    if (task.progress !== null) display.show({ ...task.progress, elapsedMs: performance.now() - startedAt });
    await sleep(POLL_EVERY_MS, signal);
  }
}

function resultOf({ id, result, error }: Api.Task): NonNullable<Api.Task['result']> {
  if (result !== null) return result;
  if (error === null) throw unreachable(`The task ${id} was cancelled.`);
  throw unreachable(`The task ${id} failed: ${error.detail} (${error.code})`);
}

/** A partner's client that keeps trying while the service restarts. Its sentences are a part of the command's own, which are English. */
export const patientPartner = ({ connection }: Call<object>): Bandeja =>
  partnerClient({ ...connection, language: 'en' }, { isPatient: true });

/**
 * Waits for a task of the partner, with a progress bar.
 * @returns the task with its result
 * @throws {CommandFailure} if it failed or was cancelled, and if the waiting is interrupted: the task then goes on
 */
export async function finishedTask<R>(call: Call<TaskOptions>, client: Bandeja, { id }: Api.Task) {
  const task = await wait(call, { client }, goesOnText(id), (waiting) => ended(id, waiting));
  return { task, result: resultOf(task) as R };
}
