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
import { runScript, runStatement, WireTransaction } from './wire-transaction.ts';

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
  /** Timeout of the answer to a statement outside a transaction. Default: that of the connection. */
  readonly statementAnswerMs?: number;
  /** After it, the call of a transaction is rejected although its commit may still succeed. Default: none. */
  readonly commitTimeoutMs?: number;
  /** Called when the first commit is in doubt. */
  readonly onDoubt?: (error: Error) => void;
  /** Called with the error of a deadlock. The transaction is retried, but a deadlock is a bug in the lock order. */
  readonly onDeadlock?: (error: Error) => void;
}

const WATCH_EVERY_MS = 1_000;
const IN_DOUBT = 'the database does not confirm commits, perhaps because its synchronous standby is lost';

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
  /** The open transactions that write, each with a function that rejects its call. */
  readonly #writes = new Map<WireTransaction, (error: Error) => void>();
  readonly #watch: NodeJS.Timeout;
  #isInDoubt = false;
  /** The database that all schemas share; created for the first schema. */
  #schemaHost: WireDatabase | undefined;
  #closing: Promise<void> | undefined;
  #retries = 0;

  constructor(engine: Database['engine'], source: ConnectionSource, options: WireOptions = {}) {
    this.engine = engine;
    this.#source = source;
    this.#options = options;
    this.#watch = setInterval(() => this.#giveUpDoubtful(), WATCH_EVERY_MS).unref();
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    const { statementAnswerMs } = this.#options;
    return this.#track(statement.name, () =>
      this.#withRetries(() =>
        this.#withConnection((client) => runStatement<R>(client, statement, values, statementAnswerMs)),
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
    const oldestCommitMs = Math.max(0, ...this.#writes.keys().map(({ committingMs }) => committingMs));
    return { ...this.#source.connections(), retries: this.#retries, oldestCommitMs };
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
    clearInterval(this.#watch);
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
    const writes = options.readOnly !== true && options.isUnsynced !== true;
    // It would take a connection from the reads, and a request that waited for the doubtful commit would wait as long again.
    if (writes && this.#doubtful().length > 0) throw new DatabaseUnavailable('in doubt', IN_DOUBT);
    const connection = await this.#source.acquire();
    const transaction = new WireTransaction(connection.client, options);
    const { promise: doubt, reject: giveUp } = Promise.withResolvers<never>();
    if (writes) this.#writes.set(transaction, giveUp);
    const ended = this.#run(transaction, work).finally(() => {
      this.#writes.delete(transaction);
      connection.release(!transaction.leftConnectionClean);
    });
    return Promise.race([ended, doubt]);
  }

  async #run<T>(transaction: WireTransaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      const value = await this.#currentTransaction.run(transaction, async () => work(transaction));
      await transaction.commit();
      return value;
    } catch (error) {
      await transaction.rollback();
      // The work may have wrapped or replaced a retryable error. If statements were skipped, report the one that failed.
      const { failure } = transaction;
      throw isRetryable(failure) || error instanceof SkippedStatement ? failure : error;
    }
  }

  /** Rejects the callers whose commits are in doubt. Their connections stay in use until the server answers. */
  #giveUpDoubtful(): void {
    const error = new DatabaseUnavailable('in doubt', IN_DOUBT);
    const calls = this.#doubtful();
    if (calls.length > 0 && !this.#isInDoubt) this.#options.onDoubt?.(error);
    this.#isInDoubt = calls.length > 0;
    for (const giveUp of calls) giveUp(error);
  }

  /** Commits in doubt: the functions that reject their calls. */
  #doubtful(): ((error: Error) => void)[] {
    const { commitTimeoutMs = Number.POSITIVE_INFINITY } = this.#options;
    return [...this.#writes].flatMap(([{ committingMs }, giveUp]) => (committingMs > commitTimeoutMs ? [giveUp] : []));
  }

  /** Repeats `attempt` while it loses to other transactions. */
  async #withRetries<T>(attempt: () => Promise<T>): Promise<T> {
    const { onDeadlock } = this.#options;
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        if (isDeadlock(error)) onDeadlock?.(error);
        if (tries >= TRANSACTION_ATTEMPTS_MAX) {
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
