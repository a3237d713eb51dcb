import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type Connections,
  type Database,
  type DatabaseActivity,
  type DatabaseHealth,
  DatabaseUnavailable,
  type SqlValue,
  type Statement,
  TRANSACTION_ATTEMPTS_MAX,
  type Transaction,
  type TransactionOptions,
} from './database.ts';
import { breaksConnection, isDeadlock, isRetryable, isStalePlan } from './driver-errors.ts';
import { SkippedStatement } from './pipeline.ts';
import { SchemaDatabase } from './schema-database.ts';
import { type ConnectionCheck, runScript, runStatement, WireTransaction } from './wire-transaction.ts';

/** Runs a call in a trace span. `name`: `script`, `transaction`, or the name of a statement. */
type TraceCall = <T>(name: string, run: () => Promise<T>) => Promise<T>;

let traced: TraceCall = (_name, run) => run();

/** Traces all database calls. Call it once, before the first one. */
export function traceCalls(trace: TraceCall): void {
  traced = trace;
}

/** A connection of a {@link ConnectionSource}. Release it exactly once. */
export interface Connection {
  readonly client: pg.ClientBase;
  /** @param broken closes the connection instead of reusing it */
  release(broken: boolean): void;
}

/** A pool, or the only connection of the embedded database. */
export interface ConnectionSource {
  /** @throws {DatabaseUnavailable} if no connection is available in time. */
  acquire(): Promise<Connection>;
  health(timeoutMs: number): Promise<DatabaseHealth>;
  connections(): Connections;
  /** Called when a statement has failed because the disk is full. */
  noteDiskFull(): void;
  /** The source that all schemas share. It has only a few connections. */
  schemaSource(): ConnectionSource;
  end(): Promise<void>;
}

export interface WireOptions {
  /** Called with the error of a deadlock. The transaction is retried, but a deadlock is a bug in the lock order. */
  readonly onDeadlock?: (error: Error) => void;
  /** Runs on the connection before each statement and each transaction. */
  readonly check?: ConnectionCheck;
  /** Maximum attempts of a transaction that loses to others. Default: {@link TRANSACTION_ATTEMPTS_MAX}. */
  readonly attemptsMax?: number;
}

/** Upper limit of the first pause before a retry. It doubles with each retry. */
const BACKOFF_FIRST_MS = 4;
/** With this limit, ten attempts pause for at most 1.5 s in all. */
const BACKOFF_MAX_MS = 200;

/**
 * A database that speaks PostgreSQL's wire protocol, through `pg`: a server over a socket, or PGlite in a worker thread. Both
 * share the code for statements, transactions, retries and errors.
 */
export class WireDatabase implements Database {
  readonly engine: Database['engine'];
  readonly backups: Database['backups'] = null;
  readonly #source: ConnectionSource;
  readonly #options: WireOptions;
  /** The transaction in whose `work` the current code runs. */
  #currentTransaction = new AsyncLocalStorage<WireTransaction>();
  readonly #running = new Set<Promise<unknown>>();
  /** The database that all schemas share; created for the first schema. */
  #schemaHost: WireDatabase | undefined;
  #closing: Promise<void> | undefined;
  #retries = 0;

  constructor(engine: Database['engine'], source: ConnectionSource, options: WireOptions = {}) {
    this.engine = engine;
    this.#source = source;
    this.#options = options;
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    return this.#track(statement.name, () =>
      this.#withRetries(() =>
        this.#withConnection((client) => runStatement<R>(client, statement, values, this.#options.check)),
      ),
    );
  }

  script(sql: string): Promise<void> {
    return this.#track('script', () => this.#withConnection((client) => runScript(client, sql)));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#track('transaction', () => this.#withRetries(() => this.#attempt(work, options)));
  }

  async health(timeoutMs: number): Promise<DatabaseHealth> {
    if (this.#closing !== undefined) return { state: 'unreachable', upkeep: [] };
    return this.#source.health(timeoutMs);
  }

  activity(): DatabaseActivity {
    return { ...this.#source.connections(), retries: this.#retries };
  }

  inSchema(name: string): Database {
    if (this.#schemaHost === undefined) {
      this.#schemaHost = new WireDatabase(this.engine, this.#source.schemaSource(), this.#options);
      this.#schemaHost.#currentTransaction = this.#currentTransaction;
    }
    return new SchemaDatabase(this.#schemaHost, name);
  }

  freeBytes(): number | null {
    return null;
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await Promise.allSettled(this.#running);
    await this.#schemaHost?.close();
    await this.#source.end();
  }

  /** Rejects calls that must not start, and tracks the others for {@link close}. @param what the name of the span */
  async #track<T>(what: string, run: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new Error('the database is closed');
    if (this.#currentTransaction.getStore()?.isOpen === true) {
      // It would wait forever for the embedded database's only connection. A pool would deadlock under load.
      throw new Error('inside an open transaction use the transaction, not the database');
    }
    const result = traced(what, run);
    this.#running.add(result);
    try {
      return await result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.reason === 'disk full') this.#source.noteDiskFull();
      throw error;
    } finally {
      this.#running.delete(result);
    }
  }

  async #withConnection<T>(use: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const connection = await this.#source.acquire();
    let broken = false;
    try {
      return await use(connection.client);
    } catch (error) {
      broken = breaksConnection(error) || isStalePlan(error);
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  async #attempt<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    const connection = await this.#source.acquire();
    const { check } = this.#options;
    if (check !== undefined) await this.#runCheck(connection, check);
    const transaction = new WireTransaction(connection.client, options);
    try {
      const value = await this.#currentTransaction.run(transaction, async () => work(transaction));
      await transaction.commit();
      return value;
    } catch (error) {
      await transaction.rollback();
      // The work may have wrapped or replaced a retryable error. If statements were skipped, report the one that failed.
      const { failure } = transaction;
      throw isRetryable(failure) || error instanceof SkippedStatement ? failure : error;
    } finally {
      connection.release(!transaction.leftConnectionClean);
    }
  }

  /** Releases the connection if the check fails. Uses a separate round trip: the snapshot must be taken after it. */
  async #runCheck({ client, release }: Connection, check: ConnectionCheck): Promise<void> {
    try {
      const checkRows = check.begin();
      checkRows(await runStatement(client, check.statement, []));
    } catch (error) {
      release(breaksConnection(error));
      throw error;
    }
  }

  /** Repeats `attempt` while it loses to other transactions. */
  async #withRetries<T>(attempt: () => Promise<T>): Promise<T> {
    const { onDeadlock, attemptsMax = TRANSACTION_ATTEMPTS_MAX } = this.#options;
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        if (isDeadlock(error)) onDeadlock?.(error);
        if (tries >= attemptsMax) {
          throw new DatabaseUnavailable('contention', `the transaction lost to others ${tries} times`, {
            cause: error,
          });
        }
        this.#retries += 1;
        // Full jitter, so that transactions that collided don't collide again.
        await sleep(Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (tries - 1)));
      }
    }
  }
}
