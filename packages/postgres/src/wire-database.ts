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

/** Makes a span of a call; `name` is a pattern or a statement's name. */
type TraceCall = <T>(name: string, run: () => Promise<T>) => Promise<T>;

let traced: TraceCall = (_name, run) => run();

/** Every call of a database runs in `trace` from now on. To be called once, before the first. */
export function traceCalls(trace: TraceCall): void {
  traced = trace;
}

/** A connection of a {@link ConnectionSource}; its user releases it exactly once. */
export interface Connection {
  readonly client: pg.ClientBase;
  /** @param broken closes the connection instead of reusing it */
  release(broken: boolean): void;
}

/** A pool, or the one connection of the embedded database. */
export interface ConnectionSource {
  /** @throws {DatabaseUnavailable} when no connection can be had. */
  acquire(): Promise<Connection>;
  health(timeoutMs: number): Promise<DatabaseHealth>;
  connections(): Connections;
  /** Called when a statement failed because the disk of the database is full. */
  noteDiskFull(): void;
  /** What schemas are reached through, over few connections however many schemas there are. */
  schemaSource(): ConnectionSource;
  end(): Promise<void>;
}

export interface WireOptions {
  /** Gets the error of a deadlock: it is retried, but no two transactions should ever come to one. */
  readonly onDeadlock?: (error: Error) => void;
  /** Asked on the connection before each statement and each transaction. */
  readonly check?: ConnectionCheck;
  /** How often a transaction that loses to others is tried. Default: {@link TRANSACTION_ATTEMPTS_MAX}. */
  readonly attemptsMax?: number;
}

/** The longest first pause before a retry; it doubles with each further one. */
const BACKOFF_FIRST_MS = 4;
/** With this bound ten tries pause for 1.5 s at most. */
const BACKOFF_MAX_MS = 200;

/**
 * A database reached over PostgreSQL's wire protocol, through `pg`: a server over a socket, PGlite in a worker thread.
 * Statements, transactions, retries and errors are the same code for both.
 */
export class WireDatabase implements Database {
  readonly engine: Database['engine'];
  readonly backups: Database['backups'] = null;
  readonly #source: ConnectionSource;
  readonly #options: WireOptions;
  /** The transaction whose work is calling. */
  #currentTransaction = new AsyncLocalStorage<WireTransaction>();
  readonly #running = new Set<Promise<unknown>>();
  /** What schemas are reached through, once there is one. */
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

  /** Refuses calls that must not start, and records the others for {@link close}. @param what the name of its span */
  async #track<T>(what: string, run: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new Error('the database is closed');
    if (this.#currentTransaction.getStore()?.isOpen === true) {
      // It would wait for ever for the embedded database's only connection; a pool would deadlock under load.
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
      // The work may have wrapped or replaced a retryable error. Of statements sent together, report the one that failed.
      const { failure } = transaction;
      throw isRetryable(failure) || error instanceof SkippedStatement ? failure : error;
    } finally {
      connection.release(!transaction.leftConnectionClean);
    }
  }

  /** Releases the connection if it fails. In a round trip of its own: a transaction's snapshot has to be younger. */
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
        // Full jitter, so that the transactions that collided do not collide again.
        await sleep(Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (tries - 1)));
      }
    }
  }
}
