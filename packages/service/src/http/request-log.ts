import type { ErrorCode } from '@bandeja/contract/errors/registry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SubmissionResult } from '../matches/submit.ts';
import { keyOf, unitsOf } from './access.ts';
import type { ServedRequest } from './served-request.ts';
import { endRequestSpan } from './tracing.ts';

/** The codes of refused requests, since several share a status. */
const refusals = new WeakMap<FastifyRequest, ErrorCode>();

/** What became of the matches that requests submitted. */
const submissions = new WeakMap<FastifyRequest, readonly SubmissionResult[]>();

const answered = new WeakSet<FastifyRequest>();

declare module 'fastify' {
  interface FastifyInstance {
    /** Called with each request that is over. */
    readonly onServed: (served: ServedRequest) => void;
  }
}

/**
 * One line for each request. It has the route's pattern and not the address, since paths and queries name people; headers
 * and bodies are never logged.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  answered.add(request);
  const served = servedRequest(request, reply, reply.statusCode);
  request.log.info(lineOf(served, request.method), 'request');
  tell(request, served);
}

/** The line of a request whose client went away before it had its answer; there is no status then. */
export function logAbandoned(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if (answered.has(request)) return;
    const served = servedRequest(request, reply, null);
    request.log.info(lineOf(served, request.method), 'request abandoned by the client');
    tell(request, served);
  });
}

function tell(request: FastifyRequest, served: ServedRequest): void {
  endRequestSpan(request, served);
  request.server.onServed(served);
}

/** Notes the code of the problem that a request is answered with, for its line in the log. */
export function recordRefusal(request: FastifyRequest, code: ErrorCode): void {
  refusals.set(request, code);
}

/** Notes what became of the matches that a request submitted. */
export function recordSubmissions(request: FastifyRequest, results: readonly SubmissionResult[]): void {
  submissions.set(request, results);
}

function servedRequest(request: FastifyRequest, reply: FastifyReply, status: number | null): ServedRequest {
  const { url, config } = request.routeOptions;
  return {
    // Clients can invent methods, and the path of any route takes all of them, to refuse them.
    method: url === undefined || config?.allow !== undefined ? 'other' : request.method,
    route: url ?? null,
    status,
    code: refusals.get(request) ?? null,
    ms: reply.elapsedTime,
    actor: keyOf(request) ?? null,
    units: unitsOf(request),
    submitted: submissions.get(request) ?? [],
  };
}

function lineOf({ route, code, ms, actor, status }: ServedRequest, method: string) {
  return {
    method,
    route,
    ...(code === null ? {} : { code }),
    ms: Math.round(ms * 10) / 10,
    partner_id: actor?.partnerId ?? null,
    key_id: actor?.keyId ?? null,
    ...(actor?.mode === 'test' ? { mode: actor.mode } : {}),
    status,
  };
}
