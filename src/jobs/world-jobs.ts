import type { Logger } from 'pino';
import type { Context } from '../domain/context.ts';
import type { Sender } from '../domain/webhooks/index.ts';
import { SchemaGone } from '../store/engine/database.ts';
import { startPercentiles } from './percentiles.ts';
import { startPublisher } from './publisher.ts';
import { type Job, startSettler } from './settler.ts';
import { startWebhookDeliverer } from './webhook-deliverer.ts';

/** How often the jobs of a sandbox look for work: there may be dozens of sandboxes. */
const SANDBOX_LOOK_EVERY_MS = 1_000;

/** Starts what a world needs in the background, the live one as well as each sandbox that is in use. */
export function startWorldJobs(
  context: Context,
  sender: Sender,
  logger: Logger,
  world: 'live' | 'sandbox' = 'live',
): Job {
  const isSandbox = world === 'sandbox';
  const fault = (message: string) => (error: unknown) => {
    // It was cleared; what is left of its jobs here ends soon.
    if (isSandbox && error instanceof SchemaGone) return;
    logger.error({ err: error }, message);
  };
  const settler = startSettler(
    context,
    {
      onFault: fault('a step of the settlement failed; it is tried again'),
      onWarning: (message) => logger.warn(message),
      onRun: (message) => logger.info(message),
    },
    isSandbox ? { lookEveryMs: SANDBOX_LOOK_EVERY_MS, waitsForOperator: false } : {},
  );
  const percentiles = startPercentiles(context, {
    onFault: fault('the percentiles could not be counted; it is tried again'),
  });
  const publisher = startPublisher(context, {
    onFault: fault('events could not be published; it is tried again'),
    ...(isSandbox ? { lookEveryMs: SANDBOX_LOOK_EVERY_MS } : {}),
  });
  const deliverer = startWebhookDeliverer(
    context,
    sender,
    {
      onFault: fault('webhooks could not be worked on; it is tried again'),
      onEndpoint: (endpoint, message) => logger.warn({ webhook_endpoint: endpoint }, message),
    },
    isSandbox ? { lookEveryMs: SANDBOX_LOOK_EVERY_MS } : {},
  );
  return allOf([settler, percentiles, publisher, deliverer]);
}

/** Jobs that stop together. */
export function allOf(jobs: readonly Job[]): Job {
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
