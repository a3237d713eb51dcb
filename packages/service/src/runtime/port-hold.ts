import { once } from 'node:events';
import net from 'node:net';

/**
 * Binds a port while the database is opened and migrated, so that a start that finds its port in use changes nothing. Connections
 * are closed at once: to clients, the service isn't there yet.
 * @returns frees the port
 * @throws the error of `listen`
 */
export async function holdPort(host: string, port: number): Promise<() => Promise<void>> {
  // The system chooses a free port later.
  if (port === 0) return async () => {};
  const server = net.createServer((socket) => socket.destroy());
  server.listen({ host, port });
  await once(server, 'listening');
  return async () => {
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
}
