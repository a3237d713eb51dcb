import type pg from 'pg';
import { type SqlValue, type Statement, statement, type Transaction, type TransactionOptions } from './database.ts';
import { breaksConnection, isStalePlan, translateError } from './driver-errors.ts';
import { type Answer, Pipeline, SkippedStatement, type WireValue } from './pipeline.ts';
import { type TimedQuery, undecoded } from './session.ts';
import { encodeValue } from './values.ts';

/** Limit of a script: migrations, and their wait for the advisory lock, may take long. */
const SCRIPT_TIMEOUT_MS = 3_600_000;

/** A question that decides whether a connection may be used now. */
export interface ConnectionCheck {
  readonly statement: Statement;
  /** Called when it is asked. @returns what judges the answer, and throws if the connection may not be used */
  begin(): (rows: readonly object[]) => void;
}

/** Runs one statement as a prepared one, in a round trip of its own; `check` before it, in the same one. */
export async function runStatement<R extends object>(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly SqlValue[],
  check?: ConnectionCheck,
): Promise<R[]> {
  const pipeline = new Pipeline((error) => translateError(error, false));
  const checkRows = check?.begin();
  const checked = check && pipeline.add(check.statement, []).then(({ rows }) => checkRows?.(rows));
  const answered = pipeline.add<R>(statement, values.map(encodeValue));
  client.query(pipeline);
  // It is awaited after the check only, and says nothing that the check does not say if both fail.
  answered.catch(() => {});
  await checked;
  return (await answered).rows;
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

/** Has names looked up in a schema alone until the transaction ends. `pg_catalog` always comes first by itself. */
function setSearchPath(schema: string | undefined): Statement | undefined {
  return schema === undefined ? undefined : { name: '', text: `set local search_path to ${schema}` };
}

/**
 * One attempt at a transaction on one connection. BEGIN shares the first round trip. Once anything has failed, no further
 * statement is sent: if BEGIN failed, each would otherwise be a transaction of its own.
 * docs/group-commit.md shows what depends on the order of round trips.
 */
export class WireTransaction implements Transaction {
  readonly isTransaction = true;
  /** The first failure inside this transaction: of the server, of the connection, or of a value that cannot be sent or read. */
  failure: unknown;
  readonly #client: pg.ClientBase;
  readonly #isReadOnly: boolean;
  readonly #schema: string | undefined;
  #isOver = false;
  /** Statements for the next round trip. */
  #queued: Pipeline | undefined;
  /** Resolves when there is nothing left to send or to wait for. */
  #flushing: Promise<void> | undefined;
  /** The answer to COMMIT or ROLLBACK, once one of them is asked for. */
  #ended: Promise<Answer<object>> | undefined;
  #isDiscarded = false;

  constructor(
    client: pg.ClientBase,
    { isolation = 'read committed', readOnly = false, opening, schema }: TransactionOptions,
  ) {
    this.#client = client;
    this.#isReadOnly = readOnly;
    this.#schema = schema;
    for (const first of [(readOnly ? BEGIN_READ_ONLY : BEGIN)[isolation], setSearchPath(schema), opening]) {
      // If it fails, COMMIT and every other statement are refused for that reason.
      if (first !== undefined) this.#enqueue(first).catch(() => {});
    }
  }

  get isOpen(): boolean {
    return !this.#isOver;
  }

  /** True if the next user of the connection finds no open transaction, no lost socket and no stale plan. */
  get leftConnectionClean(): boolean {
    return this.#client.getTransactionStatus() === 'I' && !breaksConnection(this.failure) && !isStalePlan(this.failure);
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    const rows = this.#enqueue<R>(statement, values).then((answer) => answer.rows);
    // Work that throws does not await what it asked for before; that must not end the process.
    rows.catch(() => {});
    return rows;
  }

  async script(sql: string): Promise<void> {
    this.#checkOpen();
    await this.#flushing;
    this.#checkOpen();
    if (this.failure !== undefined) throw new SkippedStatement(this.failure);
    try {
      await runScript(this.#client, sql);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
    if (this.#client.getTransactionStatus() !== 'T')
      throw new Error('a script must not end the transaction it runs in');
  }

  commitWithLast(): void {
    // A statement that could not be sent would not keep this COMMIT from succeeding.
    if (this.failure !== undefined) throw new Error('the transaction has failed already', { cause: this.failure });
    this.#end(COMMIT);
  }

  discard(): void {
    this.#isDiscarded = true;
    this.#end(ROLLBACK);
  }

  #end(how: Statement): Promise<Answer<object>> {
    const ended = this.#enqueue(how);
    ended.catch(() => {});
    this.#ended = ended;
    return ended;
  }

  /** @throws if COMMIT fails, or if `work` swallowed an earlier failure. */
  async commit(): Promise<void> {
    if (this.#ended === undefined && this.failure !== undefined) throw nothingCommitted(this.failure);
    const ended = this.#ended ?? this.#end(COMMIT);
    this.#isOver = true;
    const { tag } = await ended;
    // PostgreSQL answers COMMIT with ROLLBACK in a failed transaction.
    if (tag !== 'COMMIT' && !this.#isDiscarded) throw nothingCommitted(this.failure);
  }

  /** Never throws: the caller has an error to report already, and an unclean connection is closed. */
  async rollback(): Promise<void> {
    this.#isOver = true;
    this.#queued?.skip(new Error('the transaction is over'));
    this.#queued = undefined;
    await this.#flushing;
    if (breaksConnection(this.failure)) return;
    await runStatement(this.#client, ROLLBACK, []).catch((error: unknown) => {
      this.failure ??= error;
    });
  }

  async #enqueue<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<Answer<R>> {
    this.#checkOpen();
    let parameters: WireValue[];
    try {
      parameters = values.map(encodeValue);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
    this.#queued ??= new Pipeline((error) => {
      const translated = translateError(error, this.#isReadOnly);
      this.failure ??= translated;
      return translated;
    }, this.#schema);
    const answered = this.#queued.add<R>(statement, parameters);
    this.#flushing ??= this.#flush();
    return answered;
  }

  /** Sends what is asked for in one turn, and what is asked for until that is answered, and so on. */
  async #flush(): Promise<void> {
    await Promise.resolve();
    for (;;) {
      const pipeline = this.#queued;
      this.#queued = undefined;
      if (pipeline === undefined) break;
      if (this.failure === undefined) this.#client.query(pipeline);
      else pipeline.skip(this.failure);
      await pipeline.ended;
    }
    this.#flushing = undefined;
  }

  #checkOpen(): void {
    if (this.#isOver || this.#ended !== undefined) throw new Error('the transaction is over');
  }
}

function nothingCommitted(failure: unknown): Error {
  return new Error('nothing was committed: a statement of the transaction had failed', { cause: failure });
}
