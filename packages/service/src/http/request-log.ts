import type { ErrorCode } from '@bandeja/contract/errors/registry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkOf, partnerOf } from './admission/request-context.ts';
import { unitsOf } from './admission/spend-units.ts';
import type { ServedRequest, SubmittedMatch } from './served-request.ts';
import { endRequestSpan } from './tracing.ts';

/** The problem code of each refused request: several codes share a status. */
const refusals = new WeakMap<FastifyRequest, ErrorCode>();

/** The results of the matches that each request submitted. */
const submissions = new WeakMap<FastifyRequest, readonly SubmittedMatch[]>();

const answered = new WeakSet<FastifyRequest>();

declare module 'fastify' {
  interface FastifyInstance {
    /** Called when a request has finished. */
    readonly onServed: (served: ServedRequest) => void;
  }
}

/**
 * Logs one line per request. It contains the route's pattern instead of the path, since paths and queries contain names of people.
 * Headers and bodies are never logged.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  answered.add(request);
  const served = servedRequest(request, reply, reply.statusCode);
  request.log.info(lineOf(served, request.method), 'request');
  reportServed(request, served);
}

/** Logs a request whose client disconnected before it got the response. Its status is null. */
export function logAbandoned(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if (answered.has(request)) return;
    const served = servedRequest(request, reply, null);
    request.log.info(lineOf(served, request.method), 'request abandoned by the client');
    reportServed(request, served);
  });
}

function reportServed(request: FastifyRequest, served: ServedRequest): void {
  endRequestSpan(request, served);
  request.server.onServed(served);
}

/** Remembers the problem code of a request for the log. */
export function recordRefusal(request: FastifyRequest, code: ErrorCode): void {
  refusals.set(request, code);
}

/** Remembers the results of the matches that a request submitted, for metrics and usage. */
export function recordSubmissions(request: FastifyRequest, results: readonly SubmittedMatch[]): void {
  submissions.set(request, results);
}

function servedRequest(request: FastifyRequest, reply: FastifyReply, status: number | null): ServedRequest {
  const { url, config } = request.routeOptions;
  return {
    // 'other' keeps the number of metric labels small: clients can send any method to any path.
    method: url === undefined || config?.allow !== undefined ? 'other' : request.method,
    route: url ?? null,
    status,
    code: refusals.get(request) ?? null,
    ms: reply.elapsedTime,
    actor: partnerOf(request) ?? null,
    link: linkOf(request) ?? null,
    units: unitsOf(request),
    submitted: submissions.get(request) ?? [],
  };
}

function lineOf({ route, code, ms, actor, link, status }: ServedRequest, method: string) {
  const mode = (actor ?? link)?.mode;
  return {
    method,
    route,
    ...(code === null ? {} : { code }),
    ms: Math.round(ms * 10) / 10,
    partner_id: (actor ?? link)?.partnerId ?? null,
    key_id: actor?.kind === 'key' ? actor.keyId : null,
    ...(actor?.kind === 'person' ? { person_id: actor.personId } : {}),
    ...(link === null ? {} : { link_id: link.linkId }),
    ...(mode === 'test' ? { mode } : {}),
    status,
  };
}
