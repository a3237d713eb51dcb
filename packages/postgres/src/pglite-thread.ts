import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { PgliteSocket } from './pglite-socket.ts';
import type { FromWorker, ToWorker, WorkerStart } from './pglite-worker.ts';

/** The main thread's handle of the worker thread that runs an embedded database. */
export class PgliteThread {
  /** The connection for a `pg` client. */
  readonly socket: PgliteSocket;
  /** Resolves when the thread has ended and no longer uses files. */
  readonly exited: Promise<void>;
  readonly #worker: Worker;
  #isRunning = true;
  #reason = 'its thread ended';
  #resolveDump: ((snapshot: Uint8Array) => void) | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.socket = new PgliteSocket((message, transfer) => this.#post(message, transfer));
    worker.on('message', (message: FromWorker) => this.#receive(message));
    // Without a listener, an 'error' would end the process. 'exit' follows it.
    worker.on('error', (error) => {
      this.#reason = String(error);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.exited = promise;
    worker.on('exit', () => {
      this.#isRunning = false;
      this.socket.destroy();
      resolve();
    });
  }

  /** @throws {Error} with the database's message if it does not start. */
  static async start(start: WorkerStart): Promise<PgliteThread> {
    // V8 frees recompiled machine code while background threads still compile. In rare cases it then finds its list of
    // allocations corrupted and aborts the process (nodejs/node#64500). Keeping the code costs little memory.
    setFlagsFromString('--no-wasm-code-gc');
    // The worker must not inherit the flags of the process: with some, such as --input-type, it does not start.
    const options = { workerData: start, execArgv: [] };
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), options);
    const first = await Promise.race([
      once(worker, 'message').then(([message]) => message as FromWorker),
      once(worker, 'exit').then((): FromWorker => ({ kind: 'failed', message: 'its thread ended' })),
    ]);
    if (first instanceof ArrayBuffer || first.kind !== 'failed') return new PgliteThread(worker);
    // The caller may release the lock on the files next, so the thread must have ended.
    await worker.terminate();
    throw new Error(first.message);
  }

  /** Why the thread has stopped; undefined while it runs. */
  get stopReason(): string | undefined {
    return this.#isRunning ? undefined : this.#reason;
  }

  /** Returns the files of the database as a tarball. No statement may be running. */
  dump(): Promise<Uint8Array> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    this.#resolveDump = resolve;
    this.#post('dump');
    return promise;
  }

  /** Waits for the final checkpoint, then ends the thread. */
  async close(): Promise<void> {
    this.#post('close');
    await this.exited;
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    if (this.#isRunning) this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromWorker): void {
    if (message instanceof ArrayBuffer) this.socket.receive(message);
    else if (message.kind === 'dumped') this.#resolveDump?.(message.snapshot);
    else if (message.kind === 'failed') this.#reason = message.message;
  }
}
