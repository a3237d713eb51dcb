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
 * One schema of a database as a database of its own. Everything is a transaction that begins with the search path, so no
 * statement needs to know where its tables are: a name that the schema lacks is an error, never a table of another schema.
 * A single statement still makes one round trip.
 */
export class SchemaDatabase implements Database {
  readonly backups = null;
  readonly #host: Database;
  readonly #schema: string;

  /** @param host what it is reached through; closing it is up to its owner */
  constructor(host: Database, schema: string) {
    if (!SCHEMA_NAME.test(schema)) throw new Error(`${schema} is no name of a schema`);
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

  /** @throws {SchemaGone} when the schema was dropped. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    try {
      return await this.#host.transaction(work, { ...options, schema: this.#schema });
    } catch (error) {
      if (isMissingName(error)) throw new SchemaGone(`the schema ${this.#schema} is gone`, { cause: error });
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

  /** Of what all schemas together are reached through. */
  activity(): DatabaseActivity {
    return this.#host.activity();
  }

  /** Nothing is its own. */
  async close(): Promise<void> {}
}
