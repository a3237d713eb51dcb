import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn of the event loop in which nothing else happened takes a tenth of it. */
const QUIET_TURN_MS = 0.5;
const QUIET_TURN_WITHIN_MS = 1_000;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** @throws the error of `listen` */
export async function listen(server: net.Server, { host, port }: Address): Promise<net.AddressInfo> {
  // Some systems resolve this name to ::1 first, and clients that know only 127.0.0.1 would not get through.
  server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  await once(server, 'listening');
  return server.address() as net.AddressInfo;
}

/**
 * Frees the port again at once. A proxy sends a request whose connection was refused to another process, but not one whose connection
 * was accepted and closed: that may have been handled.
 * @throws the error of `listen`
 */
export async function checkPort(address: Address): Promise<void> {
  const probe = net.createServer((socket) => socket.destroy());
  await listen(probe, address);
  probe.close();
  await once(probe, 'close');
}

/**
 * Stops listening in a turn of the event loop without a new connection. The kernel resets connections that wait to be accepted, and a proxy
 * has sent their requests already. @returns when the last connection has ended
 */
export async function stopListening(server: net.Server): Promise<void> {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  // From here on, connections are accepted between two turns.
  await nextTurn();
  let isQuiet = false;
  for (const startedAt = performance.now(); !isQuiet && performance.now() - startedAt < QUIET_TURN_WITHIN_MS; ) {
    const before = { accepted, at: performance.now() };
    await nextTurn();
    isQuiet = accepted === before.accepted && performance.now() - before.at < QUIET_TURN_MS;
  }
  const closed = once(server, 'close');
  server.close();
  await closed;
}
