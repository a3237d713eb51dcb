import type { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOO_MANY_REQUESTS_PAUSE_MS } from './limits.ts';
import { problemOf, sendProblem } from './problem-answer.ts';
import { setCommonHeaders } from './request-id.ts';
import { logRequest, recordRefusal } from './request-log.ts';

/** Handles everything that is thrown: the client gets a problem, the log gets the error itself. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = reportError(error, request);
  // Fastify closes the connection after a refused body. The rest of the body is read and discarded instead, so
  // that a client that is still sending sees the answer and not a reset connection. A problem that wants the connection
  // closed says so among its headers.
  reply.removeHeader('connection');
  const send = () => sendProblem(request, reply, problem);
  if (problem.code === 'rate_limited' || problem.code === 'overloaded') setTimeout(send, TOO_MANY_REQUESTS_PAUSE_MS);
  else send();
}

/** Tells the log of an error. @returns the problem that the client is to get. */
export function reportError(error: unknown, request: FastifyRequest): Problem {
  const problem = problemOf(error, request);
  recordRefusal(request, problem.code);
  if (problem.code === 'internal_error') {
    request.log.error({ err: error }, 'the request failed inside the service');
  } else if (problem !== error) {
    request.log.debug({ err: error }, 'the request was refused');
  }
  return problem;
}

/** For requests that Fastify refuses before any hook has run, such as a path with a bad escape. */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  setCommonHeaders(request, reply);
  reply.raw.once('finish', () => logRequest(request, reply));
  answerError(error, request, reply);
}
