import type { Readable } from 'node:stream';
import type { PackedArray } from './packed.ts';

/**
 * The interface to the database. Two engines implement it: `postgres.ts` (PostgreSQL ≥ 15 over `pg`) and `pglite.ts`
 * (PGlite in a worker thread). Only stores contain SQL; they take a {@link Queryable}.
 *
 * Both engines convert values the same way, which is not the driver's:
 *
 * | PostgreSQL            | to the database                    | from the database                          |
 * | --------------------- | ---------------------------------- | ------------------------------------------ |
 * | `timestamptz`         | number, ms since 1970              | number, ms since 1970                      |
 * | `float8`              | number, bit for bit (even −0)      | number, bit for bit                        |
 * | `int2/4`, `int8`      | number                             | number (throws past 2^53)                  |
 * | `uuid`, `text`        | string                             | string                                     |
 * | `boolean`             | boolean                            | boolean                                    |
 * | `json`, `jsonb`       | JSON text (the caller stringifies) | parsed value                               |
 * | `bytea`               | Uint8Array                         | Uint8Array                                 |
 * | `T[]`                 | array of the above, null allowed   | array of the above                         |
 * | `T[]`, thousands long | `PackedArray` of `packed.ts`       | `bytea` of `array_send`, see `packed.ts`   |
 *
 * A number does not show its type, so pass timestamps through {@link instant}. If PostgreSQL cannot infer a parameter's
 * type, cast it in the SQL (`$1::uuid[]`).
 */
export type SqlScalar = string | number | boolean | null | Uint8Array | Instant;
export type SqlValue = SqlScalar | readonly SqlScalar[] | PackedArray;

/** A parameter for a `timestamptz`: milliseconds since 1970-01-01T00:00:00Z. */
export interface Instant {
  readonly instantMs: number;
}

/** Marks milliseconds since 1970 as a timestamp, so that the engine sends a `timestamptz`. */
export function instant(ms: number): Instant;
export function instant(ms: number | null): Instant | null;
export function instant(ms: number | null): Instant | null {
  return ms === null ? null : { instantMs: ms };
}

/** A statement with a name. The engine prepares it once per connection and then runs it by name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const textByName = new Map<string, string>();

/**
 * Names a statement. Names are unique and at most 63 bytes long.
 * @throws if the name has another text already: connections would run the text that they prepared first.
 */
export function statement(name: string, text: string): Statement {
  if ((textByName.get(name) ?? text) !== text)
    throw new Error(`the statement ${name} is defined with two different texts`);
  textByName.set(name, text);
  return { name, text };
}

/** The statements so far, by name. */
export const registeredStatements = (): ReadonlyMap<string, string> => textByName;

export interface Queryable {
  /**
   * Runs one statement and returns its rows. Their properties are the SQL column names.
   * @throws {ConstraintViolation} when a named constraint rejected the row.
   */
  query<R extends object>(statement: Statement, values?: readonly SqlValue[]): Promise<R[]>;
  /** Runs a script of several statements without parameters (migrations). */
  script(sql: string): Promise<void>;
}

/**
 * A {@link Queryable} inside an open transaction. Never use the {@link Database} itself while one of these is open.
 *
 * Statements that you issue without an `await` in between share a round trip and run in order. The first ones share it with
 * BEGIN. If one fails, the server skips the following ones.
 */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
  /**
   * Sends COMMIT in the same round trip as the last statements. If one of them fails, nothing is committed.
   *
   * Danger: an error that `work` throws after this call cannot roll back. Do everything that may fail outside the database
   * first. No statement may follow.
   * @throws if a statement of the transaction has failed or could not be sent.
   */
  commitWithLast(): void;
  /** Rolls back when `work` resolves. Use it if you only took locks: COMMIT would wait for the disk. No statement may follow. */
  discard(): void;
}

export interface TransactionOptions {
  /** Default `read committed`. `repeatable read` gives one snapshot for all statements. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
  /** The commit waits neither for the disk nor for a synchronous standby: a crash may lose it. */
  readonly isUnsynced?: boolean;
  /** Runs first. It has no parameters, and its rows are ignored. */
  readonly opening?: Statement;
  /** The only schema in the search path. Default: the search path of the connection. */
  readonly schema?: string;
}

