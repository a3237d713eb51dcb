import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { CopySource } from './backup/live-copy.ts';
import { type Connections, type DatabaseHealth, DatabaseUnavailable } from './database.ts';
import { freeBytesOf, hasRoom, isDiskFullMessage } from './disk-room.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { Maintenance } from './pglite-maintenance.ts';
import { PgliteThread } from './pglite-thread.ts';
import { prepareSession, wireTypes } from './session.ts';
import type { Connection, ConnectionSource } from './wire-database.ts';

export interface PgliteOptions {
  /** The directory of the database's files, created if missing. Null keeps the database in memory, for tests. */
  readonly directory: string | null;
  /** The initial content of a database in memory, as {@link PgliteSource.dump} returns it. */
  readonly snapshot?: Uint8Array;
  /** Called after a close, when the files are no longer in use. */
  readonly onClosed?: () => void;
  /** Interval of the maintenance; only tests set it. */
  readonly maintenanceIntervalMs?: number;
  /** Called with a message when maintenance fails, and when the database stops unexpectedly or runs again. */
  readonly onWarning?: (message: string) => void;
}

/** Minimum time in the state `disk full` after a write failed. The disk may show free space that a quota denies. */
const NO_ROOM_MS = 2_000;

/** The pause before a stopped database is reopened. It doubles with each failure. */
const PAUSE_FIRST_MS = 250;
const PAUSE_MAX_MS = 5_000;

/** A running database: its thread, and the only connection to it. */
interface Session {
  readonly thread: PgliteThread;
  readonly client: pg.Client;
}

async function openSession({ directory, snapshot }: PgliteOptions): Promise<Session> {
  const thread = await PgliteThread.start({ directory, snapshot: snapshot ?? null });
  try {
    return { thread, client: await connect(thread) };
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
  // A lost connection rejects the running statement. Without a listener, it would also end the process.
  client.on('error', () => {});
  await client.connect();
  // PGlite has no timers, so it cannot enforce limits or interrupt a statement.
  await prepareSession(client, { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  return client;
}

/**
 * Lends the only connection to one user at a time, first come, first served.
 *
 * A full disk or a failed fsync makes the database panic and stop. It is then reopened, as a server's postmaster does, and
 * recovers all acknowledged writes from its log. After a full disk, this waits for free space.
 */
export class PgliteSource implements ConnectionSource {
  readonly #options: PgliteOptions;
  readonly #maintenance: Maintenance | null;
  readonly #closing = new AbortController();
  #session: Session;
  /** The reason why the database has stopped; undefined while it runs. */
  #stopReason: string | undefined;
  #reopening: Promise<void> = Promise.resolve();
  /** Resolves when the last user in the queue has released the connection. */
  #free: Promise<void> = Promise.resolve();
  /** Users in the queue, including the one that has the connection. */
  #users = 0;
  #noRoomAt = Number.NEGATIVE_INFINITY;
  #isDiskFull = false;

  static async open(options: PgliteOptions): Promise<PgliteSource> {
    return new PgliteSource(options, await openSession(options));
  }

  private constructor(options: PgliteOptions, session: Session) {
    this.#options = options;
    this.#session = session;
    this.#watch(session);
    // A database in memory has no files to maintain.
    this.#maintenance =
      options.directory === null
        ? null
        : new Maintenance({
            acquire: () => this.acquire(),
            onWarning: (message) => this.#warn(message),
            intervalMs: options.maintenanceIntervalMs,
          });
  }

  async acquire(): Promise<Connection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = (): void => {
      this.#users -= 1;
      resolve();
    };
    this.#free = promise;
    this.#users += 1;
    await before;
    if (this.#stopReason !== undefined) {
      release();
      const reason = this.#isDiskFull ? 'disk full' : 'unreachable';
      throw new DatabaseUnavailable(reason, `the embedded database has stopped: ${this.#stopReason}`);
    }
    return { client: this.#session.client, release };
  }

  /** Runs no query: it would wait behind a long transaction, which is healthy. */
  async health(): Promise<DatabaseHealth> {
    const isStopped = this.#stopReason !== undefined;
    if (this.#isDiskFull && !isStopped && performance.now() - this.#noRoomAt > NO_ROOM_MS && this.#hasRoom()) {
      this.#isDiskFull = false;
    }
    const state = this.#isDiskFull ? 'disk full' : isStopped ? 'unreachable' : 'healthy';
    return { state, upkeep: this.#maintenance?.health() ?? [] };
  }

  connections(): Connections {
    const busy = Math.min(this.#users, 1);
    return { busy, idle: 1 - busy, max: 1, waiting: this.#users - busy };
  }

  noteDiskFull(): void {
    this.#isDiskFull = true;
    this.#noRoomAt = performance.now();
  }

  dump(): Promise<Uint8Array> {
    return this.#session.thread.dump();
  }

  /** The source for a copy of the files; null for a database in memory. */
  get copySource(): CopySource | null {
    const { directory } = this.#options;
    const maintenance = this.#maintenance;
    if (directory === null || maintenance === null) return null;
    return { directory, acquire: () => this.acquire(), keepLog: () => maintenance.keepLog() };
  }

  schemaSource(): ConnectionSource {
    return new OneAtATime(this);
  }

  async end(): Promise<void> {
    this.#closing.abort();
    this.#maintenance?.stop();
    await Promise.all([this.#free, this.#reopening]);
    if (this.#stopReason === undefined) {
      await this.#session.client.end();
      await this.#session.thread.close();
    }
    this.#options.onClosed?.();
  }

  #watch({ thread }: Session): void {
    void thread.exited.then(() => {
      this.#stopReason = thread.stopReason;
      if (this.#closing.signal.aborted) return;
      this.#noteStop(`the embedded database has stopped: ${this.#stopReason}`);
      if (this.#options.directory !== null) this.#reopening = this.#reopen();
    });
  }

  #noteStop(message: string): void {
    this.#isDiskFull = false;
    if (isDiskFullMessage(message) || !this.#hasRoom()) this.noteDiskFull();
    this.#warn(message);
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = PAUSE_FIRST_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
      // Closing aborts the pause, and then ends the loop.
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted || (this.#isDiskFull && !this.#hasRoom())) continue;
      try {
        this.#session = await openSession(this.#options);
      } catch (error) {
        this.#noteStop(`the embedded database does not start and is retried: ${(error as Error).message}`);
        continue;
      }
      this.#stopReason = undefined;
      this.#isDiskFull = false;
      this.#watch(this.#session);
      this.#warn('the embedded database runs again');
      return;
    }
  }

  freeBytes(): number | null {
    const { directory } = this.#options;
    return directory === null ? null : freeBytesOf(directory);
  }

  #hasRoom(): boolean {
    const { directory } = this.#options;
    return directory === null || hasRoom(directory);
  }

  #warn(message: string): void {
    this.#options.onWarning?.(message);
  }
}
