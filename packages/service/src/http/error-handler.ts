import type { Problem } from '@bandeja/contract/errors/problem';
import { DatabaseUnavailable } from '@bandeja/postgres/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOO_MANY_REQUESTS_PAUSE_MS } from './admission/limits.ts';
import { problemOf, sendProblem } from './problem-answer.ts';
import { setCommonHeaders } from './request-id.ts';
import { logRequest, recordRefusal } from './request-log.ts';

/** Handles every thrown error: the client gets a problem, the log gets the error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = reportError(error, request);
  // Fastify would close the connection after a refused body. Instead, the rest of the body is read and discarded, so that a
  // client still sending sees the response and not a reset connection. A problem that must close it has a `Connection` header.
  reply.removeHeader('connection');
  const send = () => sendProblem(request, reply, problem);
  if (problem.code === 'rate_limited' || problem.code === 'overloaded') setTimeout(send, TOO_MANY_REQUESTS_PAUSE_MS);
  else send();
}

/** Logs an error. @returns the problem to send to the client */
export function reportError(error: unknown, request: FastifyRequest): Problem {
  const problem = problemOf(error, request);
  recordRefusal(request, problem.code);
  if (problem.code === 'internal_error') {
    request.log.error({ err: error }, 'internal error');
  } else if (error instanceof DatabaseUnavailable && error.reason !== 'unreachable') {
    request.log.warn({ err: error }, 'the database did not answer in time');
  } else if (problem !== error) {
    request.log.debug({ err: error }, 'the request was refused');
  }
  return problem;
}

/** For requests that Fastify refuses before any hook, such as a path with a bad escape. */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  setCommonHeaders(request, reply);
  reply.raw.once('finish', () => logRequest(request, reply));
  answerError(error, request, reply);
}
