import type pg from 'pg';
import { type SqlValue, type Statement, statement, type Transaction, type TransactionOptions } from './database.ts';
import { breaksConnection, isForAnEarlierOne, isStalePlan, translateError } from './driver-errors.ts';
import { type Answer, Pipeline, type WireValue } from './pipeline.ts';
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
 * One attempt at a transaction, on one connection, from BEGIN to COMMIT or ROLLBACK. Statements that are asked for without
 * an `await` in between share a round trip, and so do those that are asked for while one is under way.
 */
export class WireTransaction implements Transaction {
  readonly isTransaction = true;
  /** What first went wrong inside this transaction, if anything. */
  failure: unknown;
  readonly #client: pg.ClientBase;
  readonly #options: TransactionOptions;
  #state: 'open' | 'over' = 'open';
  #begun: Promise<void> = Promise.resolve();
  /** Why there is no transaction: BEGIN, or what opens it, was refused. */
  #refusal: unknown;
  /** What goes out next. */
  #gathering: Pipeline | undefined;
  /** Resolves when what was sent last is answered; undefined when it is. */
  #underWay: Promise<void> | undefined;
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

  /** Resolves when BEGIN is answered; what is asked for at once goes out behind it. */
  begin(): Promise<void> {
    const { isolation = 'read committed', readOnly = false, opening } = this.#options;
    const begin = (readOnly ? BEGIN_READ_ONLY : BEGIN)[isolation];
    const asked = [begin, ...(opening === undefined ? [] : [opening])].map((one) => this.#ask(one));
    const begun = Promise.all(asked).then(
      () => {},
      (error: unknown) => {
        this.#refusal = error;
        throw error;
      },
    );
    this.#begun = begun.catch(() => {});
    return begun;
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    const rows = this.#rowsOf<R>(statement, values);
    // Work that gives up between two statements waits for neither; the transaction is rolled back all the same.
    rows.catch(() => {});
    return rows;
  }

  async #rowsOf<R extends object>(statement: Statement, values: readonly SqlValue[]): Promise<R[]> {
    return (await this.#ask<R>(statement, values)).rows;
  }

  async script(sql: string): Promise<void> {
    this.#checkOpen();
    await this.#allAnswered();
    this.#checkOpen();
    await this.#noting(runScript(this.#client, sql));
    if (this.#client.getTransactionStatus() !== 'T')
      throw new Error('a script must not end the transaction it runs in');
  }

  conclude(): void {
    // A statement that could not even be asked for is not in front of this COMMIT to keep it from being one.
    if (this.failure !== undefined) throw new Error('the transaction has failed already', { cause: this.failure });
    this.#commit = this.#ask(COMMIT);
    // A failure is told to who asked for the statement that failed; this one is looked at in `commit`.
    this.#commit.catch(() => {});
  }

  /** @throws when PostgreSQL answers COMMIT with ROLLBACK, as it does after a failed statement that `work` swallowed. */
  async commit(): Promise<void> {
    this.#commit ??= this.#ask(COMMIT);
    this.#state = 'over';
    const { tag } = await this.#commit;
    if (tag !== 'COMMIT') {
      throw new Error('nothing was committed: a statement of the transaction had failed', { cause: this.failure });
    }
  }

  /** Never throws: what led here is the error to report, and a connection that stays unclean is thrown away. */
  async rollback(): Promise<void> {
    this.#state = 'over';
    this.#gathering?.handleError(new Error('the transaction is over'));
    this.#gathering = undefined;
    if (breaksConnection(this.failure)) return;
    await this.#allAnswered();
    await runStatement(this.#client, ROLLBACK, []).catch((error: unknown) => {
      this.failure ??= error;
    });
  }

  #ask<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<Answer<R>> {
    this.#checkOpen();
    let parameters: WireValue[];
    try {
      parameters = values.map(encodeValue);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
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

  /** Sends what was gathered, unless something is under way: then it goes out when that is answered. */
  #send(): void {
    const pipeline = this.#gathering;
    if (pipeline === undefined || this.#underWay !== undefined) return;
    this.#gathering = undefined;
    this.#underWay = this.#afterIt(pipeline);
    this.#client.query(pipeline);
  }

  async #afterIt(pipeline: Pipeline): Promise<void> {
    await pipeline.ended;
    await this.#begun;
    this.#underWay = undefined;
    // Without BEGIN each statement would be a transaction of its own.
    if (this.#refusal === undefined) this.#send();
    else this.#gathering?.handleError(this.#refusal);
  }

  async #allAnswered(): Promise<void> {
    this.#send();
    while (this.#underWay !== undefined) await this.#underWay;
  }

  #checkOpen(): void {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (!this.isOpen || this.#commit !== undefined) throw new Error('the transaction is over');
  }

  async #noting<T>(running: Promise<T>): Promise<T> {
    try {
      return await running;
    } catch (error) {
      if (!isForAnEarlierOne(error)) this.failure ??= error;
      throw error;
    }
  }
}
