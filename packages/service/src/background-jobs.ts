import type { DisabledByService } from '@bandeja/contract/events';
import { SchemaGone } from '@bandeja/postgres/database';
import type { Logger } from 'pino';
import type { Retention } from './config.ts';
import type { Context } from './context.ts';
import { deadlinesJob } from './matches/deadlines.ts';
import { percentilesJob } from './players/percentiles-job.ts';
import type { Job, JobGroup, JobLoop } from './runtime/job-loop.ts';
import { unusedSandboxesJob } from './sandboxes/unused-job.ts';
import { scaleJob } from './scale/scale.ts';
import { settlementJob } from './settlement/job.ts';
import { taskWork } from './task-work.ts';
import type { Lane } from './tasks/runner-store.ts';
import { runWith, type TaskLog, taskJob } from './tasks/task-runner-job.ts';
import { trimJob } from './trim-job.ts';
import { webhooksJob } from './webhooks/job.ts';
import type { Sender } from './webhooks/sender.ts';

/** How often the jobs of a sandbox look for work that another process left. Rarely, since dozens of sandboxes may be open. */
const SANDBOX_EVERY_MS = 5_000;

const LANES: readonly Lane[] = ['tasks', 'tasks:1', 'tasks:2'];

/** Starts the background jobs of the live database. */
export function startLiveJobs(
  loop: JobLoop,
  context: Context,
  sender: Sender,
  logger: Logger,
  others: readonly Job[],
  retention: Retention,
): JobGroup {
  const jobs = [
    ...others,
    settlementJob(context, (message) => logger.warn(message)),
    deadlinesJob(context),
    percentilesJob(context),
    scaleJob(context),
    webhooksJob(context, sender, disabledLog(logger)),
    trimJob(context, retention),
    unusedSandboxesJob(context),
    ...LANES.map((lane) => taskJob(context, lane, taskLog(logger), { run: runWith(taskWork) })),
  ];
  return loop.add(jobs, (job, error) => logFailure(logger, job, error));
}

/** Starts the background jobs of an open sandbox. */
export function startSandboxJobs(
  loop: JobLoop,
  context: Context,
  sender: Sender,
  partnerId: string,
  logger: Logger,
  retention: Retention,
): JobGroup {
  const jobs = [
    settlementJob(context, (message) => logger.warn(message), { everyMs: SANDBOX_EVERY_MS, waitsForOperator: false }),
    deadlinesJob(context),
    percentilesJob(context),
    webhooksJob(context, sender, disabledLog(logger), SANDBOX_EVERY_MS),
    trimJob(context, retention),
    taskJob(context, 'tasks:1', taskLog(logger), { run: runWith(taskWork), everyMs: SANDBOX_EVERY_MS }, partnerId),
  ];
  return loop.add(jobs, (job, error) => logFailure(logger, job, error));
}

/** If another node cleared the sandbox, its schema is gone and its jobs here stop soon. That is not an error. */
function logFailure(logger: Logger, job: string, error: unknown): void {
  if (!(error instanceof SchemaGone)) logger.error({ err: error, job }, `the job ${job} failed and will be retried`);
}

const taskLog = (logger: Logger): TaskLog => ({
  onFault: (error) => logger.error({ err: error, job: 'tasks' }, 'could not renew the lease of a task'),
  onTaskFault: ({ id, kind }, error) => logger.error({ task: id, err: error }, `the task ${kind} failed`),
  onTask: ({ id }, message) => logger.info({ task: id }, message),
});

const disabledLog = (logger: Logger) => (endpoint: string, reason: DisabledByService) => {
  const why = reason === 'gone' ? 'its receiver answered 410' : 'every attempt of three days failed';
  logger.warn({ webhook_endpoint: endpoint }, `the webhook endpoint is disabled: ${why}`);
};
