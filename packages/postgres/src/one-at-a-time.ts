import type { Connections, DatabaseHealth } from './database.ts';
import type { Connection, ConnectionSource } from './wire-database.ts';

/**
 * Queues users, and lets one at a time wait for the connection of another source. However many schemas of an embedded database
 * are busy, they take at most every second turn on its connection.
 */
export class OneAtATime implements ConnectionSource {
  readonly #source: ConnectionSource;
  /** Resolves when the last user in the queue has released the connection. */
  #free: Promise<void> = Promise.resolve();

  /** @param source its owner closes it */
  constructor(source: ConnectionSource) {
    this.#source = source;
  }

  async acquire(): Promise<Connection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    try {
      const { client, release } = await this.#source.acquire();
      return {
        client,
        release: (broken) => {
          release(broken);
          resolve();
        },
      };
    } catch (error) {
      resolve();
      throw error;
    }
  }

  health(timeoutMs: number): Promise<DatabaseHealth> {
    return this.#source.health(timeoutMs);
  }

  connections(): Connections {
    return this.#source.connections();
  }

  noteDiskFull(): void {
    this.#source.noteDiskFull();
  }

  schemaSource(): ConnectionSource {
    return this;
  }

  /** Owns nothing to close. */
  async end(): Promise<void> {}
}
