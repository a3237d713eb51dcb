import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type Database,
  DatabaseUnavailable,
  type SqlValue,
  type Statement,
  TRANSACTION_ATTEMPTS_MAX,
  type Transaction,
  type TransactionOptions,
} from './database.ts';
import { breaksConnection, isForAnEarlierOne, isRetryable, isStalePlan } from './driver-errors.ts';
import { runScript, runStatement, WireTransaction } from './wire-transaction.ts';

/** A connection lent by a {@link ConnectionSource}; the borrower gives it back exactly once. */
export interface Connection {
  readonly client: pg.ClientBase;
  /** Gives the connection back; a broken one is thrown away. */
  release(broken: boolean): void;
}

/** Where connections come from: a pool, or the one connection of the embedded database. */
export interface ConnectionSource {
  /** @throws {DatabaseUnavailable} when there is none to be had. */
  acquire(): Promise<Connection>;
  isReachable(timeoutMs: number): Promise<boolean>;
  end(): Promise<void>;
}

/** The first pause before a transaction is tried again is at most this; it doubles with each further try. */
const BACKOFF_FIRST_MS = 4;
/** No pause is longer than this, so ten tries take a second and a half at most. */
const BACKOFF_MAX_MS = 200;

/**
 * What both engines have in common: both speak PostgreSQL's wire protocol through `pg`, one over a socket, one to a
 * worker thread, so statements, transactions, retries and errors are the same code and cannot drift apart.
 */
export class WireDatabase implements Database {
  readonly engine: Database['engine'];
  readonly #source: ConnectionSource;
  /** The transaction in whose work the running code was called, if any. */
  readonly #surrounding = new AsyncLocalStorage<WireTransaction>();
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(engine: Database['engine'], source: ConnectionSource) {
    this.engine = engine;
    this.#source = source;
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    return this.#track(() =>
      withRetries(() => this.#withConnection((client) => runStatement<R>(client, statement, values))),
    );
  }

  script(sql: string): Promise<void> {
    return this.#track(() => this.#withConnection((client) => runScript(client, sql)));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#track(() => withRetries(() => this.#attempt(work, options)));
  }

  isReachable(timeoutMs: number): Promise<boolean> {
    return this.#closing === undefined ? this.#source.isReachable(timeoutMs) : Promise.resolve(false);
  }

  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => this.#source.end());
    return this.#closing;
  }

  /** Refuses what must not start, and remembers what {@link close} has to wait for. */
  async #track<T>(run: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new Error('the database is closed');
    if (this.#surrounding.getStore()?.isOpen === true) {
      // On the embedded database's only connection this would wait for ever; with a pool it deadlocks under load.
      throw new Error('inside an open transaction use the transaction, not the database');
    }
    const running = run();
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
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
    const transaction = new WireTransaction(connection.client, options);
    try {
      // The first statements of the work go out behind BEGIN, in its round trip; if it fails the server skips them.
      const begun = transaction.begin();
      const [, value] = await Promise.all([begun, this.#surrounding.run(transaction, async () => work(transaction))]);
      await transaction.commit();
      return value;
    } catch (error) {
      await transaction.rollback();
      // The work may have wrapped or replaced what the database said; a lost race decides all the same. And of several
      // statements the one that failed is told, not those which were skipped for it.
      throw isRetryable(transaction.failure) || isForAnEarlierOne(error) ? transaction.failure : error;
    } finally {
      connection.release(!transaction.leftConnectionClean);
    }
  }
}

/** Runs `attempt` until it neither loses to another transaction nor throws anything else. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (tries >= TRANSACTION_ATTEMPTS_MAX) {
        throw new DatabaseUnavailable('contention', `the transaction lost to others ${tries} times`, { cause: error });
      }
      // Full jitter: those who collided must not collide again at the same moment.
      await sleep(Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (tries - 1)));
    }
  }
}