export interface Database extends Queryable {
  readonly engine: 'postgres' | 'pglite';
  /** Backups of an embedded database. Null for a database in memory, and for a server, which has its own tools. */
  readonly backups: Backups | null;
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. When this resolves, the commit
   * is on the disk.
   *
   * After a serialisation failure (40001) or a deadlock (40P01), `work` runs again from the start, at most
   * {@link TRANSACTION_ATTEMPTS_MAX} times in all. So `work` must have no effect outside the transaction. It starts before
   * the reply to BEGIN, so it may run even if BEGIN fails.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The database is unreachable if it does not reply within `timeoutMs`. */
  health(timeoutMs: number): Promise<DatabaseHealth>;
  /** The connections of this process, and its retries. */
  activity(): DatabaseActivity;
  /**
   * The same database with only this schema in the search path. All schemas together share a few connections, so that they
   * cannot take those of this database. It is closed with this database.
   * @param name lower-case letters, digits and `_`
   */
  inSchema(name: string): Database;
  /** Free disk space of an embedded database, in bytes. Null for a server and for a database in memory. */
  freeBytes(): number | null;
  /** Waits for running calls, then releases connections, worker and lock. */
  close(): Promise<void>;
}

/** Backups of a running database. */
export interface Backups {
  /**
   * Begins a backup.
   * @param service the version of the service, for the manifest.
   * @returns the bytes of the file. If the stream fails, the file is useless. Null if another backup is running.
   */
  begin(service: string): Promise<Readable | null>;
}

export interface DatabaseHealth {
  /**
   * `disk full`: writes fail until there is space on the disk. They then succeed without a restart.
   * `newer schema`: another node has applied migrations that this version does not know, at least ten minutes ago.
   */
  readonly state: 'healthy' | 'unreachable' | 'disk full' | 'newer schema';
  /** Empty for a server, which maintains its tables. */
  readonly upkeep: readonly ChoreHealth[];
}

/** The connections of this process, and counts since the database was opened. */
export interface DatabaseActivity extends Connections {
  /** How often a statement or transaction was retried after it lost to another one. */
  readonly retries: number;
  /** How long the oldest COMMIT has been without an answer, ms. */
  readonly oldestCommitMs: number;
}

export interface Connections {
  /** Connections in use, idle connections, and the size of the pool. */
  readonly busy: number;
  readonly idle: number;
  readonly max: number;
  /** Callers waiting for a connection. */
  readonly waiting: number;
}

export const CHORES = ['checkpoint', 'vacuum', 'analyze'] as const;

/** The state of a maintenance chore. Requests still succeed if one fails. */
export interface ChoreHealth {
  readonly chore: (typeof CHORES)[number];
  /** Since the database was opened. */
  readonly failures: number;
  /** How long it has been failing, in ms; null if its last run succeeded. */
  readonly failingMs: number | null;
}

/** If a transaction loses to others this often, it fails as `overloaded`. */
export const TRANSACTION_ATTEMPTS_MAX = 10;

/** The schema of a {@link Database.inSchema} was dropped, or does not contain an object that a statement names. */
export class SchemaGone extends Error {
  override readonly name = 'SchemaGone';
}

/**
 * A named constraint rejected a row. The domain validates requests before it writes, so an uncaught violation is a bug of the
 * service and becomes a 500. The log contains the name of the constraint.
 */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;

  constructor(constraint: string, options?: ErrorOptions) {
    super(`the constraint ${constraint} rejected the row`, options);
    this.constraint = constraint;
  }
}

/** The database is unreachable, overloaded, or out of disk space. Clients see `not_ready` or `overloaded`. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** `in doubt`: a COMMIT was not answered, and may still succeed. */
  readonly reason: 'unreachable' | 'disk full' | 'contention' | 'in doubt';
  /** The name of the statement that failed. */
  statement?: string;

  constructor(reason: DatabaseUnavailable['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
