import { Problem } from '@bandeja/contract/errors/problem';
import { Fields, OneOf } from '@bandeja/contract/shapes';
import { CHORES, type DatabaseHealth } from '@bandeja/postgres/database';
import { Type } from 'typebox';
import { memoize } from './docs/memoize.ts';
import { NO_ROOM } from './problem-answer.ts';
import type { App, RouteModule } from './route.ts';

/** Said of a database while the service starts and stops. */
export const NOT_READY: DatabaseHealth = { state: 'unreachable', upkeep: [] };

const tags = ['System'];

/** However many ask, the metrics are made once a second: they take some milliseconds and ask the database. */
const METRICS_AGE_MS_MAX = 1_000;

const FailingUpkeep = Fields(
  {
    chore: OneOf(CHORES, {
      description:
        'What fails: `checkpoint`, without which the log of the database grows, `vacuum`, without which tables grow, or ' +
        '`analyze`, without which queries become slow.',
      examples: ['vacuum'],
    }),
    failing_seconds: Type.Integer({ description: 'For how long it has been failing.', examples: [40] }),
  },
  { description: 'Upkeep that fails.' },
);

/** Whether the service is alive, whether it is ready, and its metrics. */
export function systemRoutes(
  health: () => Promise<DatabaseHealth>,
  metrics: () => Promise<string>,
  elapsedMs?: () => number,
): RouteModule {
  return (app) => {
    registerLivenessRoute(app);
    registerReadinessRoute(app, health);
    registerMetricsRoute(app, memoize(metrics, { maxAgeMs: METRICS_AGE_MS_MAX, elapsedMs }));
  };
}

function registerLivenessRoute(app: App): void {
  app.route({
    method: 'GET',
    url: '/health/live',
    schema: {
      operationId: 'getLiveness',
      tags,
      summary: 'Whether the process runs',
      description: 'Answers 200 as long as the process can answer at all. A supervisor restarts it when this fails.',
      response: { 200: Fields({ status: OneOf(['live'], { description: 'Always `live`.' }) }) },
    },
    config: { access: { kind: 'public' }, isProbe: true },
    handler: async () => ({ status: 'live' as const }),
  });
}

function registerReadinessRoute(app: App, health: () => Promise<DatabaseHealth>): void {
  app.route({
    method: 'GET',
    url: '/health/ready',
    schema: {
      operationId: 'getReadiness',
      tags,
      summary: 'Whether the service takes requests',
      description:
        'Answers 503 while the service starts, stops, cannot reach its database, or has no room on its disk; `detail` then ' +
        'says so. For load balancers.',
      response: {
        200: Fields({
          status: OneOf(['ready'], { description: 'Always `ready`; else the answer is a 503.' }),
          failing_upkeep: Type.Array(FailingUpkeep, {
            description:
              'Chores of the embedded database that failed when they were last tried. They are tried again every 20 seconds; ' +
              'the log says why they fail.',
          }),
        }),
      },
    },
    config: { access: { kind: 'public' }, isProbe: true, problems: ['not_ready'] },
    handler: async () => {
      const { state, upkeep } = await health();
      if (state !== 'healthy') throw new Problem('not_ready', state === 'disk full' ? NO_ROOM : undefined);
      const failing = upkeep.flatMap(({ chore, failingMs }) =>
        failingMs === null ? [] : [{ chore, failing_seconds: Math.floor(failingMs / 1_000) }],
      );
      return { status: 'ready' as const, failing_upkeep: failing };
    },
  });
}

function registerMetricsRoute(app: App, metrics: () => Promise<string>): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: {
      operationId: 'getMetrics',
      tags,
      summary: 'The metrics of the service',
      description:
        'Requests, matches, queues, the database, the settlement and the process, in the text format of Prometheus. For ' +
        'monitoring; a proxy should refuse it to everyone else.',
      response: { 200: Type.String({ description: 'The metrics.' }) },
    },
    config: { access: { kind: 'public' }, mediaType: 'text/plain' },
    handler: async (_request, reply) => {
      reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
      return metrics();
    },
  });
}
