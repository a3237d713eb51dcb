import {
  type Database,
  type DatabaseActivity,
  type DatabaseHealth,
  SchemaGone,
  type SqlValue,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from './database.ts';
import { isMissingName } from './driver-errors.ts';

const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,62}$/;

/**
 * One schema of a database as a separate database. Every call is a transaction that first sets the search path, so statements
 * need no schema names. A name that the schema does not contain is an error, never a table of another schema. A single
 * statement still takes one round trip.
 */
export class SchemaDatabase implements Database {
  readonly backups = null;
  readonly #host: Database;
  readonly #schema: string;

  /** @param host the database of the schema; its owner closes it */
  constructor(host: Database, schema: string) {
    if (!SCHEMA_NAME.test(schema)) throw new Error(`${schema} is not a valid schema name: use a-z, 0-9 and _`);
    this.#host = host;
    this.#schema = schema;
  }

  get engine(): Database['engine'] {
    return this.#host.engine;
  }

  query<R extends object>(statement: Statement, values?: readonly SqlValue[]): Promise<R[]> {
    return this.transaction((transaction) => {
      const rows = transaction.query<R>(statement, values);
      transaction.commitWithLast();
      return rows;
    });
  }

  script(sql: string): Promise<void> {
    return this.transaction((transaction) => transaction.script(sql));
  }

  /** @throws {SchemaGone} if the schema was dropped. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    try {
      return await this.#host.transaction(work, { ...options, schema: this.#schema });
    } catch (error) {
      if (isMissingName(error)) throw new SchemaGone(`the schema ${this.#schema} was dropped`, { cause: error });
      throw error;
    }
  }

  inSchema(name: string): Database {
    return new SchemaDatabase(this.#host, name);
  }

  health(timeoutMs: number): Promise<DatabaseHealth> {
    return this.#host.health(timeoutMs);
  }

  freeBytes(): number | null {
    return this.#host.freeBytes();
  }

  /** The activity of all schemas together. */
  activity(): DatabaseActivity {
    return this.#host.activity();
  }

  /** Owns nothing to close. */
  async close(): Promise<void> {}
}
