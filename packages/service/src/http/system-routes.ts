import { Problem } from '@bandeja/contract/errors/problem';
import { Fields, OneOf } from '@bandeja/contract/shapes';
import { CHORES, type DatabaseHealth } from '@bandeja/postgres/database';
import { Type } from 'typebox';
import { memoize } from '../runtime/memoize.ts';
import { NO_ROOM, UNREACHABLE } from './problem-answer.ts';
import type { App, RouteModule } from './route.ts';

export type Phase = 'starting' | 'serving' | 'stopping';

/** The state of the service, or of its database. */
export interface Readiness extends Omit<DatabaseHealth, 'state'> {
  readonly state: DatabaseHealth['state'] | Exclude<Phase, 'serving'>;
}

/** The reasons that a probe gets. */
const REASONS: Record<Exclude<Readiness['state'], 'healthy'>, string> = {
  starting: 'The service is starting.',
  stopping: 'The service is stopping.',
  unreachable: UNREACHABLE,
  'disk full': NO_ROOM,
  'newer schema':
    'Another node has migrated the database to a schema that this version does not know. Stop this node, and start the newer version.',
};

const tags = ['System'];

/** Metrics are cached this long, since collecting them takes some milliseconds and a database query. */
const METRICS_AGE_MS_MAX = 1_000;

const FailingUpkeep = Fields(
  {
    chore: OneOf(CHORES, {
      description:
        'What fails: `checkpoint` (the log of the database grows), `vacuum` (tables grow) or `analyze` (queries become slow).',
      examples: ['vacuum'],
    }),
    failing_seconds: Type.Integer({ description: 'How long it has been failing, in seconds.', examples: [40] }),
  },
  { description: 'A maintenance task that fails.' },
);

/** Liveness, readiness and metrics. */
export function systemRoutes(
  health: () => Promise<Readiness>,
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
      summary: 'Check that the process runs',
      description: 'Returns 200 while the process can respond. If this fails, a supervisor should restart the process.',
      response: { 200: Fields({ status: OneOf(['live'], { description: 'Always `live`.' }) }) },
    },
    config: { access: { kind: 'public' }, isProbe: true },
    handler: async () => ({ status: 'live' as const }),
  });
}

function registerReadinessRoute(app: App, health: () => Promise<Readiness>): void {
  app.route({
    method: 'GET',
    url: '/health/ready',
    schema: {
      operationId: 'getReadiness',
      tags,
      summary: 'Check that the service accepts requests',
      description:
        'Returns 503 while the service starts or stops, cannot reach its database, or has a full disk, and after another ' +
        'node has migrated the database for a newer version; `detail` contains the reason. For load balancers.',
      response: {
        200: Fields({
          status: OneOf(['ready'], {
            description: 'Always `ready`. If the service is not ready, the response is a 503.',
          }),
          failing_upkeep: Type.Array(FailingUpkeep, {
            description:
              'Maintenance tasks of the embedded database whose last attempt failed. They are retried every 20 seconds. The log ' +
              'contains the reason.',
          }),
        }),
      },
    },
    config: { access: { kind: 'public' }, isProbe: true, problems: ['not_ready'] },
    handler: async () => {
      const { state, upkeep } = await health();
      if (state !== 'healthy') throw new Problem('not_ready', REASONS[state]);
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
      summary: 'Read the metrics',
      description:
        'Metrics of requests, matches, queues, the database, the settlement and the process, in the Prometheus text format. A ' +
        'proxy should allow only your monitoring to read them.',
      response: { 200: Type.String({ description: 'The metrics.' }) },
    },
    config: { access: { kind: 'public' }, mediaType: 'text/plain' },
    handler: async (_request, reply) => {
      reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
      return metrics();
    },
  });
}
