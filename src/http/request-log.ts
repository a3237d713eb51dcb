import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownCallerOf } from './access.ts';

const answered = new WeakSet<FastifyRequest>();

/**
 * One line a request. The route's pattern stands for the address, since paths and queries name people; headers and
 * bodies never reach the log.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  answered.add(request);
  request.log.info({ ...lineOf(request, reply), status: reply.statusCode }, 'request');
}

/** The line of a request whose client went away before it had its answer; there is no status then. */
export function logAbandoned(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if (answered.has(request)) return;
    request.log.info({ ...lineOf(request, reply), status: null }, 'request abandoned by the client');
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const caller = knownCallerOf(request);
  return {
    method: request.method,
    route: request.routeOptions.url ?? null,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    partner_id: caller?.partnerId ?? null,
    key_id: caller?.keyId ?? null,
  };
}
