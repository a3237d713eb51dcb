import type { Plan } from '@bandeja/contract/account-enums';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Database } from '@bandeja/postgres/database';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { LinkActor, PartnerActor } from '../../context.ts';
import { FairQueue, type QueueLimits } from '../../runtime/fair-queue.ts';
import type { Access } from '../route.ts';
import { contextOf } from './request-context.ts';

type Engine = Database['engine'];

// All limits are in rate limit units. An analysis costs 8, about 4 ms of processor time.
const LIMITS: Readonly<Record<Engine, QueueLimits>> = {
  postgres: { running: 96, queued: 8_000 },
  pglite: { running: 48, queued: 8_000 },
};

/** Two or three analyses: the service computes one while the database reads another. More would only delay other partners. */
const LIMITS_BY_PLAN: Readonly<Record<Plan, QueueLimits>> = {
  starter: { running: 12, queued: 800 },
  pro: { running: 16, queued: 1_600 },
  enterprise: { running: 24, queued: 3_200 },
};

/** For the sandboxes of all partners together, so that sandboxes leave most of the capacity to live data. */
const SANDBOX_LIMITS: Readonly<Record<Engine, QueueLimits>> = {
  postgres: { running: 24, queued: 4_000 },
  pglite: { running: 12, queued: 4_000 },
};

const SANDBOX_LIMITS_OF_PARTNER: QueueLimits = { running: 8, queued: 800 };

export type RequestQueue = FairQueue<() => Promise<void>>;

/** The queues of partners' requests, unless a route has its own queue. */
export interface RequestQueues {
  readonly live: RequestQueue;
  readonly test: RequestQueue;
  readonly limitsOf: (actor: Pick<PartnerActor, 'mode' | 'plan'>) => QueueLimits;
}

export function openRequestQueues(engine: Engine): RequestQueues {
  return {
    live: openRequestQueue(LIMITS[engine]),
    test: openRequestQueue(SANDBOX_LIMITS[engine]),
    limitsOf: ({ mode, plan }) => (mode === 'test' ? SANDBOX_LIMITS_OF_PARTNER : LIMITS_BY_PLAN[plan]),
  };
}

export function openRequestQueue(limits: QueueLimits): RequestQueue {
  return new FairQueue(limits, async ([run]) => run?.());
}

/** The requests of a partner's keys, people and links share a queue. */
const isQueued = (access: Access | undefined): boolean => access?.kind === 'partner' || access?.kind === 'link';

/** Queues the requests of a partner's or link's route before its handler runs. */
export function queueRequests(route: RouteOptions, queues: RequestQueues | undefined): void {
  const { access, cost = 1, extraUnits, ownQueue } = route.config ?? {};
  if (!isQueued(access) || queues === undefined) return;
  const { handler } = route;
  route.handler = function (request: FastifyRequest, reply: FastifyReply) {
    const handle = () => handler.call(this, request, reply) as Promise<unknown>;
    if (ownQueue?.(request) === true) return handle();
    const actor = contextOf(request).actor as PartnerActor | LinkActor;
    const units = cost + (extraUnits?.(request) ?? 0);
    return new Promise((resolve, reject) => {
      const run = async (): Promise<void> => {
        try {
          // The client has disconnected.
          if (reply.raw.destroyed) throw new Problem('overloaded');
          resolve(await handle());
        } catch (error) {
          reject(error);
        }
      };
      queues[actor.mode].push(actor.partnerId, units, run, queues.limitsOf(actor));
    });
  };
}

/**
 * Checks the queue before the body is read.
 * @throws {Problem} `overloaded` if the queue is full
 */
export function refuseOverload(request: FastifyRequest, queues: RequestQueues | undefined): void {
  const { access, ownQueue } = request.routeOptions.config;
  if (!isQueued(access) || ownQueue !== undefined || queues === undefined) return;
  const actor = contextOf(request).actor as PartnerActor | LinkActor;
  queues[actor.mode].checkRoom(actor.partnerId, queues.limitsOf(actor));
}
