import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { keepHouse } from './pglite-housekeeping.ts';
import { PgliteThread } from './pglite-thread.ts';
import { prepareSession, wireTypes } from './session.ts';
import { type Connection, type ConnectionSource, WireDatabase } from './wire-database.ts';

export interface PgliteOptions {
  /** The directory of the database's files, made when absent; null keeps the database in memory, for tests. */
  readonly directory: string | null;
  /** What {@link PgliteDatabase.dump} returned, to begin a database in memory with. */
  readonly snapshot?: Uint8Array;
  /** Called once the database's files are no longer in use, whether it was closed or has crashed. */
  readonly onClosed?: () => void;
  /** How often housekeeping looks for work; other than the default in tests only. */
  readonly housekeepingIntervalMs?: number;
  /** Called with a sentence when housekeeping fails, and when the database stops by itself. */
  readonly onWarning?: (message: string) => void;
}

/** A {@link WireDatabase} whose server is a worker thread of this process. */
export class PgliteDatabase extends WireDatabase {
  readonly #thread: PgliteThread;

  constructor(thread: PgliteThread, source: ConnectionSource) {
    super('pglite', source);
    this.#thread = thread;
  }

  /** Returns the whole database as a tarball, from which another can begin in memory. Nothing may be under way. */
  dump(): Promise<Uint8Array> {
    return this.#thread.dump();
  }
}

/**
 * Opens the embedded database. The caller holds the lock of its data directory (`data-directory.ts`): two threads on one
 * directory lose acknowledged data without a word.
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
  // The borrower of the connection learns of its end from its statement.
  client.on('error', () => {});
  await client.connect();
  // The server has no timers here, so it keeps no limits: a statement cannot be interrupted.
  await prepareSession(client, { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  return client;
}

/** Lends the only connection to one borrower at a time, in the order in which they asked. */
class SingleConnectionSource implements ConnectionSource {
  readonly #thread: PgliteThread;
  readonly #client: pg.Client;
  readonly #stopHousekeeping: () => void;
  /** Resolves when the last of those who asked so far has given the connection back. */
  #free: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(thread: PgliteThread, client: pg.Client, options: PgliteOptions) {
    const { onWarning = () => {} } = options;
    this.#thread = thread;
    this.#client = client;
    // A database in memory has no files to look after.
    const hasFiles = options.directory !== null;
    this.#stopHousekeeping = hasFiles
      ? keepHouse(() => this.acquire(), onWarning, options.housekeepingIntervalMs)
      : () => {};
    void thread.exited.then(() => {
      this.#stopHousekeeping();
      if (!this.#isClosing) onWarning(`the embedded database has stopped: ${thread.endedBecause}`);
    });
  }

  async acquire(): Promise<Connection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = (): void => resolve();
    this.#free = promise;
    await before;
    const endedBecause = this.#thread.endedBecause;
    if (endedBecause !== undefined) {
      release();
      throw new DatabaseUnavailable('unreachable', `the embedded database has stopped: ${endedBecause}`);
    }
    return { client: this.#client, release };
  }

  /**
   * True while the thread runs. Nothing is asked of the database: behind a long transaction the answer would wait for
   * its turn, which says nothing of the database's health, and the thread ends at once when the database does.
   */
  async isReachable(): Promise<boolean> {
    return this.#thread.endedBecause === undefined;
  }

  async end(): Promise<void> {
    this.#isClosing = true;
    this.#stopHousekeeping();
    await this.#free;
    await this.#client.end();
    await this.#thread.close();
  }
}
