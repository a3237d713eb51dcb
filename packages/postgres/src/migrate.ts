import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Database, instant, type Queryable, statement, type Transaction } from './database.ts';
import { StartupError } from './startup-error.ts';

export interface Migration {
  readonly version: number;
  /** The file's name without number and ending. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string;
}

/** `schema.sql` in the same folder is generated from them and never applied. */
const FILE = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const SNAPSHOT_FILE = 'schema.sql';

/** One lock for all versions of the service; the number is "bandeja" on a telephone's keys. */
const LOCK = 2_263_352;

const createTable = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null
)`;

const selectApplied = statement(
  'migrations_applied',
  'select version, name, checksum from schema_migrations order by version',
);

const insertApplied = statement(
  'migrations_insert',
  'insert into schema_migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
);

type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>;

/**
 * Brings the schema up to the last migration of a folder. Each runs in a transaction of its own, under a lock that
 * admits one runner at a time, so any number of nodes may start at once and each migration is applied once.
 * @returns the migrations that this call applied, in order; empty when others were faster or nothing was new.
 * @throws {StartupError} when a file of the folder was changed after it was applied or is missing, or when the schema
 *   is newer than the folder.
 */
export async function migrate(database: Database, directory: string): Promise<Migration[]> {
  const migrations = await readMigrations(directory);
  const done: Migration[] = [];
  for (;;) {
    const migration = await database.transaction((transaction) => applyNext(transaction, migrations));
    if (migration === undefined) return done;
    done.push(migration);
  }
}

/** The number of the last migration that a database has. */
export async function readSchemaVersion(database: Queryable): Promise<number> {
  const applied = await database.query<AppliedMigration>(selectApplied);
  return applied.at(-1)?.version ?? 0;
}

/** Reads a folder of migrations, in order. @throws {StartupError} on a gap, a double number or an odd name. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql') && file !== SNAPSHOT_FILE).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const [, number, name] = FILE.exec(file) ?? [];
      if (number === undefined || name === undefined) {
        throw new StartupError(`the migration ${file} is not named like 0001_what_it_does.sql`);
      }
      if (Number(number) !== index + 1) {
        throw new StartupError(`the migrations have a gap or a double number: ${file} should be number ${index + 1}`);
      }
      // A checkout with other line ends is the same migration.
      const sql = (await readFile(path.join(directory, file), 'utf8')).replaceAll('\r\n', '\n');
      return { version: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyNext(transaction: Transaction, migrations: readonly Migration[]): Promise<Migration | undefined> {
  // Neither the wait for another runner nor a migration of a large table is bound by the limit of common statements.
  await transaction.script(`set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK}); ${createTable}`);
  const applied = await transaction.query<AppliedMigration>(selectApplied);
  checkHistory(applied, migrations);
  const next = migrations[applied.length];
  if (next === undefined) return undefined;
  await transaction.script(next.sql);
  await transaction.query(insertApplied, [next.version, next.name, next.checksum, instant(Date.now())]);
  return next;
}

function checkHistory(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > migrations.length) {
    throw new StartupError(
      `the database has schema ${newest}, this version knows up to ${migrations.length}: ` +
        'start the newer version, or restore a backup from before it',
    );
  }
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (row.version !== index + 1) {
      throw new StartupError(
        `the database lacks migration ${index + 1} though it has ${row.version}: restore a backup`,
      );
    }
    if (migration?.checksum !== row.checksum) {
      throw new StartupError(
        `migration ${row.version} (${row.name}) was changed after the database had it: restore the file, and put the change into a new migration`,
      );
    }
  }
}
