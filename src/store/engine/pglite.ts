import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { runMaintenance } from './pglite-maintenance.ts';
import { PgliteThread } from './pglite-thread.ts';
import { prepareSession, wireTypes } from './session.ts';
import { type Connection, type ConnectionSource, WireDatabase } from './wire-database.ts';

export interface PgliteOptions {
  /** The directory of the database's files, made when absent; null keeps the database in memory, for tests. */
  readonly directory: string | null;
  /** The initial content of a database in memory, as {@link PgliteDatabase.dump} returns it. */
  readonly snapshot?: Uint8Array;
  /** Called when the database's files are no longer in use, after a close or a crash. */
  readonly onClosed?: () => void;
  /** How often maintenance looks for work; only tests change it. */
  readonly maintenanceIntervalMs?: number;
  /** Called with a sentence when maintenance fails, and when the database stops by itself. */
  readonly onWarning?: (message: string) => void;
}

/** A {@link WireDatabase} whose server is a worker thread of this process. */
export class PgliteDatabase extends WireDatabase {
  readonly #thread: PgliteThread;

  constructor(thread: PgliteThread, source: ConnectionSource) {
    super('pglite', source);
    this.#thread = thread;
  }

  /** Returns the whole database as a tarball, for {@link PgliteOptions.snapshot}. Nothing may be running. */
  dump(): Promise<Uint8Array> {
    return this.#thread.dump();
  }
}

/**
 * Opens the embedded database. The caller must hold the lock of its data directory (`data-directory.ts`): two threads on one
 * directory silently lose acknowledged data.
 * @throws {Error} with the database's own words when the files cannot be made or read.
 */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  const thread = await PgliteThread.start({ directory: options.directory, snapshot: options.snapshot ?? null });
  const { onClosed } = options;
  if (onClosed !== undefined) void thread.exited.then(onClosed);
  try {
    const client = await connect(thread);
    return new PgliteDatabase(thread, new SingleConnectionSource(thread, client, options));
  } catch (error) {
    await thread.close();
    throw error;
  }
}

async function connect(thread: PgliteThread): Promise<pg.Client> {
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => thread.socket,
    types: wireTypes,
  });
  // A lost connection fails the statement that is running; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  // PGlite has no timers, so it cannot enforce limits or interrupt a statement.
  await prepareSession(client, { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  return client;
}

/** Gives the only connection to one user at a time, first come, first served. */
class SingleConnectionSource implements ConnectionSource {
  readonly #thread: PgliteThread;
  readonly #client: pg.Client;
  readonly #stopMaintenance: () => void;
  /** Resolves when the last user in the queue has released the connection. */
  #free: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(thread: PgliteThread, client: pg.Client, options: PgliteOptions) {
    const { onWarning = () => {} } = options;
    this.#thread = thread;
    this.#client = client;
    // A database in memory has no files to maintain.
    this.#stopMaintenance =
      options.directory === null
        ? () => {}
        : runMaintenance({ acquire: () => this.acquire(), onWarning, intervalMs: options.maintenanceIntervalMs });
    void thread.exited.then(() => {
      this.#stopMaintenance();
      if (!this.#isClosing) onWarning(`the embedded database has stopped: ${thread.stopReason}`);
    });
  }

  async acquire(): Promise<Connection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = (): void => resolve();
    this.#free = promise;
    await before;
    const { stopReason } = this.#thread;
    if (stopReason !== undefined) {
      release();
      throw new DatabaseUnavailable('unreachable', `the embedded database has stopped: ${stopReason}`);
    }
    return { client: this.#client, release };
  }

  /**
   * True while the thread runs, which ends when the database does. A query would say nothing about health: it would wait
   * for its turn behind a long transaction.
   */
  async isReachable(): Promise<boolean> {
    return this.#thread.stopReason === undefined;
  }

  async end(): Promise<void> {
    this.#isClosing = true;
    this.#stopMaintenance();
    await this.#free;
    await this.#client.end();
    await this.#thread.close();
  }
}
