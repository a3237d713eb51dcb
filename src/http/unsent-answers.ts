/**
 * Answers wait in memory until their clients take them, so a client that asks and never reads must not hold much, nor for long:
 *
 * - A connection whose client takes nothing of an answer for a while is closed. Node's own timeout of a socket would not do it:
 *   it also starts anew with each byte that the client sends.
 * - The bytes that wait are bounded for each caller and for all. If the answer to a read does not fit, connections that have
 *   stood still are closed, the longest first. If it still does not fit, it becomes a 503. So a client that is slow but does
 *   read keeps its answer, and one that stands still gives way. What a write has done is always told.
 *
 * A connection has one answer at a time (pipelining.ts).
 */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Problem } from '../domain/errors/index.ts';
import { callerOf } from './access.ts';
import type { App } from './app.ts';
import { SLICE_BYTES, SMALL_ANSWER_BYTES, STOOD_STILL_MS, type UnsentLimits } from './limits.ts';
import { stampAnswer } from './request-id.ts';

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
    if (caller !== null) {
      if (request.method === 'GET' && reply.statusCode < 400 && !unsent.makeRoom(caller, bytes.length)) {
        for (const name of ['etag', 'vary', 'content-encoding']) reply.removeHeader(name);
        stampAnswer(request, reply);
        return done(new Problem('overloaded', 'Earlier answers to this caller have not been read yet.'));
      }
      unsent.count(request.raw.socket, caller, bytes.length, reply);
    }
    return done(null, bytes.length > SLICE_BYTES ? inSlices(reply, bytes) : bytes);
  });
}

/** Written as a whole, an answer of 1 MiB would show no progress until its end. */
function inSlices(reply: FastifyReply, bytes: Buffer): Readable {
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
    const connection = { socket, taken: 0, since: performance.now(), caller: '', bytes: 0 };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#count(connection, 0);
      this.#connections.delete(socket);
    });
  }

  /** Makes room for so many more bytes. @returns whether there is room now */
  makeRoom(caller: string, bytes: number): boolean {
    const { ofCaller, total } = this.#options.limits;
    const isCallerOver = () => (this.#bytesOf.get(caller) ?? 0) + bytes > ofCaller;
    const isOver = () => this.#bytes + bytes > total;
    if (!isCallerOver() && !isOver()) return true;
    const now = performance.now();
    const standing = [...this.#connections.values()]
      .filter((connection) => connection.bytes > 0 && now - connection.since >= STOOD_STILL_MS)
      .sort((a, b) => a.since - b.since);
    for (const connection of standing) {
      if (isCallerOver() ? connection.caller === caller : isOver()) this.#close(connection, 'to make room for others');
    }
    return !isCallerOver() && !isOver();
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
    const now = performance.now();
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

  #count(connection: Connection, bytes: number): void {
    const more = bytes - connection.bytes;
    connection.bytes = bytes;
    this.#bytes += more;
    const ofCaller = (this.#bytesOf.get(connection.caller) ?? 0) + more;
    if (ofCaller > 0) this.#bytesOf.set(connection.caller, ofCaller);
    else this.#bytesOf.delete(connection.caller);
  }

  #close(connection: Connection, why: string): void {
    const { caller, bytes, since } = connection;
    const ms = Math.round(performance.now() - since);
    this.#app.log.warn({ caller, bytes, stood_still_ms: ms }, `a connection was closed ${why}`);
    this.#count(connection, 0);
    connection.socket.destroy();
  }
}
