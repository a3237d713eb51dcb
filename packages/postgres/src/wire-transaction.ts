import type pg from 'pg';
import { type SqlValue, type Statement, statement, type Transaction, type TransactionOptions } from './database.ts';
import { breaksConnection, isStalePlan, translateError } from './driver-errors.ts';
import { type Answer, Pipeline, SkippedStatement, type WireValue } from './pipeline.ts';
import { type TimedQuery, undecoded } from './session.ts';
import { encodeValue } from './values.ts';

/** Timeout of a script: migrations, and their wait for the advisory lock, may take long. */
const SCRIPT_TIMEOUT_MS = 3_600_000;

/** Runs one prepared statement in one round trip. */
export async function runStatement<R extends object>(
  client: pg.ClientBase,
  statement: Statement,
  values: readonly SqlValue[],
  timeoutMs?: number,
): Promise<R[]> {
  const pipeline = new Pipeline((error) => translateError(error, false), undefined, timeoutMs);
  const answered = pipeline.add<R>(statement, values.map(encodeValue));
  client.query(pipeline);
  return (await answered).rows;
}

/** Runs a script of several statements and ignores their rows. */
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
const UNSYNCED = statement('unsynced', 'set local synchronous_commit to off');
const COMMIT = statement('commit', 'commit');
const ROLLBACK = statement('rollback', 'rollback');

/** Sets the search path for this transaction. PostgreSQL always searches `pg_catalog` first. */
function setSearchPath(schema: string | undefined): Statement | undefined {
  return schema === undefined ? undefined : { name: '', text: `set local search_path to ${schema}` };
}

/**
 * One attempt at a transaction, on one connection. BEGIN shares the first round trip. After a failure, no further statement is
 * sent: if BEGIN had failed, each would be committed separately.
 * docs/group-commit.md explains what depends on the order of round trips.
 */
export class WireTransaction implements Transaction {
  readonly isTransaction = true;
  /** The first failure of this transaction: from the server, the connection, or a value that cannot be encoded or decoded. */
  failure: unknown;
  readonly #client: pg.ClientBase;
  readonly #isReadOnly: boolean;
  readonly #schema: string | undefined;
  #isOver = false;
  /** Statements for the next round trip. */
  #queued: Pipeline | undefined;
  /** Resolves when all queued statements are sent and answered. */
  #flushing: Promise<void> | undefined;
  /** The reply to COMMIT or ROLLBACK, once one of them is queued. */
  #ended: Promise<Answer<object>> | undefined;
  #isDiscarded = false;
  #committingSince: number | null = null;

  constructor(
    client: pg.ClientBase,
    { isolation = 'read committed', readOnly = false, isUnsynced = false, opening, schema }: TransactionOptions,
  ) {
    this.#client = client;
    this.#isReadOnly = readOnly;
    this.#schema = schema;
    const begin = (readOnly ? BEGIN_READ_ONLY : BEGIN)[isolation];
    for (const first of [begin, isUnsynced ? UNSYNCED : undefined, setSearchPath(schema), opening]) {
      // If it fails, COMMIT and every other statement are rejected with that failure.
      if (first !== undefined) this.#enqueue(first).catch(() => {});
    }
  }

  get isOpen(): boolean {
    return !this.#isOver;
  }

  /** True if the connection can be reused: no open transaction, no lost socket, no stale plan. */
  get leftConnectionClean(): boolean {
    return this.#client.getTransactionStatus() === 'I' && !breaksConnection(this.failure) && !isStalePlan(this.failure);
  }

  query<R extends object>(statement: Statement, values: readonly SqlValue[] = []): Promise<R[]> {
    const rows = this.#enqueue<R>(statement, values).then((answer) => answer.rows);
    // If `work` throws, it doesn't await its earlier statements. Their rejection must not end the process.
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
    // If a statement could not be sent, the server would still accept this COMMIT.
    if (this.failure !== undefined) throw new Error('the transaction has already failed', { cause: this.failure });
    this.#end(COMMIT);
  }

  discard(): void {
    this.#isDiscarded = true;
    this.#end(ROLLBACK);
  }

  #end(how: Statement): Promise<Answer<object>> {
    const ended = this.#enqueue(how);
    ended.catch(() => {});
    if (how === COMMIT) this.#committingSince = performance.now();
    this.#ended = ended;
    return ended;
  }

  /** How long COMMIT has been without an answer, ms; 0 if it was not sent. */
  get committingMs(): number {
    return this.#committingSince === null ? 0 : performance.now() - this.#committingSince;
  }

  /** @throws if COMMIT fails, or if `work` swallowed an earlier failure. */
  async commit(): Promise<void> {
    if (this.#ended === undefined && this.failure !== undefined) throw nothingCommitted(this.failure);
    const ended = this.#ended ?? this.#end(COMMIT);
    this.#isOver = true;
    const { tag } = await ended;
    // In a failed transaction, PostgreSQL replies to COMMIT with ROLLBACK.
    if (tag !== 'COMMIT' && !this.#isDiscarded) throw nothingCommitted(this.failure);
  }

  /** Never throws: the caller already has an error to report, and closes an unclean connection. */
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

  /** Sends all queued statements in one round trip, then those queued during it, until none are left. */
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
  return new Error('nothing was committed: a statement of the transaction failed', { cause: failure });
}
