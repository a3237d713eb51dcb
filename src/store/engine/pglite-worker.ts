import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * The thread in which the embedded database runs: WASM and fsync block whatever thread they are on.
 *
 * It is a pipe for the wire protocol and nothing else. The main thread posts the bytes of one exchange (up to a Sync),
 * the database answers with bytes; statements, types, transactions and errors are the business of `wire-database.ts`.
 */
export interface WorkerStart {
  /** Where the database's files are, or null for one in memory. */
  readonly directory: string | null;
  /** A tarball as {@link ToWorker} `dump` makes it, to begin a database in memory with. */
  readonly snapshot: Uint8Array | null;
}

/** Bytes are posted bare, as an ArrayBuffer that changes hands without a copy. */
export type ToWorker = ArrayBuffer | 'dump' | 'close';
export type FromWorker =
  | ArrayBuffer
  | { readonly kind: 'ready' }
  /** It did not start, or ends now. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'dumped'; readonly snapshot: Uint8Array };

/**
 * PGlite's defaults but for `-F`, which switches fsync off. `fdatasync`, the default method, is a stub that returns at
 * once in this build; `fsync` reaches the file system below.
 */
const DURABLE_PARAMETERS = [...PGlite.defaultStartParams.filter((p) => p !== '-F'), '-c', 'wal_sync_method=fsync'];

/** What is used here of Emscripten's module; PGlite's own types leave it open. */
interface FileStream {
  readonly nfd: number;
}
interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: FileStream) => number };
    tryFSOperation<T>(operation: () => T): T;
  };
  _PostgresMainLoopOnce: () => void;
}

/** Emscripten's NODEFS has no fsync of its own, so PostgreSQL's would do nothing. */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const giveFsync = (module: unknown): void => {
      const { NODEFS } = module as EmscriptenModule;
      NODEFS.stream_ops.fsync = (stream) =>
        NODEFS.tryFSOperation(() => {
          fs.fdatasyncSync(stream.nfd);
          return 0;
        });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), giveFsync] } };
  }
}

/**
 * Makes the database's files beside their place and renames them once they are whole and on the disk, so that a kill or
 * a power cut at any moment leaves either nothing or a database. (PGlite copies them in, in place and unsynced.)
 */
async function createFiles(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  await (await openFiles(unfinished)).close();
  for (const entry of fs.readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
    syncPath(path.join(entry.parentPath, entry.name));
  }
  syncPath(unfinished);
  fs.renameSync(unfinished, directory);
  syncPath(path.dirname(directory));
}

function syncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

async function start({ directory, snapshot }: WorkerStart): Promise<PGlite> {
  if (directory !== null) {
    if (!fs.existsSync(path.join(directory, 'PG_VERSION'))) await createFiles(directory);
    return openFiles(directory);
  }
  if (snapshot === null) return PGlite.create({ onStderr: heed });
  return PGlite.create({ onStderr: heed, loadDataDir: new Blob([snapshot as Uint8Array<ArrayBuffer>]) });
}

function openFiles(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFS(directory), startParams: DURABLE_PARAMETERS, onStderr: heed });
}

/** The server's last complaint: PGlite's own exceptions do not say what was wrong. */
let complaint: string | undefined;

function heed(line: string): boolean {
  const [, text] = /(?:FATAL|PANIC):\s*(.+)/.exec(line) ?? [];
  complaint = text ?? complaint;
  return true;
}

/**
 * PGlite swallows what it does not know and goes on calling into a dead WASM instance: after a PANIC (the disk is full,
 * an fsync failed) it would spin for ever. Such an end is made to end the thread, before any answer is posted.
 */
function dieOnPanic(database: PGlite, lastWords: (message: string) => void): void {
  const module = database.Module as unknown as EmscriptenModule;
  const original = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      original();
    } catch (error) {
      if ((error as { status?: number }).status !== LONG_JUMP) {
        lastWords(complaint ?? String(error));
        process.exit(1);
      }
      throw error;
    }
  };
}

/** The status with which PostgreSQL's `siglongjmp` after an ordinary ERROR leaves the loop (PGlite's own constant). */
const LONG_JUMP = 100;

async function exchange(database: PGlite, message: ArrayBuffer): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  await database.execProtocolRawStream(new Uint8Array(message), {
    syncToFs: false,
    // The bytes are a view into WASM memory that the next call overwrites.
    onRawData: (bytes) => chunks.push(bytes.slice()),
  });
  // An ArrayBuffer of its own, since Buffer.concat may hand out a part of Node's pool, which cannot be transferred.
  const answer = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    answer.set(chunk, at);
    at += chunk.length;
  }
  return answer.buffer;
}

async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const send = (message: FromWorker): void => {
    port.postMessage(message, message instanceof ArrayBuffer ? [message] : []);
  };
  let database: PGlite;
  try {
    database = await start(workerData as WorkerStart);
  } catch (error) {
    send({ kind: 'failed', message: complaint ?? String(error) });
    port.close();
    return;
  }
  dieOnPanic(database, (message) => send({ kind: 'failed', message }));

  const handle = async (message: ToWorker): Promise<void> => {
    if (message instanceof ArrayBuffer) {
      send(await exchange(database, message));
    } else if (message === 'dump') {
      const tarball = await database.dumpDataDir('none');
      send({ kind: 'dumped', snapshot: new Uint8Array(await tarball.arrayBuffer()) });
    } else {
      await database.close();
      port.close();
    }
  };
  // One at a time, in order of arrival: each waits for the one before it.
  let previous = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    previous = previous.then(() => handle(message));
  });
  send({ kind: 'ready' });
}

if (parentPort !== null) await main(parentPort);
