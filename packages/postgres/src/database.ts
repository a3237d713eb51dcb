import type { Readable } from 'node:stream';
import type { PackedArray } from './packed.ts';

/**
 * The one door to the database. Two engines implement it: `postgres.ts` (PostgreSQL ≥ 15 over `pg`) and `pglite.ts`
 * (PGlite in a worker thread). Only stores hold SQL; they take a {@link Queryable}.
 *
 * Values cross this border in one form on both engines, not the one of the driver:
 *
 * | PostgreSQL            | to the database                    | from the database                          |
 * | --------------------- | ---------------------------------- | ------------------------------------------ |
 * | `timestamptz`         | number, ms since 1970              | number, ms since 1970                      |
 * | `float8`              | number, every bit (also −0)        | number, every bit                          |
 * | `int2/4`, `int8`      | number                             | number (a count past 2^53 is a fault)      |
 * | `uuid`, `text`        | string                             | string                                     |
 * | `boolean`             | boolean                            | boolean                                    |
 * | `json`, `jsonb`       | JSON text (the caller stringifies) | parsed value                               |
 * | `bytea`               | Uint8Array                         | Uint8Array                                 |
 * | `T[]`                 | array of the above, null allowed   | array of the above                         |
 * | `T[]`, thousands long | `PackedArray` of `packed.ts`       | `bytea` of `array_send`, unpacked there    |
 *
 * Since a bare number says nothing of its type, an instant is passed through {@link instant}, and every parameter is
 * cast in the SQL (`$1::uuid[]`) where its place does not fix its type.
 */
export type SqlScalar = string | number | boolean | null | Uint8Array | Instant;
export type SqlValue = SqlScalar | readonly SqlScalar[] | PackedArray;

/** An instant on its way to a `timestamptz`: milliseconds since 1970-01-01T00:00:00Z. */
export interface Instant {
  readonly instantMs: number;
}

/** Marks a number of milliseconds since 1970 as an instant, so that the engine writes it as a `timestamptz`. */
export function instant(ms: number): Instant;
export function instant(ms: number | null): Instant | null;
export function instant(ms: number | null): Instant | null {
  return ms === null ? null : { instantMs: ms };
}

/** A statement with a name: the engine prepares it once a connection and runs it by that name from then on. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const textByName = new Map<string, string>();

/**
 * Names a statement. Names are unique and at most 63 bytes.
 * @throws when the name has another text already: a connection would run the one that it prepared first.
 */
export function statement(name: string, text: string): Statement {
  if ((textByName.get(name) ?? text) !== text) throw new Error(`two statements have the name ${name}`);
  textByName.set(name, text);
  return { name, text };
}

export interface Queryable {
  /**
   * Runs one statement and returns its rows, columns by their SQL names.
   * @throws {ConstraintViolation} when a named constraint refused the row.
   */
  query<R extends object>(statement: Statement, values?: readonly SqlValue[]): Promise<R[]>;
  /** Runs a script of several statements without parameters (migrations). */
  script(sql: string): Promise<void>;
}

/**
 * A {@link Queryable} inside an open transaction. Never use the {@link Database} itself while one of these is open.
 *
 * Statements that are asked for without an `await` in between share a round trip and run in the order in which they were
 * asked for. The first ones share that of BEGIN. When one fails the server skips the following ones.
 */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
  /**
   * COMMIT shares the round trip of the statements asked for last. If one of them fails, nothing is committed. What
   * `work` throws for any other reason after this comes too late to undo anything, so everything that can fail without the
   * database has to be done before. No statement may follow.
   * @throws when a statement of the transaction has failed, or could not be asked for.
   */
  commitWithLast(): void;
  /** Rolls back when `work` resolves. Use it after locks alone: to commit them would wait for the disk. No statement may follow. */
  discard(): void;
}

export interface TransactionOptions {
  /** Default `read committed`. `repeatable read` gives one snapshot for all statements. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
  /** What to run first: a statement without parameters whose rows are not read. */
  readonly opening?: Statement;
  /** The only schema in which names are looked up. Default: those of the connection. */
  readonly schema?: string;
}

