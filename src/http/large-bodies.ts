import { setImmediate as otherEvents, setTimeout as rest } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { FairQueue } from '../runtime/fair-queue.ts';
import { callerOf } from './access.ts';
import { LARGE_BODY_BYTES } from './limits.ts';

/** One is read and judged at a time. Up to 128 wait, which is 64 MiB at most. */
const LIMITS = { running: 1, queued: 128, perOwner: { running: 1, queued: 32 } };

/** Where a request says that its body is large. */
const isLarge: unique symbol = Symbol('large body');

declare module 'fastify' {
  interface FastifyRequest {
    [isLarge]?: boolean;
  }
}

/**
 * Has large bodies wait for each other: one takes some milliseconds to read and as much to judge, in which the process answers
 * no other request. Callers take turns, and after each turn the process serves others for as long as the turn took.
 */
export class LargeBodies {
  readonly #queue = new FairQueue<() => Promise<void>>(LIMITS, async ([turn]) => turn?.());

  /**
   * Resolves when the body may be read. What the caller does at once after that is its turn.
   * @returns undefined for a body that is not large
   * @throws {Problem} `overloaded`
   */
  beforeReading(request: FastifyRequest, bytes: number): Promise<void> | undefined {
    if (bytes <= LARGE_BODY_BYTES) return undefined;
    request[isLarge] = true;
    return this.#next(request);
  }

  /** Has a route's handler, which judges the parts of some bodies, begin in a turn as well. */
  beforeHandling(route: RouteOptions): void {
    if (route.config?.bodyShape === undefined) return;
    const { handler } = route;
    const next = (request: FastifyRequest) => this.#next(request);
    route.handler = function (request: FastifyRequest, reply: FastifyReply) {
      const work = () => handler.call(this, request, reply) as Promise<unknown>;
      return request[isLarge] === true ? next(request).then(work) : work();
    };
  }

  #next(request: FastifyRequest): Promise<void> {
    return new Promise((resolve) => {
      const turn = async (): Promise<void> => {
        const began = performance.now();
        resolve();
        await otherEvents();
        await rest(performance.now() - began);
      };
      this.#queue.push(callerOf(request) ?? '', 1, turn);
    });
  }
}
