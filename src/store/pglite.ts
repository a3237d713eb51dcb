import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { PgliteSocket } from './pglite-socket.ts';
import type { FromWorker, ToWorker, WorkerStart } from './pglite-worker.ts';
import { prepareSession, wireTypes } from './session.ts';
import { type Connection, type ConnectionSource, WireDatabase } from './wire-database.ts';

export interface PgliteOptions {
  /** The directory of the database's files, made when absent; null keeps the database in memory, for tests. */
  readonly directory: string | null;
  /** What {@link PgliteDatabase.dump} returned, to begin a database in memory with. */
  readonly snapshot?: Uint8Array;
  /** Called once the database's files are no longer in use, whether it was closed or has crashed. */
  readonly onClosed?: () => void;
}

/** A {@link WireDatabase} whose server is a worker thread of this process. */
export class PgliteDatabase extends WireDatabase {
  readonly #thread: PgliteThread;

  constructor(thread: PgliteThread, client: pg.Client) {
    super('pglite', new SingleConnectionSource(thread, client));
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
 * @throws {Error} when the files cannot be made or read.
 */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  const thread = await PgliteThread.start({ directory: options.directory, snapshot: options.snapshot ?? null });
  const client = new pg.Client({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => thread.socket,
    types: wireTypes,
    pipeline: true,
  });
  // The borrower of the connection learns of its end from its statement.
  client.on('error', () => {});
  if (options.onClosed !== undefined) void thread.exited.then(options.onClosed);
  await client.connect();
  // The server has no timers here, so it keeps no limits: a statement cannot be interrupted.
  await prepareSession(client, { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  return new PgliteDatabase(thread, client);
}

/** The worker thread and the bytes to and from it. */
class PgliteThread {
  readonly socket: PgliteSocket;
  readonly #worker: Worker;
  readonly exited: Promise<void>;
  #dumped: ((snapshot: Uint8Array) => void) | undefined;
  isRunning = true;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.socket = new PgliteSocket((message, transfer) => this.#post(message, transfer));
    worker.on('message', (message: FromWorker) => {
      if (message instanceof ArrayBuffer) this.socket.receive(message);
      else if (message.kind === 'dumped') this.#dumped?.(message.snapshot);
    });
    // An 'error' is followed by 'exit'; without a listener it would end the process.
    let fault: Error | undefined;
    worker.on('error', (error) => {
      fault = error instanceof Error ? error : new Error(String(error));
    });
    this.exited = once(worker, 'exit').then(() => {
      this.isRunning = false;
      this.socket.destroy(fault);
    });
  }

  static async start(start: WorkerStart): Promise<PgliteThread> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: start });
    const [first] = (await once(worker, 'message')) as [FromWorker];
    if (!(first instanceof ArrayBuffer) && first.kind === 'failed') throw new Error(first.message);
    return new PgliteThread(worker);
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    if (this.isRunning) this.#worker.postMessage(message, transfer);
  }

  dump(): Promise<Uint8Array> {
    this.#post('dump');
    return new Promise((resolve) => {
      this.#dumped = resolve;
    });
  }

  async close(): Promise<void> {
    this.#post('close');
    await this.exited;
  }
}

/** Lends the only connection to one borrower at a time, in the order in which they asked. */
class SingleConnectionSource implements ConnectionSource {
  readonly #thread: PgliteThread;
  readonly #client: pg.Client;
  #free: Promise<void> = Promise.resolve();
  #borrowers = 0;

  constructor(thread: PgliteThread, client: pg.Client) {
    this.#thread = thread;
    this.#client = client;
  }

  async acquire(): Promise<Connection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    this.#borrowers += 1;
    const release = (): void => {
      this.#borrowers -= 1;
      resolve();
    };
    await before;
    if (!this.#thread.isRunning) {
      release();
      throw new DatabaseUnavailable('unreachable', 'the embedded database has stopped: start the service again');
    }
    return { client: this.#client, release };
  }

  /** A borrower's wait for its turn says nothing of the database's health, so a held connection counts as reachable. */
  async isReachable(_timeoutMs: number): Promise<boolean> {
    return this.#thread.isRunning;
  }

  async end(): Promise<void> {
    await this.#free;
    await this.#client.end();
    await this.#thread.close();
  }
}