export interface Database extends Queryable {
  readonly engine: 'postgres' | 'pglite';
  /** Backups of an embedded database; null for a server, which has tools of its own, and for a database in memory. */
  readonly backups: Backups | null;
  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. When this resolves, the commit
   * is on the disk. A serialisation failure (40001) or a deadlock (40P01) runs `work` again from the start, at most
   * {@link TRANSACTION_ATTEMPTS_MAX} times, so `work` must have no effect outside the transaction. It begins before BEGIN
   * is answered, so it may run although there is no transaction.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** How the database is. Without an answer within `timeoutMs` it is unreachable. */
  health(timeoutMs: number): Promise<DatabaseHealth>;
  /** What this process does with the database at the moment. */
  activity(): DatabaseActivity;
  /**
   * The same database, with every name looked up in this schema alone. What it has under way at once shares few connections,
   * whatever the number of schemas, so that the others keep theirs. It is closed with this database.
   * @param name lower-case letters, digits and `_`
   */
  inSchema(name: string): Database;
  /** Room on the disk of an embedded database, in bytes; null for a server, whose disk is elsewhere, and in memory. */
  freeBytes(): number | null;
  /** Waits for what is under way, then lets go of connections, worker and lock. */
  close(): Promise<void>;
}

/** Backups of a database that are made while it works. */
export interface Backups {
  /**
   * Begins a backup.
   * @param service the version of the service, for the note in the backup.
   * @returns the bytes of its file. If they end with an error, it is no backup. Null if another one is under way.
   */
  begin(service: string): Promise<Readable | null>;
}

/** How a database is. */
export interface DatabaseHealth {
  /** `disk full`: nothing can be written until there is room on its disk. It goes on by itself then. */
  readonly state: 'healthy' | 'unreachable' | 'disk full';
  /** Empty for a server, which does its own upkeep. */
  readonly upkeep: readonly ChoreHealth[];
}

/** The connections of this process, and what became of its transactions since the database was opened. */
export interface DatabaseActivity extends Connections {
  /** How often a statement or transaction was begun again, since it had lost to another one. */
  readonly retries: number;
  /** Of a replica only. */
  readonly reads?: ReplicaReads;
}

/** What became of the reads since the start. */
export interface ReplicaReads {
  /** Whether the replica is being read from. */
  readonly isUsed: boolean;
  /** Reads that the replica has answered. */
  readonly replica: number;
  /** Reads that the primary had to answer: the replica was not being used, had not caught up in time, or failed. */
  readonly unavailable: number;
  readonly behind: number;
  readonly failed: number;
}

export interface Connections {
  /** Connections in use and idle, and how many there may be. */
  readonly busy: number;
  readonly idle: number;
  readonly max: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

export const CHORES = ['checkpoint', 'vacuum', 'analyze'] as const;

/** How a chore of the upkeep goes. Nothing is refused because one fails. */
export interface ChoreHealth {
  readonly chore: (typeof CHORES)[number];
  /** Since the database was opened. */
  readonly failures: number;
  /** How long it has been failing, ms; null if it did not fail when it was last tried. */
  readonly failingMs: number | null;
}

/** After this many tries a transaction that keeps losing to others is given up as `overloaded`. */
export const TRANSACTION_ATTEMPTS_MAX = 10;

/** The schema of a {@link Database.inSchema} is gone, or lacks what a statement names: it was dropped meanwhile. */
export class SchemaGone extends Error {
  override readonly name = 'SchemaGone';
}

/**
 * A row refused by a named constraint. Verbs decide what clients can do wrong before a row is written, so one that reaches
 * the front door is a fault of ours, a 500; the name tells the log which rule it was.
 */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;

  constructor(constraint: string, options?: ErrorOptions) {
    super(`the constraint ${constraint} refused the row`, options);
    this.constraint = constraint;
  }
}

/** The database cannot be reached, has no room, or does not take more work; clients see `not_ready` or `overloaded`. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly reason: 'unreachable' | 'disk full' | 'contention';

  constructor(reason: DatabaseUnavailable['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
