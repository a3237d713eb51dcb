/**
 * Handles what Node's HTTP parser refuses. It never becomes a request, so the problem is written to the bare socket. Then the
 * connection closes, since the start of the next request is unknown.
 */

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@bandeja/contract/errors/problem';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import { notFound } from '../validation/not-found.ts';
import { closeAfter, exchangeOf } from './admission/one-at-a-time.ts';
import { type MethodsByPath, methodNotAllowed, methodsOfPath } from './method-not-allowed.ts';
import { METHODS, STATUS_CODES } from './node-http.ts';
import { PROBLEM_MEDIA_TYPE, problemBody, problemHeaders } from './problem-answer.ts';
import { requestIdOf } from './request-id.ts';
import type { ServedRequest } from './served-request.ts';

export interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

const codeByParserCode: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
};

/** How long to read the rest of a refused request. Closing at once could reset the connection before the client has the response. */
const LINGER_MS = 1_000;

/** @returns the problem that was sent; null if the client gets only the response in progress, or nothing */
export function answerParserError(
  error: ParserError,
  socket: Socket,
  methodsByPath: MethodsByPath,
  servesOperators: boolean,
): Problem | null {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return null;
  }
  const exchange = exchangeOf(socket);
  if (exchange !== undefined && (exchange.request.complete || exchange.response.headersSent)) {
    closeAfter(exchange);
    return null;
  }
  const problem = problemOfParserError(error, methodsByPath, servesOperators);
  write(socket, problem, exchange?.id ?? null);
  return problem;
}

/** The metrics of a request that the parser refused. */
export function unreadRequest({ code }: Problem): ServedRequest {
  const { status } = errorRegistry[code];
  return { method: 'other', route: null, status, code, ms: 0, actor: null, link: null, units: 0, submitted: [] };
}

/**
 * Refuses CONNECT with a 404. By default Node would close the connection without a response. While an earlier request is in
 * progress, this only closes the connection too: Node has released the socket.
 */
export function refuseTunnel(request: IncomingMessage, socket: Socket): void {
  if (exchangeOf(socket) !== undefined) socket.destroy();
  else write(socket, notFound('route_not_found', request.url ?? ''), requestIdOf(request));
}

function problemOfParserError(error: ParserError, methodsByPath: MethodsByPath, servesOperators: boolean): Problem {
  const path = error.code === 'HPE_INVALID_METHOD' ? pathOfUnknownMethod(error.rawPacket) : null;
  if (path === null) return new Problem(codeByParserCode[error.code ?? ''] ?? 'malformed_request');
  const allow = methodsOfPath(methodsByPath, path, servesOperators);
  return allow === null ? notFound('route_not_found', path) : methodNotAllowed(allow);
}

/**
 * The path of a request whose method the parser does not know.
 * @returns null unless the packet begins with such a request line; it may begin with an earlier request
 */
function pathOfUnknownMethod(packet: unknown): string | null {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const [, method, path] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\/[!->@-~]*)(?:\?\S*)? HTTP\/1\.[01]\r?\n/.exec(text) ?? [];
  return method === undefined || path === undefined || METHODS.includes(method) ? null : path;
}

function write(socket: Socket, problem: Problem, requestId: string | null): void {
  const { status } = errorRegistry[problem.code];
  const body = JSON.stringify(problemBody(problem, requestId));
  const headers: Record<string, string> = {
    ...problemHeaders(problem),
    ...(requestId === null ? {} : { 'X-Request-Id': requestId }),
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
