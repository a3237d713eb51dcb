import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { TEMPLATE_DIRECTORY } from './pglite-template.ts';
import { syncTree } from './sync-files.ts';

/**
 * The worker thread that runs the embedded database, because WASM and fsync block their thread. The main thread posts the bytes
 * of one exchange of the wire protocol (up to a Sync) and gets the bytes of the reply.
 */
export interface WorkerStart {
  /** The directory of the database's files; null for a database in memory. */
  readonly directory: string | null;
  /** The initial content of a database in memory: a tarball from `dump`. */
  readonly snapshot: Uint8Array | null;
}

/** Bytes are posted as a bare ArrayBuffer, which is transferred without a copy. */
export type ToWorker = ArrayBuffer | 'dump' | 'close';
export type FromWorker =
  | ArrayBuffer
  | { readonly kind: 'ready' }
  /** The reason why the database did not start, or is stopping. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'dumped'; readonly snapshot: Uint8Array };

/**
 * PGlite's defaults without `-F`, which turns fsync off. The default sync method, `fdatasync`, is a stub in this build; `fsync`
 * calls `DurableNodeFS`.
 */
const DURABLE_PARAMETERS = [...PGlite.defaultStartParams.filter((p) => p !== '-F'), '-c', 'wal_sync_method=fsync'];

/** The used part of Emscripten's module, which PGlite does not declare. */
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

/** Emscripten's NODEFS has no fsync, so without this PostgreSQL's fsync would do nothing. */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const addFsync = (module: unknown): void => {
      const { NODEFS } = module as EmscriptenModule;
      NODEFS.stream_ops.fsync = (stream) =>
        NODEFS.tryFSOperation(() => {
          fs.fdatasyncSync(stream.nfd);
          return 0;
        });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/**
 * Creates the database's files in a temporary directory, syncs them and renames it. So after a kill or a power cut, there is
 * either no database or a complete one. PGlite would copy the files in place without syncing them.
 */
async function createFiles(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  if (directory !== TEMPLATE_DIRECTORY && fs.existsSync(TEMPLATE_DIRECTORY)) {
    fs.cpSync(TEMPLATE_DIRECTORY, unfinished, { recursive: true });
  } else {
    await (await openFiles(unfinished)).close();
  }
  syncTree(unfinished);
  fs.renameSync(unfinished, directory);
  syncTree(path.dirname(directory), { isDeep: false });
}

async function start({ directory, snapshot }: WorkerStart): Promise<PGlite> {
  if (directory !== null) {
    if (!fs.existsSync(path.join(directory, 'PG_VERSION'))) await createFiles(directory);
    return openFiles(directory);
  }
  if (snapshot === null) return PGlite.create({ onStderr });
  return PGlite.create({ onStderr, loadDataDir: new Blob([snapshot as Uint8Array<ArrayBuffer>]) });
}

function openFiles(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableNodeFS(directory), startParams: DURABLE_PARAMETERS, onStderr });
}

/** The server's last FATAL or PANIC message; PGlite's exceptions do not contain it. */
let fatalMessage: string | undefined;

function onStderr(line: string): boolean {
  const [, text] = /(?:FATAL|PANIC):\s*(.+)/.exec(line) ?? [];
  fatalMessage = text ?? fatalMessage;
  return true;
}

/** Emscripten's file system throws objects without a message. */
function describe(error: unknown): string {
  if (error instanceof Error) return String(error);
  const { errno } = error as { errno?: number };
  return errno === EMSCRIPTEN_ENOSPC ? 'No space left on device' : `error ${errno} of the file system`;
}

/** WASI's error number, which differs from that of Linux. */
const EMSCRIPTEN_ENOSPC = 51;

/**
 * Ends the thread after a PANIC (a full disk, a failed fsync), before any reply is posted. PGlite itself swallows the exception
 * and then calls into the dead WASM instance forever.
 */
function exitOnPanic(database: PGlite, onPanic: (message: string) => void): void {
  const module = database.Module as unknown as EmscriptenModule;
  const original = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      original();
    } catch (error) {
      if ((error as { status?: number }).status !== LONG_JUMP) {
        onPanic(fatalMessage ?? describe(error));
        process.exit(1);
      }
      throw error;
    }
  };
}

/** The exit status of PostgreSQL's `siglongjmp` after an ordinary ERROR; a constant of PGlite. */
const LONG_JUMP = 100;

async function exchange(database: PGlite, message: ArrayBuffer): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  await database.execProtocolRawStream(new Uint8Array(message), {
    syncToFs: false,
    // The next call overwrites the bytes: they are a view into WASM memory.
    onRawData: (bytes) => chunks.push(bytes.slice()),
  });
  // Not Buffer.concat: it may return a slice of Node's pool, which cannot be transferred.
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
    send({ kind: 'failed', message: fatalMessage ?? describe(error) });
    port.close();
    return;
  }
  exitOnPanic(database, (message) => send({ kind: 'failed', message }));

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
  // Messages are handled one at a time, in order of arrival.
  let previous = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    previous = previous.then(() => handle(message));
  });
  send({ kind: 'ready' });
}

if (parentPort !== null) await main(parentPort);
