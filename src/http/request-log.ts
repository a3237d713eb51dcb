import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../domain/errors/index.ts';
import { keyOf } from './access.ts';

/** The codes of refused requests, since several share a status. */
const refusals = new WeakMap<FastifyRequest, ErrorCode>();

const answered = new WeakSet<FastifyRequest>();

/**
 * One line for each request. It has the route's pattern and not the address, since paths and queries name people; headers
 * and bodies are never logged.
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

/** Notes the code of the problem that a request is answered with, for its line in the log. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode): void {
  refusals.set(request, code);
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const key = keyOf(request);
  const code = refusals.get(request);
  return {
    method: request.method,
    route: request.routeOptions.url ?? null,
    ...(code === undefined ? {} : { code }),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    partner_id: key?.partnerId ?? null,
    key_id: key?.keyId ?? null,
  };
}
