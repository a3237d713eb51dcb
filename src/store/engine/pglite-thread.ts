import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PgliteSocket } from './pglite-socket.ts';
import type { FromWorker, ToWorker, WorkerStart } from './pglite-worker.ts';

/** The worker thread of an embedded database, seen from the main thread. */
export class PgliteThread {
  /** For a `pg` client to speak through. */
  readonly socket: PgliteSocket;
  /** Resolves once the thread has ended, whatever the reason; it uses no file any more. */
  readonly exited: Promise<void>;
  readonly #worker: Worker;
  #isRunning = true;
  /** The last words of a thread that ended by itself. */
  #lastWords = 'its thread ended';
  #takeSnapshot: ((snapshot: Uint8Array) => void) | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.socket = new PgliteSocket((message, transfer) => this.#post(message, transfer));
    worker.on('message', (message: FromWorker) => this.#receive(message));
    // An 'error' is followed by 'exit'; without a listener it would end the process.
    worker.on('error', (error) => {
      this.#lastWords = String(error);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.exited = promise;
    worker.on('exit', () => {
      this.#isRunning = false;
      this.socket.destroy();
      resolve();
    });
  }

  /** @throws {Error} with the database's own words when it does not start. */
  static async start(start: WorkerStart): Promise<PgliteThread> {
    // The process's own flags are not for the worker; some, such as --input-type, would keep it from starting.
    const options = { workerData: start, execArgv: [] };
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), options);
    const first = await Promise.race([
      once(worker, 'message').then(([message]) => message as FromWorker),
      once(worker, 'exit').then((): FromWorker => ({ kind: 'failed', message: 'its thread ended' })),
    ]);
    if (first instanceof ArrayBuffer || first.kind !== 'failed') return new PgliteThread(worker);
    // Whoever catches this may give the files to another, so nothing of the thread may be left.
    await worker.terminate();
    throw new Error(first.message);
  }

  /** Why nothing can be asked of the thread any more, or undefined while it runs. */
  get endedBecause(): string | undefined {
    return this.#isRunning ? undefined : this.#lastWords;
  }

  /** Returns the files of the database as a tarball. Nothing may be under way. */
  dump(): Promise<Uint8Array> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    this.#takeSnapshot = resolve;
    this.#post('dump');
    return promise;
  }

  /** Lets the database write its checkpoint, then ends the thread. */
  async close(): Promise<void> {
    this.#post('close');
    await this.exited;
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    if (this.#isRunning) this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromWorker): void {
    if (message instanceof ArrayBuffer) this.socket.receive(message);
    else if (message.kind === 'dumped') this.#takeSnapshot?.(message.snapshot);
    else if (message.kind === 'failed') this.#lastWords = message.message;
  }
}
