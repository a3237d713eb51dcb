import type pg from 'pg';
import { type SqlValue, type Statement, statement, type Transaction, type TransactionOptions } from './database.ts';
import { breaksConnection, isStalePlan, translateError } from './driver-errors.ts';
import { type Answer, Pipeline } from './pipeline.ts';
import { type TimedQuery, undecoded } from './session.ts';
import { encodeValue } from './values.ts';

/** Migrations and their wait for the advisory lock may take long; an hour means that something hangs. */
const SCRIPT_TIMEOUT_MS = 3_600_000;

/** Runs one statement as a prepared one, in a round trip of its own. Errors come out as those of `database.ts`. */
export async function runStatement<R extends object>(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly SqlValue[],
): Promise<R[]> {
  const parameters = values.map(encodeValue);
  const pipeline = new Pipeline();
  const answered = pipeline.add<R>(statement, parameters);
  client.query(pipeline);
  try {
    return (await answered).rows;
  } catch (error) {
    throw translateError(error, false);
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

type Isolation = NonNullable<TransactionOptions['isolation']>;

const BEGIN: Readonly<Record<Isolation, Statement>> = {
  'read committed': statement('begin_read_committed', 'begin isolation level read committed'),
  'repeatable read': statement('begin_repeatable_read', 'begin isolation level repeatable read'),
  serializable: statement('begin_serializable', 'begin isolation level serializable'),
};
const BEGIN_READ_ONLY: Readonly<Record<Isolation, Statement>> = {
  'read committed': statement('begin_reading_committed', 'begin isolation level read committed read only'),
  'repeatable read': statement('begin_reading_repeatable', 'begin isolation level repeatable read read only'),
  serializable: statement('begin_reading_serializable', 'begin isolation level serializable read only'),
};
const COMMIT = statement('commit', 'commit');
const ROLLBACK = statement('rollback', 'rollback');

/**
 * One attempt at a transaction, on one connection, from BEGIN to COMMIT or ROLLBACK. Statements that are asked for in one
 * turn share a round trip: they go out together at its end.
 */
export class WireTransaction implements Transaction {
  readonly isTransaction = true;
  /** What the database first answered with an error inside this transaction, if anything. */
  failure: unknown;
  readonly #client: pg.ClientBase;
  readonly #options: TransactionOptions;
  #state: 'open' | 'over' = 'open';
  /** What goes out at the end of this turn. */
  #gathering: Pipeline | undefined;
  #commit: Promise<Answer<object>> | undefined;

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

  /** Resolves when BEGIN is answered; what is asked for in the same turn goes out behind it. */
  async begin(): Promise<void> {
    const { isolation = 'read committed', readOnly = false, opening } = this.#options;
    const begin = (readOnly ? BEGIN_READ_ONLY : BEGIN)[isolation];
    await Promise.all([begin, ...(opening === undefined ? [] : [opening])].map((one) => this.#ask(one)));
  }

  async query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    return (await this.#ask<R>(statement, values)).rows;
  }

  async script(sql: string): Promise<void> {
    this.#checkOpen();
    this.#send();
    await this.#noting(runScript(this.#client, sql));
    if (this.#client.getTransactionStatus() !== 'T')
      throw new Error('a script must not end the transaction it runs in');
  }

  conclude(): void {
    this.#commit = this.#ask(COMMIT);
    // A failure is told to who asked for the statement that failed; this one is looked at in `commit`.
    this.#commit.catch(() => {});
  }

  /** @throws when PostgreSQL answers COMMIT with ROLLBACK, as it does after a failed statement that `work` swallowed. */
  async commit(): Promise<void> {
    if (this.#commit === undefined) this.conclude();
    this.#state = 'over';
    if ((await this.#commit)?.tag !== 'COMMIT') {
      throw new Error('nothing was committed: a statement of the transaction had failed', { cause: this.failure });
    }
  }

  /** Never throws: what led here is the error to report, and a connection that stays unclean is thrown away. */
  async rollback(): Promise<void> {
    this.#state = 'over';
    this.#gathering = undefined;
    if (breaksConnection(this.failure)) return;
    await runStatement(this.#client, ROLLBACK, []).catch((error: unknown) => {
      this.failure ??= error;
    });
  }

  #ask<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<Answer<R>> {
    this.#checkOpen();
    const parameters = values.map(encodeValue);
    if (this.#gathering === undefined) {
      this.#gathering = new Pipeline();
      queueMicrotask(() => this.#send());
    }
    return this.#noting(
      this.#gathering.add<R>(statement, parameters).catch((error: unknown) => {
        throw translateError(error, this.#options.readOnly === true);
      }),
    );
  }

  #send(): void {
    const pipeline = this.#gathering;
    this.#gathering = undefined;
    if (pipeline !== undefined) this.#client.query(pipeline);
  }

  #checkOpen(): void {
    if (!this.isOpen || this.#commit !== undefined) throw new Error('the transaction is over');
  }

  async #noting<T>(running: Promise<T>): Promise<T> {
    try {
      return await running;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
