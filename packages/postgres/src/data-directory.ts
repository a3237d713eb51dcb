import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDiskFullMessage } from './disk-room.ts';
import { StartupError } from './startup-error.ts';

/** The major version of PostgreSQL in the bundled PGlite. Other versions cannot read its files. */
export const POSTGRES_MAJOR = '18';

const LOCK_FILE = 'lock';
const HOLDER_FILE = 'lock-holder.json';

/** A data directory that this process has locked. The lock ends with `release` or with the process. */
export interface DataDirectory {
  /** The directory of the embedded database's files. */
  readonly databaseDirectory: string;
  /** Whether the embedded database does not exist yet. */
  readonly isNew: boolean;
  release(): void;
}

/**
 * Creates the directory if it is missing (mode 0700: it contains the operator's token) and locks it.
 *
 * The lock is an open SQLite transaction on a file in the directory. The kernel releases it however the process ends, so
 * it never goes stale. Taking it is atomic.
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
    throw cannotBe('created or used', directory, error);
  }
}

/** Don't use `recursive: true`: below a folder that accepts no new ones, such as /proc, Node then never returns. */
function makeFolders(folder: string): void {
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) makeFolders(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // It may exist already, or another process may have just created it.
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

const NOT_WRITABLE = 'this user cannot write to: change its owner, or name another directory';

function unusable(directory: string, why: string, cause: unknown): StartupError {
  return new StartupError(`DATA_DIR is ${path.resolve(directory)}, which ${why}`, { cause });
}

function cannotBe(what: string, directory: string, error: unknown): StartupError {
  const { message } = error as Error;
  const why = isDiskFullMessage(message)
    ? 'is on a full disk: free some space, and start again'
    : `cannot be ${what}: ${message}`;
  return unusable(directory, why, error);
}

async function takeLock(directory: string): Promise<() => void> {
  const { DatabaseSync } = await importSqlite();
  // Opened separately, so that there is an object to close if opening fails.
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
      `${path.resolve(directory)} is in use by ${describeHolder(directory)}: stop that process, or set another DATA_DIR`,
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

/** Suppresses Node's warning that `node:sqlite` is experimental, which would only confuse operators. */
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

/** The file may be slightly older than the lock. It is only shown to people. */
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
      `${path.resolve(databaseDirectory)} is not a database of this service: move it away, or set another DATA_DIR`,
    );
  }
  const major = fs.readFileSync(versionFile, 'utf8').trim();
  if (major !== POSTGRES_MAJOR) {
    throw new StartupError(
      `${path.resolve(databaseDirectory)} was created with PostgreSQL ${major}, but this version embeds ${POSTGRES_MAJOR}: ` +
        'export it with the version that created it, or set another DATA_DIR',
    );
  }
}
