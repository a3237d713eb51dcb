import { Problem } from '@bandeja/contract/errors/problem';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import { DatabaseUnavailable, SchemaGone } from '@bandeja/postgres/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BODY_BYTES_MAX, RETRY_AFTER_SECONDS } from './limits.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Said of a full disk, to clients and to the operator. */
export const NO_ROOM =
  'The disk of the database is full. The service goes on by itself, without a restart, once there is room again.';

/** Fastify's own refusals and their codes in the registry. Any other error is a fault of the service. */
const codeByFrameworkCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  // The connection broke while the body was being read: no one will see this answer, but it is not a fault of the service.
  ECONNRESET: 'malformed_request',
};

/** What a client sees of an error. Any error that is not meant for clients becomes `internal_error`. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) {
    if (error.reason === 'disk full') return new Problem('not_ready', NO_ROOM);
    return new Problem(error.reason === 'contention' ? 'overloaded' : 'not_ready');
  }
  if (error instanceof SchemaGone) return new Problem('sandbox_cleared');
  const code = codeByFrameworkCode[(error as { readonly code?: string } | null)?.code ?? ''];
  if (code === 'body_too_large')
    return new Problem(
      code,
      `The body is larger than ${(request.routeOptions.bodyLimit ?? BODY_BYTES_MAX) / 1024} KiB.`,
    );
  return new Problem(code ?? 'internal_error');
}

/** The members of RFC 9457 and ours. @param requestId null where the parser refused before one was read. */
export function problemBody(problem: Problem, requestId: string | null): Record<string, unknown> {
  const { status, title } = errorRegistry[problem.code];
  const listsFaults = problem.code === 'invalid_body' || problem.code === 'invalid_query';
  const faults = problem.faults ?? (listsFaults ? [] : undefined);
  return {
    type: `/docs/errors#${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    ...(requestId === null ? {} : { request_id: requestId }),
    ...problem.extensions,
    ...(faults === undefined ? {} : { errors: faults }),
  };
}

/** The headers of a problem: its own, and `Retry-After` wherever the status promises it. */
export function problemHeaders(problem: Problem): Record<string, string> {
  const { status } = errorRegistry[problem.code];
  const retry: Record<string, string> =
    status === 429 || status === 503 ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {};
  return { ...retry, ...problem.headers };
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  reply
    .code(errorRegistry[problem.code].status)
    .headers(problemHeaders(problem))
    .header('content-type', PROBLEM_MEDIA_TYPE)
    // Bytes, not an object, so that no shape cuts members off; and not a string, to which Fastify would add a charset
    // that the media type does not have.
    .send(Buffer.from(JSON.stringify(problemBody(problem, request.id))));
}
