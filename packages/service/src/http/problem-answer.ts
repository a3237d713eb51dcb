import { Problem } from '@bandeja/contract/errors/problem';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import { DatabaseUnavailable, SchemaGone } from '@bandeja/postgres/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BODY_BYTES_MAX, RETRY_AFTER_SECONDS } from './admission/limits.ts';
import { badEscape } from './target.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Sent to clients and shown in the readiness check. */
export const NO_ROOM =
  'The disk of the database is full. The service recovers without a restart once there is space again.';

/** Sent to clients and shown in the readiness check. */
export const UNREACHABLE = 'The service cannot reach its database.';

/** The problem codes of Fastify's own refusals. Any other error is an internal error. */
const codeByFrameworkCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  // The client disconnected while its body was being read. It won't see the response, but this is not an internal error.
  ECONNRESET: 'malformed_request',
};

/** The problem to send for an error. Any error that is not meant for clients becomes `internal_error`. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) {
    switch (error.reason) {
      case 'disk full':
        return new Problem('not_ready', NO_ROOM);
      case 'contention':
        return new Problem('overloaded', 'The database is locked or too slow: it did not answer in time.');
      case 'in doubt':
        return new Problem('not_ready', 'The database has not confirmed the write in time. It may have been stored.');
      case 'unreachable':
        // Its message has addresses.
        return new Problem('not_ready', UNREACHABLE);
    }
  }
  if (error instanceof SchemaGone) return new Problem('sandbox_cleared');
  if ((error as { readonly code?: string } | null)?.code === 'FST_ERR_BAD_URL')
    return badEscape('path', request.url.split('?', 1)[0] ?? '');
  const code = codeByFrameworkCode[(error as { readonly code?: string } | null)?.code ?? ''];
  if (code === 'body_too_large')
    return new Problem(
      code,
      `The body is larger than ${(request.routeOptions.bodyLimit ?? BODY_BYTES_MAX) / 1024} KiB.`,
    );
  return new Problem(code ?? 'internal_error');
}

/** The body of a problem (RFC 9457, with additional members). @param requestId null if the parser refused the request */
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

/** The headers of a problem: its own, `WWW-Authenticate` for 401, and `Retry-After` for 429 and 503. */
export function problemHeaders(problem: Problem): Record<string, string> {
  const { status } = errorRegistry[problem.code];
  return {
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...((status === 429 || status === 503) && { 'Retry-After': String(RETRY_AFTER_SECONDS) }),
    ...problem.headers,
  };
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  reply
    .code(errorRegistry[problem.code].status)
    .headers(problemHeaders(problem))
    .header('content-type', PROBLEM_MEDIA_TYPE)
    // A buffer: an object would lose members that the shape lacks, and to a string Fastify would add a charset, which this media
    // type does not have.
    .send(Buffer.from(JSON.stringify(problemBody(problem, request.id))));
}
