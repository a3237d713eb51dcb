/**
 * Requests that a client sends on one connection without waiting for answers. They are handled one after another: handled
 * together, hundreds of large answers would wait behind the first, for a client that may never read it.
 */
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PIPELINED_MAX } from './limits.ts';

/** By connection: what lets the waiting requests go on, in their order. */
const waitingOn = new WeakMap<Socket, (() => void)[]>();

/**
 * Waits until the requests before this one on its connection are answered.
 * @returns undefined if there are none. If too many wait, the connection is closed, and the promise never settles.
 */
export function waitForEarlier(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
  const { socket } = request.raw;
  reply.raw.once('close', () => {
    if (socket.destroyed) return;
    const next = waitingOn.get(socket)?.shift();
    if (next === undefined) waitingOn.delete(socket);
    else next();
  });
  const waiting = waitingOn.get(socket);
  if (waiting === undefined) {
    waitingOn.set(socket, []);
    return undefined;
  }
  if (waiting.length >= PIPELINED_MAX) {
    request.log.warn('a connection was closed since it sent too many requests without waiting for answers');
    socket.destroy();
  }
  return new Promise((resolve) => waiting.push(resolve));
}
