/**
 * Allows one request at a time per connection. If a client sends another one before it has the response, the connection closes
 * after that response, and the client sends the rest again (RFC 9112, 9.3.2). Node parses requests ahead, so a client could
 * otherwise queue any number of responses in memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../route.ts';

export interface Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * The entry is deleted when the request is over. An idle connection must not keep its last request alive: objects that live that
 * long move to the old heap, and collecting that heap stops all requests.
 */
const exchanges = new WeakMap<Socket, Exchange>();

/** The request in progress on a connection, until its whole body has arrived. */
export const exchangeOf = (socket: Socket): Exchange | undefined => exchanges.get(socket);

/** Must be the first hook: a request that arrives too early must not reach the others. */
export function handleOneAtATime(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Node assigns the socket to a response once the previous response is done.
    if (reply.raw.socket === null) {
      stopReading(socket);
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

/** Closes a connection after the response in progress. */
export function closeAfter({ request: { socket }, response }: Exchange): void {
  stopReading(socket);
  if (response.closed) socket.destroy();
  else response.once('close', () => socket.destroySoon());
}

/** Stops reading from a connection. The response in progress is the last one. */
function stopReading(socket: Socket): void {
  socket.pause();
  // Node resumes the socket at the end of each message that it has parsed.
  socket.off('resume', pauseAgain).on('resume', pauseAgain);
  const exchange = exchanges.get(socket);
  // Node then sends `Connection: close`, unless the headers are already sent.
  if (exchange !== undefined) exchange.response.shouldKeepAlive = false;
}

function pauseAgain(this: Socket): void {
  this.pause();
}
