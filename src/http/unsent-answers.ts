/**
 * Answers wait in memory until their clients take them, so a client that asks and never reads must not hold much, nor for long:
 *
 * - A connection whose client takes nothing of an answer for a while is closed. Node's own timeout of a socket would not do it:
 *   it also restarts with each byte that the client sends.
 * - The bytes that wait are bounded for each caller and for all. If an answer does not fit, connections that have stood still
 *   are closed. If it still does not fit, it becomes a 503, unless it tells what a request has stored. So a client that is slow
 *   but does read keeps its answer, and one that stands still gives way.
 * - If all bytes together are too many, only callers who have more than an equal share of the bound give way. The others may go
 *   over it, so that one caller cannot take it from them.
 *
 * A connection has one answer at a time (pipelining.ts).
 */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/errors/problem.ts';
import { callerOf } from './access.ts';
import { SLICE_BYTES, SMALL_ANSWER_BYTES, STOOD_STILL_MS, type UnsentLimits } from './limits.ts';
import { answerWith } from './problem-answer.ts';
import { stampAnswer } from './request-id.ts';
import { noteRefusal } from './request-log.ts';
import type { App } from './route.ts';

interface Connection {
  readonly socket: Socket;
  /** What its client had taken at the last look, in bytes, and since when: of any answer, or there was none to take. */
  taken: number;
  since: number;
  /** The answer that is counted: whose it is, and its length. */
  caller: string;
  bytes: number;
}

export interface UnsentOptions {
  readonly limits: UnsentLimits;
  /** How long a client may take nothing of an answer. */
  readonly stalledMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
  /** A monotonic clock, in ms. */
  readonly elapsedMs: () => number;
}

/** Watches the connections of an app. To be called after all other hooks on sending, which need whole answers. */
export function boundUnsentAnswers(app: App, options: UnsentOptions): void {
  const unsent = new UnsentAnswers(app, options);
  const timer = setInterval(() => unsent.look(), options.checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.server.on('connection', (socket: Socket) => unsent.open(socket));
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
    if (Buffer.byteLength(payload) <= SMALL_ANSWER_BYTES || request.method === 'HEAD') return done(null, payload);
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    const caller = callerOf(request);
    // What everybody may read is one buffer that all answers share.
    if (caller === null) return done(null, toSend(reply, bytes));
    if (!unsent.makeRoom(caller, bytes.length) && hasStoredNothing(request, reply)) {
      return done(null, refuseToSend(request, reply));
    }
    unsent.count(request.raw.socket, caller, bytes.length, reply);
    return done(null, toSend(reply, bytes));
  });
}

const hasStoredNothing = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  request.method === 'GET' || statusCode >= 400 || request.routeOptions.config.isStored?.(request) === false;

/** Makes another answer a refusal. Nothing can be thrown, since the answer may be a refusal itself. */
function refuseToSend(request: FastifyRequest, reply: FastifyReply): Buffer {
  for (const name of ['etag', 'vary', 'content-encoding', 'content-language']) reply.removeHeader(name);
  stampAnswer(request, reply);
  noteRefusal(request, 'overloaded');
  const problem = new Problem('overloaded', 'Earlier answers to this caller have not been read yet.');
  return answerWith(request, reply, problem);
}

/** Written as a whole, an answer of 1 MiB would show no progress until its end. */
function toSend(reply: FastifyReply, bytes: Buffer): Buffer | Readable {
  if (bytes.length <= SLICE_BYTES) return bytes;
  const slices = function* (): Generator<Buffer> {
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) yield bytes.subarray(from, from + SLICE_BYTES);
  };
  reply.header('content-length', bytes.length);
  return Readable.from(slices());
}

class UnsentAnswers {
  readonly #app: App;
  readonly #options: UnsentOptions;
  readonly #connections = new Map<Socket, Connection>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(app: App, options: UnsentOptions) {
    this.#app = app;
    this.#options = options;
  }

  open(socket: Socket): void {
    const connection = { socket, taken: 0, since: this.#options.elapsedMs(), caller: '', bytes: 0 };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#count(connection, 0);
      this.#connections.delete(socket);
    });
  }

  /** Closes connections that have stood still if so many more bytes do not fit. @returns whether the caller may have them */
  makeRoom(caller: string, bytes: number): boolean {
    const { ofCaller, total } = this.#options.limits;
    const isCallerOver = () => this.#bytesFor(caller) + bytes > ofCaller;
    const isOver = () => this.#bytes + bytes > total;
    const isAboveShare = (one: string) => this.#bytesFor(one) > total / this.#bytesOf.size;
    if (isCallerOver()) this.#closeStanding((connection) => isCallerOver() && connection.caller === caller);
    if (isOver()) this.#closeStanding((connection) => isOver() && isAboveShare(connection.caller));
    return !isCallerOver() && !(isOver() && isAboveShare(caller));
  }

  /** Counts an answer until all of it is handed to the operating system, or its connection is closed. */
  count(socket: Socket, caller: string, bytes: number, reply: FastifyReply): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.caller = caller;
    this.#count(connection, bytes);
    reply.raw.once('finish', () => this.#count(connection, 0));
  }

  /** Closes connections whose clients have taken nothing for too long. */
  look(): void {
    const now = this.#options.elapsedMs();
    for (const connection of this.#connections.values()) {
      const { socket, taken, since } = connection;
      const takenNow = socket.writableLength === 0 ? null : socket.bytesWritten - socket.writableLength;
      if (takenNow === null || takenNow !== taken) {
        connection.taken = takenNow ?? taken;
        connection.since = now;
      } else if (now - since >= this.#options.stalledMs) {
        this.#close(connection, 'since its client took nothing of an answer');
      }
    }
  }

  /** Goes through the connections that have stood still: those of the heaviest callers first, the longest of each first. */
  #closeStanding(isToClose: (connection: Connection) => boolean): void {
    const latest = this.#options.elapsedMs() - STOOD_STILL_MS;
    const standing = [...this.#connections.values()]
      .filter(({ bytes, since }) => bytes > 0 && since <= latest)
      .sort((a, b) => this.#bytesFor(b.caller) - this.#bytesFor(a.caller) || a.since - b.since);
    for (const connection of standing) if (isToClose(connection)) this.#close(connection, 'to make room for others');
  }

  #bytesFor(caller: string): number {
    return this.#bytesOf.get(caller) ?? 0;
  }

  #count(connection: Connection, bytes: number): void {
    const more = bytes - connection.bytes;
    connection.bytes = bytes;
    this.#bytes += more;
    const ofCaller = this.#bytesFor(connection.caller) + more;
    if (ofCaller > 0) this.#bytesOf.set(connection.caller, ofCaller);
    else this.#bytesOf.delete(connection.caller);
  }

  #close(connection: Connection, why: string): void {
    const { caller, bytes, since } = connection;
    const ms = Math.round(this.#options.elapsedMs() - since);
    this.#app.log.warn({ caller, bytes, stood_still_ms: ms }, `a connection was closed ${why}`);
    this.#count(connection, 0);
    connection.socket.destroy();
  }
}
