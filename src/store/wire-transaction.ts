import type pg from 'pg';
import type { SqlValue, Statement, Transaction, TransactionOptions } from './database.ts';
import { breaksConnection, isStalePlan, translateError } from './driver-errors.ts';
import { type TimedQuery, undecoded } from './session.ts';
import { encodeValue } from './values.ts';

/** Migrations and their wait for the advisory lock may take long; an hour means that something hangs. */
const SCRIPT_TIMEOUT_MS = 3_600_000;

/** Runs one statement as a prepared one. Errors come out as those of `database.ts`. */
export async function runStatement<R extends object>(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly SqlValue[],
  readOnly = false,
): Promise<R[]> {
  const parameters = values.map(encodeValue);
  try {
    const result = await client.query<R>({ name: statement.name, text: statement.text, values: parameters });
    return result.rows;
  } catch (error) {
    throw translateError(error, readOnly);
  }
}

/** Runs a script of several statements; what they return is dropped. */
export async function runScript(client: pg.ClientBase, sql: string): Promise<void> {
  try {
    const script: TimedQuery = { text: sql, types: undecoded, query_timeout: SCRIPT_TIMEOUT_MS };
    await client.query(script);
  } catch (error) {
    throw translateError(error, false);
  }
}

/** One attempt at a transaction, on one connection, from BEGIN to COMMIT or ROLLBACK. */
export class WireTransaction implements Transaction {
  readonly isTransaction = true;
  /** What the database first answered with an error inside this transaction, if anything. */
  failure: unknown;
  readonly #client: pg.ClientBase;
  readonly #options: TransactionOptions;
  #state: 'open' | 'over' = 'open';

  constructor(client: pg.ClientBase, options: TransactionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** False once the transaction is committed or rolled back; its handle is of no use then. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** True when the next borrower of the connection finds no open transaction, no lost socket and no stale plan. */
  get leftConnectionClean(): boolean {
    return this.#client.getTransactionStatus() === 'I' && !breaksConnection(this.failure) && !isStalePlan(this.failure);
  }

  begin(): Promise<void> {
    const { isolation = 'read committed', readOnly = false, opening } = this.#options;
    const begin = `begin isolation level ${isolation}${readOnly ? ' read only' : ''}`;
    return this.#noting(() => runScript(this.#client, opening === undefined ? begin : `${begin}; ${opening}`));
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    return this.#noting(() => runStatement<R>(this.#client, statement, values, this.#options.readOnly));
  }

  async script(sql: string): Promise<void> {
    await this.#noting(() => runScript(this.#client, sql));
    if (this.#client.getTransactionStatus() !== 'T')
      throw new Error('a script must not end the transaction it runs in');
  }

  /** @throws when PostgreSQL answers COMMIT with ROLLBACK, as it does after a failed statement that `work` swallowed. */
  async commit(): Promise<void> {
    const result = await this.#noting(async () => {
      this.#state = 'over';
      return this.#client.query('commit').catch((error: unknown) => {
        throw translateError(error, false);
      });
    });
    if (result.command !== 'COMMIT') {
      throw new Error('nothing was committed: a statement of the transaction had failed', { cause: this.failure });
    }
  }

  /** Never throws: what led here is the error to report, and a connection that stays unclean is thrown away. */
  async rollback(): Promise<void> {
    this.#state = 'over';
    if (breaksConnection(this.failure)) return;
    await this.#client.query('rollback').catch((error: unknown) => {
      this.failure ??= translateError(error, false);
    });
  }

  async #noting<T>(run: () => Promise<T>): Promise<T> {
    if (!this.isOpen) throw new Error('the transaction is over');
    try {
      return await run();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
