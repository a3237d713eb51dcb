import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownCallerOf } from './access.ts';

/**
 * One line a request. The route's pattern stands for the address, since paths and queries name people; headers and
 * bodies never reach the log.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const caller = knownCallerOf(request);
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      partner_id: caller?.partnerId ?? null,
      key_id: caller?.keyId ?? null,
    },
    'request',
  );
}
