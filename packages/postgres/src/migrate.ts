import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Database,
  DatabaseUnavailable,
  instant,
  type Queryable,
  statement,
  type Transaction,
} from './database.ts';
import { sqlState } from './driver-errors.ts';
import { StartupError } from './startup-error.ts';

export interface Migration {
  readonly version: number;
  /** The file name without number and extension. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly checksum: string;
}

/** `schema.sql` in the same folder is generated from the migrations and never applied. */
const FILE = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const SNAPSHOT_FILE = 'schema.sql';

/** An advisory lock that all versions of the service share. The number is "bandeja" on a phone keypad. */
const LOCK = 2_263_352;

/** Queries queue behind a migration that waits for a lock, so it does not wait long. */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_PAUSE_MS = 1_000;
/** About a minute. */
const LOCK_ATTEMPTS_MAX = 30;
const LOCK_NOT_AVAILABLE = '55P03';

const createTable = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null
)`;

const selectTable = statement('migrations_table', "select to_regclass('schema_migrations') is not null as exists");

const selectApplied = statement(
  'migrations_applied',
  'select version, name, checksum from schema_migrations order by version',
);

const insertApplied = statement(
  'migrations_insert',
  'insert into schema_migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
);

/** Transactions with locks on the tables that a migration names, oldest first. */
const selectLockHolders = statement(
  'migrations_lock_holders',
  `select a.pid, coalesce(nullif(a.application_name, ''), a.backend_type, 'unknown') as application,
     coalesce(a.state, 'unknown') as state, extract(epoch from clock_timestamp() - min(a.xact_start))::int as seconds,
     string_agg(distinct c.relname::text, ', ') as tables
   from pg_locks l join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p') join pg_stat_activity a on a.pid = l.pid
   where l.granted and l.pid <> pg_backend_pid() and $1 ~ ('\\m' || c.relname || '\\M')
     and l.database = (select oid from pg_database where datname = current_database())
   group by a.pid, a.application_name, a.backend_type, a.state
   order by min(a.xact_start) limit 3`,
);

interface LockHolder {
  readonly pid: number;
  readonly application: string;
  readonly state: string;
  readonly seconds: number | null;
  readonly tables: string;
}

type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>;

/**
 * Applies the pending migrations of a folder. Each runs in its own transaction, under an exclusive lock. So any number of
 * nodes can start at once, and each migration is applied once.
 * A migration waits at most {@link LOCK_TIMEOUT_MS} for a lock and then starts again, so that queries behind it go on.
 * @param onLockWait is called each time that a migration gives way
 * @returns the migrations that this call applied, in order; empty if nothing was pending or other nodes applied it.
 * @throws {StartupError} if an applied file was changed or is missing, or if the schema is newer than the folder.
 */
export async function migrate(
  database: Database,
  directory: string,
  onLockWait: (message: string) => void = () => {},
): Promise<Migration[]> {
  const migrations = await readMigrations(directory);
  // A role that may not create tables can use a database that is migrated.
  if (await isMigrated(database, migrations)) return [];
  const done: Migration[] = [];
  for (;;) {
    const migration = await withLockRetries(database, onLockWait, () =>
      database.transaction((transaction) => applyNext(transaction, migrations)),
    );
    if (migration === undefined) return done;
    done.push(migration);
  }
}

async function isMigrated(database: Queryable, migrations: readonly Migration[]): Promise<boolean> {
  const [table] = await database.query<{ exists: boolean }>(selectTable);
  if (table?.exists !== true) return false;
  const applied = await database.query<AppliedMigration>(selectApplied);
  checkHistory(applied, migrations);
  return applied.length === migrations.length;
}

/** The number of the last applied migration. */
export async function readSchemaVersion(database: Queryable): Promise<number> {
  const applied = await database.query<AppliedMigration>(selectApplied);
  return applied.at(-1)?.version ?? 0;
}

/** Reads a folder of migrations, in order. @throws {StartupError} on a gap, a duplicate number or a malformed name. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql') && file !== SNAPSHOT_FILE).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const [, number, name] = FILE.exec(file) ?? [];
      if (number === undefined || name === undefined) {
        throw new StartupError(`the migration ${file} has a malformed name: name it like 0001_what_it_does.sql`);
      }
      if (Number(number) !== index + 1) {
        throw new StartupError(
          `the migrations have a gap or a duplicate number: ${file} should be number ${index + 1}`,
        );
      }
      // A checkout with Windows line endings must have the same checksum.
      const sql = (await readFile(path.join(directory, file), 'utf8')).replaceAll('\r\n', '\n');
      return { version: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** A migration did not get a lock in time. */
class LockTimeout extends Error {
  readonly migration: Migration;

  constructor(migration: Migration, cause: unknown) {
    super(`migration ${migration.version} (${migration.name}) did not get a lock in ${LOCK_TIMEOUT_MS} ms`, { cause });
    this.migration = migration;
  }
}

/** Repeats `attempt` while its migration does not get a lock in time. */
async function withLockRetries<T>(
  database: Database,
  onLockWait: (message: string) => void,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error;
      const holders = await describeLockHolders(database, error.migration);
      if (tries >= LOCK_ATTEMPTS_MAX) {
        const remedy = 'end the transactions that hold locks, and start again';
        throw new StartupError(`${error.message}, ${tries} times${holders}: ${remedy}`, { cause: error.cause });
      }
      onLockWait(`${error.message}${holders}: trying again`);
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** Runs after the migration gave way, so it shows transactions that still hold their locks. */
async function describeLockHolders(database: Queryable, { sql }: Migration): Promise<string> {
  // Only the message depends on it: a failure here must not end the retries.
  const holders = await database.query<LockHolder>(selectLockHolders, [sql]).catch(() => []);
  return holders
    .map(({ pid, application, state, seconds, tables }) => {
      const age = seconds === null ? '' : `, for ${seconds} s`;
      return `; process ${pid} (${application}, ${state}${age}) holds locks on ${tables}`;
    })
    .join('');
}

async function applyNext(transaction: Transaction, migrations: readonly Migration[]): Promise<Migration | undefined> {
  // The wait for another node, or a migration of a large table, may exceed the timeout of ordinary statements.
  await transaction.script(`set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK}); ${createTable}`);
  const applied = await transaction.query<AppliedMigration>(selectApplied);
  checkHistory(applied, migrations);
  const next = migrations[applied.length];
  if (next === undefined) return undefined;
  await transaction.script(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await transaction.script(next.sql).catch((error: unknown) => {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error;
    throw sqlState(cause) === LOCK_NOT_AVAILABLE ? new LockTimeout(next, error) : error;
  });
  await transaction.query(insertApplied, [next.version, next.name, next.checksum, instant(Date.now())]);
  return next;
}

function checkHistory(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > migrations.length) {
    throw new StartupError(
      `the database has schema ${newest}, but this version knows only up to ${migrations.length}: ` +
        'start the newer version, or restore a backup from before the upgrade',
    );
  }
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (row.version !== index + 1) {
      throw new StartupError(`migration ${index + 1} was not applied, but ${row.version} was: restore a backup`);
    }
    if (migration?.checksum !== row.checksum) {
      throw new StartupError(
        `migration ${row.version} (${row.name}) was changed after it was applied: restore the file, and put the change into a new migration`,
      );
    }
  }
}
