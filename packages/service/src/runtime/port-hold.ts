import { once } from 'node:events';
import net from 'node:net';

/** A port that is bound, and closes every connection until a server takes it over. */
export interface HeldPort {
  /** Makes the server listen on the port. It was never free in between. */
  handOver(server: net.Server): Promise<void>;
  /** Frees the port, unless a server has it. */
  release(): void;
}

/**
 * Binds a port while the database is opened and migrated, so that a start that finds its port in use changes nothing. To clients,
 * the service isn't there yet.
 * @throws the error of `listen`
 */
export async function holdPort(host: string, port: number): Promise<HeldPort> {
  const holder = net.createServer((socket) => socket.destroy());
  // Some systems resolve this name to ::1 first, and clients that know only 127.0.0.1 would not get through.
  holder.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  await once(holder, 'listening');
  let isHeld = true;
  return {
    async handOver(server) {
      // The server now owns the socket and closes it. Closing the holder would close it too.
      isHeld = false;
      server.listen(holder);
      await once(server, 'listening');
    },
    release() {
      if (isHeld) holder.close();
      isHeld = false;
    },
  };
}
