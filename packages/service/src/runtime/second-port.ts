import { once } from 'node:events';
import type { Server } from 'node:http';
import net from 'node:net';
import { type Address, listen } from './listen.ts';

/** Another port of an HTTP server. Its connections are the server's, so they have the same handlers, limits and timeouts. */
export class SecondPort {
  // The options of an HTTP server.
  readonly #listener = net.createServer({ allowHalfOpen: true, noDelay: true });
  readonly #sockets = new WeakSet<net.Socket>();

  /** Whether a connection came in here. */
  has(socket: net.Socket): boolean {
    return this.#sockets.has(socket);
  }

  async open(server: Server, address: Address): Promise<net.AddressInfo> {
    this.#listener.on('connection', (socket) => {
      this.#sockets.add(socket);
      server.emit('connection', socket);
    });
    return listen(this.#listener, address);
  }

  /** Accepts no more connections, and waits until the last one has ended. */
  async close(): Promise<void> {
    if (!this.#listener.listening) return;
    this.#listener.close();
    await once(this.#listener, 'close');
  }
}
