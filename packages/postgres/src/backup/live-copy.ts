/**
 * Copies the files of a database while it works, as PostgreSQL's own tools do
 * (https://www.postgresql.org/docs/18/continuous-archiving.html): the log that is written meanwhile is copied last, and whoever starts
 * a database on the copy replays it. So it does not matter that files change while they are read: a page that was read in the
 * midst of a change is in the log as a whole.
 */
import fs from 'node:fs';
import path from 'node:path';
import { statement } from '../database.ts';
import type { Connection } from '../wire-database.ts';
import { runStatement } from '../wire-transaction.ts';

/** A file of a copy, or a folder, whose path ends with a slash. */
export interface CopiedFile {
  /** Below the folder of the database. */
  readonly path: string;
  readonly size: number;
  /** Exactly `size` bytes. */
  readonly content: AsyncIterable<Buffer>;
}

/** What a copy needs of a database. */
export interface CopySource {
  readonly directory: string;
  /** Takes the connection. */
  readonly acquire: () => Promise<Connection>;
  /** Keeps the log: no checkpoint removes any of it before the returned function is called. */
  readonly keepLog: () => () => void;
}

export interface LiveCopy {
  /** To be read in order, to the end. @throws {Error} if the database stopped meanwhile: then the copy is worth nothing. */
  readonly files: AsyncIterable<CopiedFile>;
  /** The moment that the copy reaches, ms since 1970, once the files are read: whatever was committed before is in it. */
  readonly momentMs: () => number;
  /** Ends it, whether it was read to its end or not. */
  readonly end: () => Promise<void>;
}

const startBackup = statement(
  'backup_start',
  "select pg_walfile_name(pg_backup_start('bandeja backup', true)) as first_segment",
);

/** The label tells a database that starts on the copy from where it has to replay the log. */
const stopBackup = statement(
  'backup_stop',
  'select pg_walfile_name(lsn - 1) as last_segment, labelfile as label from pg_backup_stop(false)',
);

/** Their content is of use to the running process only; PostgreSQL makes it anew. `pg_basebackup` leaves out the same. */
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

/** Large pieces cost fewer calls; a piece is hashed on the main thread, and a quarter of a megabyte takes less than a millisecond. */
const PIECE_BYTES = 256 * 1024;

/** Begins a copy; the database writes a checkpoint first. One database can have one copy at a time. */
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
        // A database that has stopped has no backup to stop.
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

/** A table that is dropped meanwhile takes its files away; the log drops them in the copy, too. A segment of the log may not be missing. */
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

/** A file that grew keeps its first size, one that was cut is filled with zeros: the log has both changes. */
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
