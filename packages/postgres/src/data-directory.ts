import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDiskFullMessage } from './disk-room.ts';
import { StartupError } from './startup-error.ts';

/** The major version of PostgreSQL that the bundled PGlite is built from; its files suit no other. */
export const POSTGRES_MAJOR = '18';

const LOCK_FILE = 'lock';
const HOLDER_FILE = 'lock-holder.json';

/** A data directory that only this process may use until it releases it or ends. */
export interface DataDirectory {
  /** Where the embedded database keeps its files. */
  readonly databaseDirectory: string;
  /** Whether the embedded database is still to be made there. */
  readonly isNew: boolean;
  release(): void;
}

/**
 * Makes the directory if it is absent (mode 0700: it holds the operator's token) and takes its lock.
 *
 * The lock is SQLite's: a transaction held open on a file in the directory. The kernel frees it however this process
 * ends, so there is no stale lock to be judged by process numbers, and no window between looking and taking.
 * @throws {StartupError} when the directory cannot be used, or another process uses it.
 */
export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  makeDirectory(directory);
  const databaseDirectory = path.join(directory, 'database');
  const release = await takeLock(directory);
  try {
    checkVersion(databaseDirectory);
    fs.writeFileSync(path.join(directory, HOLDER_FILE), JSON.stringify(thisProcess()), { mode: 0o600 });
  } catch (error) {
    release();
    throw error instanceof StartupError ? error : cannotBe('used', directory, error);
  }
  return { databaseDirectory, isNew: !fs.existsSync(databaseDirectory), release };
}

function makeDirectory(directory: string): void {
  try {
    makeFolders(path.resolve(directory));
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw unusable(directory, 'is a file: name a directory', error);
    }
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) throw unusable(directory, NOT_WRITABLE, error);
    throw cannotBe('made or used', directory, error);
  }
}

/** One by one: Node's own way of making parents never ends below a folder that takes no new ones, such as /proc. */
function makeFolders(folder: string): void {
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) makeFolders(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // There already, or made by another process meanwhile.
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

const NOT_WRITABLE = 'may not be written to by this user: give it to the user, or name another';

function unusable(directory: string, why: string, cause: unknown): StartupError {
  return new StartupError(`DATA_DIR is ${path.resolve(directory)}, which ${why}`, { cause });
}

function cannotBe(what: string, directory: string, error: unknown): StartupError {
  const { message } = error as Error;
  const why = isDiskFullMessage(message)
    ? 'has no room on its disk: make some, and start again'
    : `cannot be ${what}: ${message}`;
  return unusable(directory, why, error);
}

async function takeLock(directory: string): Promise<() => void> {
  const { DatabaseSync } = await importSqlite();
  // Opened by hand, so that a failure of this leaves an object to be closed.
  const lock = new DatabaseSync(path.join(directory, LOCK_FILE), { open: false, timeout: 0 });
  try {
    lock.open();
    lock.exec('begin exclusive');
  } catch (error) {
    if (lock.isOpen) lock.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === SQLITE_CANTOPEN || errcode === SQLITE_READONLY) throw unusable(directory, NOT_WRITABLE, error);
    if (errcode !== SQLITE_BUSY) throw cannotBe('locked', directory, error);
    throw new StartupError(
      `${path.resolve(directory)} is in use by ${describeHolder(directory)}: stop that one, or start this one with another DATA_DIR`,
      { cause: error },
    );
  }
  return () => {
    fs.rmSync(path.join(directory, HOLDER_FILE), { force: true });
    lock.close();
  };
}

/** https://sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_CANTOPEN = 14;

/** Node calls `node:sqlite` experimental on standard error at its first use; that says nothing to an operator. */
async function importSqlite(): Promise<typeof import('node:sqlite')> {
  const emit = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).includes('SQLite is an experimental feature')) return;
    Reflect.apply(emit, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return await import('node:sqlite');
  } finally {
    process.emitWarning = emit;
  }
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
}

function thisProcess(): Holder {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  return { pid: process.pid, host: os.hostname(), startedAt };
}

/** The note may be a moment older than the lock; it is only ever shown to people. */
function describeHolder(directory: string): string {
  try {
    const { pid, host, startedAt } = JSON.parse(fs.readFileSync(path.join(directory, HOLDER_FILE), 'utf8')) as Holder;
    return `process ${pid} on ${host}, running since ${startedAt}`;
  } catch {
    return 'another process';
  }
}

function checkVersion(databaseDirectory: string): void {
  const versionFile = path.join(databaseDirectory, 'PG_VERSION');
  if (!fs.existsSync(databaseDirectory)) return;
  if (!fs.existsSync(versionFile)) {
    throw new StartupError(
      `${path.resolve(databaseDirectory)} is not a database of this service: move it away, or name another DATA_DIR`,
    );
  }
  const major = fs.readFileSync(versionFile, 'utf8').trim();
  if (major !== POSTGRES_MAJOR) {
    throw new StartupError(
      `${path.resolve(databaseDirectory)} was made with PostgreSQL ${major} and this version embeds ${POSTGRES_MAJOR}: ` +
        'export it with the version that made it, or name another DATA_DIR',
    );
  }
}
