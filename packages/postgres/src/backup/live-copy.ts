/**
 * Copies the files of a running database, as PostgreSQL's own tools do
 * (https://www.postgresql.org/docs/18/continuous-archiving.html). The log written during the copy is copied last; a database that
 * starts on the copy replays it. So files may change while they are read: the log contains every changed page completely.
 */
import fs from 'node:fs';
import path from 'node:path';
import { statement } from '../database.ts';
import type { Connection } from '../wire-database.ts';
import { runStatement } from '../wire-transaction.ts';

/** A file or folder of a copy. The path of a folder ends with a slash. */
export interface CopiedFile {
  /** Relative to the database folder. */
  readonly path: string;
  readonly size: number;
  /** Exactly `size` bytes. */
  readonly content: AsyncIterable<Buffer>;
}

/** The database to copy. */
export interface CopySource {
  readonly directory: string;
  /** Acquires the connection. */
  readonly acquire: () => Promise<Connection>;
  /** Keeps the log: no checkpoint removes any of it until the returned function is called. */
  readonly keepLog: () => () => void;
}

export interface LiveCopy {
  /** Read them in order, to the end. @throws {Error} if the database stops during the copy, which is then useless. */
  readonly files: AsyncIterable<CopiedFile>;
  /** The copy contains everything committed before this time, in ms since 1970. NaN until all files are read. */
  readonly momentMs: () => number;
  /** Ends the copy, even if it was not read to the end. */
  readonly end: () => Promise<void>;
}

const startBackup = statement(
  'backup_start',
  "select pg_walfile_name(pg_backup_start('bandeja backup', true)) as first_segment",
);

/** The label is the start of the replay for a database that starts on the copy. */
const stopBackup = statement(
  'backup_stop',
  'select pg_walfile_name(lsn - 1) as last_segment, labelfile as label from pg_backup_stop(false)',
);

/** PostgreSQL recreates their content at the start. `pg_basebackup` skips the same folders. */
const EMPTY_FOLDERS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const SKIPPED = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label.*|.*\.sock(\.lock)?(\.out)?)$/;
const LOG_FOLDER = 'pg_wal';
const SEGMENT = /^[0-9A-F]{24}$/;

/** Larger pieces need fewer calls, but block the main thread longer: hashing this size takes less than a millisecond. */
const PIECE_BYTES = 256 * 1024;

/** Begins a copy, after a checkpoint. A database allows one copy at a time. */
export async function beginLiveCopy(source: CopySource): Promise<LiveCopy> {
  const releaseLog = source.keepLog();
  const ask = async <R extends object>(query: typeof startBackup): Promise<R> => {
    const connection = await source.acquire();
    try {
      const [row] = await runStatement<R>(connection.client, query, []);
      return row as R;
    } finally {
      connection.release(false);
    }
  };
  let momentMs: number | null = null;
  const stop = (): Promise<{ last_segment: string; label: string }> => {
    momentMs = Date.now();
    return ask(stopBackup);
  };
  try {
    const { first_segment: first } = await ask<{ first_segment: string }>(startBackup);
    async function* files(): AsyncIterable<CopiedFile> {
      yield* filesBelow(source.directory, '');
      const { last_segment: last, label } = await stop();
      yield textFile('backup_label', label);
      const segments = fs.readdirSync(path.join(source.directory, LOG_FOLDER)).filter((name) => SEGMENT.test(name));
      for (const name of segments.sort()) {
        if (name >= first && name <= last) yield* oneFile(source.directory, `${LOG_FOLDER}/${name}`, true);
      }
    }
    return {
      files: files(),
      momentMs: () => momentMs ?? Number.NaN,
      async end() {
        // This fails if the database has stopped, and is then unnecessary.
        if (momentMs === null) await stop().catch(() => {});
        releaseLog();
      },
    };
  } catch (error) {
    releaseLog();
    throw error;
  }
}

async function* filesBelow(root: string, folder: string): AsyncIterable<CopiedFile> {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = folder + entry.name;
    if (SKIPPED.test(entry.name)) continue;
    if (entry.isDirectory()) {
      yield { path: `${name}/`, size: 0, content: nothing() };
      if (!EMPTY_FOLDERS.has(name)) yield* filesBelow(root, `${name}/`);
    } else if (folder !== `${LOG_FOLDER}/`) {
      yield* oneFile(root, name, false);
    }
  }
}

/** Files of a table that is dropped during the copy may be missing: replaying the log drops them, too. Log segments must exist. */
async function* oneFile(root: string, name: string, isNeeded: boolean): AsyncIterable<CopiedFile> {
  let file: fs.promises.FileHandle;
  try {
    file = await fs.promises.open(path.join(root, name));
  } catch (error) {
    if (!isNeeded && (error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = await file.stat();
    yield { path: name, size, content: contentOf(file, size) };
  } finally {
    await file.close();
  }
}

/** A file that grows is cut to its first size; one that shrinks is padded with zeros. The log contains both changes. */
async function* contentOf(file: fs.promises.FileHandle, size: number): AsyncIterable<Buffer> {
  for (let left = size; left > 0; ) {
    const piece = Buffer.alloc(Math.min(left, PIECE_BYTES));
    await file.read(piece, 0, piece.length, size - left);
    left -= piece.length;
    yield piece;
  }
}

function textFile(name: string, text: string): CopiedFile {
  const bytes = Buffer.from(text);
  return {
    path: name,
    size: bytes.length,
    content: (async function* () {
      yield bytes;
    })(),
  };
}

async function* nothing(): AsyncIterable<Buffer> {}
