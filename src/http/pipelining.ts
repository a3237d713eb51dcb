/**
 * Requests that a client sends on one connection without waiting for answers. They are handled one after another: handled
 * together, hundreds of large answers would wait behind the first, for a client that may never read it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PIPELINED_MAX } from './limits.ts';

export interface Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Waiting extends Exchange {
  readonly begin: () => void;
}

/** The requests of one connection. */
interface Pipeline {
  /** The request that is being handled or answered. It stays after its answer until all of its body has come. */
  underWay: Exchange;
  isAnswered: boolean;
  readonly waiting: Waiting[];
  /** Ends the connection after the last answer. */
  end?: () => void;
}

/**
 * An idle connection has none, and so does not keep its last request: an object that lives that long moves to the old heap, and
 * collecting that stops all requests.
 */
const pipelines = new WeakMap<Socket, Pipeline>();

/** Connections that take no more requests. */
const closing = new WeakSet<Socket>();

/**
 * Waits until the requests before this one on its connection are answered.
 * @returns undefined if there are none. The promise stays pending if the connection closes, or takes no more requests.
 */
export function waitForEarlier(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
  const exchange = { id: request.id, request: request.raw, response: reply.raw };
  const { socket } = request.raw;
  if (closing.has(socket)) return new Promise(() => {});
  const pipeline = pipelines.get(socket);
  if (pipeline === undefined || pipeline.isAnswered) {
    const started = { underWay: exchange, isAnswered: false, waiting: [] };
    pipelines.set(socket, started);
    goOnAfter(exchange, started);
    return undefined;
  }
  const last = pipeline.waiting.at(-1);
  if (last === undefined || pipeline.waiting.length < PIPELINED_MAX) {
    return new Promise((resolve) => pipeline.waiting.push({ ...exchange, begin: resolve }));
  }
  request.log.warn('a connection takes no more requests since its client sent too many without waiting for answers');
  takeNoMore(socket);
  // Node tells the client that this answer is the last one, and closes the connection after it.
  last.response.shouldKeepAlive = false;
  return new Promise(() => {});
}

/** Whether a request of the connection is being handled or answered. */
export const isBusy = (socket: Socket): boolean => pipelines.has(socket);

/**
 * Takes no more requests from a connection on which one cannot be read, and has that one refused once all before it are answered.
 * @param refuse called with the request that cannot be read, or null if its headers cannot be read either
 * @returns whether it is or will be refused: not if the connection is closing already, or the request has an answer already
 */
export function endWithRefusal(socket: Socket, refuse: (unreadable: Exchange | null) => void): boolean {
  if (closing.has(socket) || !socket.writable) return false;
  takeNoMore(socket);
  const pipeline = pipelines.get(socket);
  if (pipeline === undefined) {
    refuse(null);
    return true;
  }
  const { underWay, waiting } = pipeline;
  const last = waiting.at(-1) ?? underWay;
  if (last.request.complete) {
    pipeline.end = () => refuse(null);
  } else if (last !== underWay) {
    waiting.pop();
    pipeline.end = () => refuse(last);
  } else if (!last.response.headersSent) {
    refuse(last);
  } else {
    // A second answer would be taken for that of the next request.
    pipeline.end = () => socket.destroy();
    if (pipeline.isAnswered) pipeline.end();
    return false;
  }
  return true;
}

/** What the client still sends is discarded. It is read, since closing before could take answers away from the client. */
function takeNoMore(socket: Socket): void {
  closing.add(socket);
  socket.removeAllListeners('data');
  socket.on('data', () => {}).resume();
}

/** Goes on with the next request after the answer to this one. */
function goOnAfter({ request, response }: Exchange, pipeline: Pipeline): void {
  const { socket } = request;
  const forget = (): void => {
    if (pipelines.get(socket) === pipeline) pipelines.delete(socket);
  };
  response.once('close', () => {
    // A request whose answer cannot be sent any more is not handled.
    if (!socket.writable) return;
    const next = pipeline.waiting.shift();
    if (next !== undefined) {
      pipeline.underWay = next;
      goOnAfter(next, pipeline);
      next.begin();
    } else if (pipeline.end !== undefined) {
      pipeline.end();
    } else if (request.complete) {
      forget();
    } else {
      pipeline.isAnswered = true;
      request.once('end', forget);
    }
  });
}
