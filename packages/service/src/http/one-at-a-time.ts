/**
 * A connection has one request at a time. If a client sends another one before it has the answer, that answer is the last one: the
 * connection closes, and the client sends the rest again (RFC 9112, 9.3.2). Node parses requests ahead, so a client could
 * otherwise make any number of answers wait in memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './route.ts';

export interface Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * An idle connection has none, and so keeps nothing of its last request: an object that lives that long moves to the old heap, and
 * collecting that stops all requests.
 */
const exchanges = new WeakMap<Socket, Exchange>();

/** The request that a connection is busy with; it stays until all of its body has come. */
export const exchangeOf = (socket: Socket): Exchange | undefined => exchanges.get(socket);

/** To be called before any other hook is added: a request that comes too early reaches none of them. */
export function handleOneAtATime(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Node gives a response the socket when the response before it is done.
    if (reply.raw.socket === null) {
      readNoMore(socket);
      reply.raw.once('socket', () => socket.destroySoon());
      return;
    }
    exchanges.set(socket, { id: request.id, request: request.raw, response: reply.raw });
    reply.raw.once('close', () => {
      if (request.raw.complete) exchanges.delete(socket);
    });
    done();
  });
}

/** Closes a connection after the answer that is under way. */
export function closeAfter({ request: { socket }, response }: Exchange): void {
  readNoMore(socket);
  if (response.closed) socket.destroy();
  else response.once('close', () => socket.destroySoon());
}

/** Reads nothing more from a connection. The answer under way is the last one. */
function readNoMore(socket: Socket): void {
  socket.pause();
  // Node resumes the socket at the end of each message that it has parsed.
  socket.off('resume', pauseAgain).on('resume', pauseAgain);
  const exchange = exchanges.get(socket);
  // Node then says so in the answer, unless its headers are sent already.
  if (exchange !== undefined) exchange.response.shouldKeepAlive = false;
}

function pauseAgain(this: Socket): void {
  this.pause();
}
