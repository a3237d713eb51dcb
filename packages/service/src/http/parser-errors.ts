/**
 * What Node's HTTP parser refuses never becomes a request, so it is answered on the bare socket: a problem like any
 * other, after which the connection closes, since it is unknown where the next request would begin.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@bandeja/contract/errors/problem';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import { type MethodsByPath, methodNotAllowed, methodsOfPath } from './method-not-allowed.ts';
import { METHODS, STATUS_CODES } from './node-http.ts';
import { closeAfter, exchangeOf } from './one-at-a-time.ts';
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

/** How long the rest of a refused request is still read: closing at once could take the answer away from the client. */
const LINGER_MS = 1_000;

/** @returns the problem that the client gets; null if it gets only the answer that is under way, or nothing */
export function answerParserError(error: ParserError, socket: Socket, methodsByPath: MethodsByPath): Problem | null {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return null;
  }
  const exchange = exchangeOf(socket);
  if (exchange !== undefined && (exchange.request.complete || exchange.response.headersSent)) {
    closeAfter(exchange);
    return null;
  }
  const problem = problemOfParserError(error, methodsByPath);
  write(socket, problem, exchange?.id ?? null);
  return problem;
}

/** What is known of a request that the parser has refused. */
export function unreadRequest({ code }: Problem): ServedRequest {
  const { status } = errorRegistry[code];
  return { method: 'other', route: null, status, code, ms: 0, actor: null, units: 0, submitted: [] };
}

/**
 * CONNECT asks for a tunnel, which the service does not offer; Node would close the connection without an answer. So does this
 * while an earlier request is under way, since Node has let go of the socket, and only a small answer could still be sent.
 */
export function refuseTunnel(request: IncomingMessage, socket: Socket): void {
  if (exchangeOf(socket) !== undefined) socket.destroy();
  else write(socket, new Problem('route_not_found'), requestIdOf(request));
}

function problemOfParserError(error: ParserError, methodsByPath: MethodsByPath): Problem {
  const path = error.code === 'HPE_INVALID_METHOD' ? pathOfUnknownMethod(error.rawPacket) : null;
  if (path === null) return new Problem(codeByParserCode[error.code ?? ''] ?? 'malformed_request');
  const allow = methodsOfPath(methodsByPath, path);
  return allow === null ? new Problem('route_not_found') : methodNotAllowed(allow);
}

/**
 * The path of a request with an unregistered method; its request line may still be a proper one.
 * @returns null if the packet does not begin with such a line. It may begin with an earlier request.
 */
function pathOfUnknownMethod(packet: unknown): string | null {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const [, method, path] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\/[!->@-~]*)\S* HTTP\/1\.[01]\r?\n/.exec(text) ?? [];
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
