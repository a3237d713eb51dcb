import type { DisabledByService } from '@bandeja/contract/events';
import { SchemaGone } from '@bandeja/postgres/database';
import type { Logger } from 'pino';
import type { Context } from './context.ts';
import { deadlinesJob } from './matches/deadlines.ts';
import { percentilesJob } from './players/percentiles-job.ts';
import type { Job, JobGroup, JobLoop } from './runtime/job-loop.ts';
import { unusedSandboxesJob } from './sandboxes/unused-job.ts';
import { scaleJob } from './scale/scale.ts';
import { settlementJob } from './settlement/job.ts';
import { taskJob } from './tasks/task-runner-job.ts';
import { trimJob } from './trim-job.ts';
import { webhooksJob } from './webhooks/job.ts';
import type { Sender } from './webhooks/sender.ts';

/** How often the jobs of a sandbox look for work that another process left. Rarely, since dozens of sandboxes may be open. */
const SANDBOX_EVERY_MS = 5_000;

/** Starts the background jobs of the live database. */
export function startLiveJobs(
  loop: JobLoop,
  context: Context,
  sender: Sender,
  logger: Logger,
  others: readonly Job[],
): JobGroup {
  const jobs = [
    ...others,
    settlementJob(context, (message) => logger.warn(message)),
    deadlinesJob(context),
    percentilesJob(context),
    scaleJob(context),
    webhooksJob(context, sender, disabledLog(logger)),
    trimJob(context),
    unusedSandboxesJob(context),
    taskJob(context, {
      onFault: (error) => logger.error({ err: error, job: 'tasks' }, 'could not renew the lease of a task'),
      onTaskFault: ({ id, kind }, error) => logger.error({ task: id, err: error }, `the task ${kind} failed`),
      onTask: ({ id }, message) => logger.info({ task: id }, message),
    }),
  ];
  return loop.add(jobs, (job, error) => logFailure(logger, job, error));
}

/** Starts the background jobs of an open sandbox. */
export function startSandboxJobs(loop: JobLoop, context: Context, sender: Sender, logger: Logger): JobGroup {
  const jobs = [
    settlementJob(context, (message) => logger.warn(message), { everyMs: SANDBOX_EVERY_MS, waitsForOperator: false }),
    deadlinesJob(context),
    percentilesJob(context),
    webhooksJob(context, sender, disabledLog(logger), SANDBOX_EVERY_MS),
    trimJob(context),
  ];
  return loop.add(jobs, (job, error) => logFailure(logger, job, error));
}

/** If another node cleared the sandbox, its schema is gone and its jobs here stop soon. That is not an error. */
function logFailure(logger: Logger, job: string, error: unknown): void {
  if (!(error instanceof SchemaGone)) logger.error({ err: error, job }, `the job ${job} failed and will be retried`);
}

const disabledLog = (logger: Logger) => (endpoint: string, reason: DisabledByService) => {
  const why = reason === 'gone' ? 'its receiver answered 410' : 'every attempt of three days failed';
  logger.warn({ webhook_endpoint: endpoint }, `the webhook endpoint is disabled: ${why}`);
};
