import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const visibleAscii = /^[!-~]{1,128}$/;

/** The caller's `X-Request-Id` if it is 1–128 visible ASCII characters, else a new one. */
export function requestIdOf(message: IncomingMessage): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && visibleAscii.test(given) ? given : randomUUID();
}

/** Sets the headers of every response, including refusals. Public routes that may be cached override `no-store`. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'X-Request-Id': request.id,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  });
}
