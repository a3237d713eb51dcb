import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { KeyActor } from '../domain/context.ts';
import { Problem } from '../domain/errors/problem.ts';
import type { OwnerLimits, Turns } from '../domain/turns.ts';

/** Where the requests of partners take turns. Left out: all of them run at once. */
export interface TurnTaking {
  readonly turns?: Turns;
  /** Where those with test keys do. Default: with the others. */
  readonly sandboxTurns?: Turns;
  readonly turnLimits?: (actor: KeyActor) => OwnerLimits;
}

/** Has each request of a partner's route wait for its turn, once it has been read and judged. */
export function takeTurns(route: RouteOptions, { turns, sandboxTurns = turns, turnLimits }: TurnTaking): void {
  const { access, cost = 1, moreUnits, waitsElsewhere } = route.config ?? {};
  if (access?.kind !== 'partner' || turns === undefined || sandboxTurns === undefined || turnLimits === undefined)
    return;
  const { handler } = route;
  route.handler = function (request: FastifyRequest, reply: FastifyReply) {
    const work = () => handler.call(this, request, reply) as Promise<unknown>;
    if (waitsElsewhere?.(request) === true) return work();
    const { actor } = request.context;
    const own = actor.mode === 'test' ? sandboxTurns : turns;
    return own.run(actor.partnerId, turnLimits(actor), cost + (moreUnits?.(request) ?? 0), () =>
      // The client may have gone in the meantime; then there is no one to answer.
      reply.raw.destroyed ? Promise.reject(new Problem('overloaded')) : work(),
    );
  };
}

/**
 * Refuses a request before its body is read, if it would be refused later.
 * @throws {Problem} `overloaded`
 */
export function refuseOverload(request: FastifyRequest, { turns, sandboxTurns, turnLimits }: TurnTaking): void {
  const { access, waitsElsewhere } = request.routeOptions.config;
  if (access?.kind !== 'partner' || waitsElsewhere !== undefined || turns === undefined) return;
  const { actor } = request.context;
  const own = actor.mode === 'test' ? (sandboxTurns ?? turns) : turns;
  if (turnLimits !== undefined && own.isFull(actor.partnerId, turnLimits(actor))) throw own.refuse();
}
