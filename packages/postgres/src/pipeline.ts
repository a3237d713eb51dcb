import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { DatabaseUnavailable, type Statement } from './database.ts';
import { type Decoder, decoderOf } from './values.ts';

/** The server's reply to one statement. */
export interface Answer<R extends object> {
  readonly rows: R[];
  /** The command tag, such as `INSERT 0 1` or `COMMIT`. */
  readonly tag: string;
}

/** A parameter on the wire: text, bytes in the type's binary format, or NULL. */
export type WireValue = string | Buffer | null;

/** The used part of `pg`'s connection. Danger: it is internal to `pg`, so its published types don't declare it. */
interface Connection {
  readonly stream: Duplex;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly WireValue[] }): void;
  describe(message: { type: 'P'; name: '' }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The server skipped the statement, because an earlier one of its transaction failed. The `cause` is that failure. */
export class SkippedStatement extends Error {
  override readonly name = 'SkippedStatement';

  constructor(cause: unknown) {
    super('the statement was skipped: an earlier one failed', { cause });
  }
}

/** The statements that the server has prepared, by connection, each with the columns of its rows. They cannot change: the server refuses. */
const preparedOn = new WeakMap<object, Map<string, RowShape>>();

/** The number of schemas with prepared statements on a connection. A hundred prepared statements take some megabytes. */
const SCHEMAS_PER_CONNECTION = 4;

/** By connection: its schemas by the prefix of their statements, the most recently used last. */
const schemasOn = new WeakMap<object, Map<string, string>>();

/**
 * The prefix of a schema's statement names on a connection. PostgreSQL replans a statement whenever the search path has changed
 * since its last use, so schemas must not share names. If all prefixes are taken, the least recently used one is reused, and its
 * statements are prepared again.
 */
function prefixOf(connection: object, prepared: Map<string, RowShape>, schema: string): string {
  const schemas = schemasOn.get(connection) ?? new Map<string, string>();
  schemasOn.set(connection, schemas);
  let prefix = [...schemas].find(([, name]) => name === schema)?.[0];
  if (prefix === undefined) {
    const oldest = schemas.keys().next().value ?? '';
    prefix = schemas.size < SCHEMAS_PER_CONNECTION ? `s${schemas.size}_` : oldest;
    for (const name of prepared.keys()) if (name.startsWith(prefix)) prepared.delete(name);
  }
  schemas.delete(prefix);
  schemas.set(prefix, schema);
  return prefix;
}

interface Column {
  readonly name: string;
  readonly decode: Decoder;
}

interface RowShape {
  readonly columns: readonly Column[];
  /** A row of nulls. Copying it takes a fifth of the time of building a row property by property. */
  readonly nullRow: object;
}

/** Of a statement that returns nothing. */
const NO_ROWS: RowShape = { columns: [], nullRow: {} };

/** A statement of a pipeline, and the reply so far. */
class Step {
  readonly statement: Statement;
  readonly values: readonly WireValue[];
  /** The name of the prepared statement; empty for a statement that is used once. */
  name: string;
  readonly answered = Promise.withResolvers<Answer<object>>();
  readonly rows: object[] = [];
  shape = NO_ROWS;
  tag = '';
  /** The error of a row that could not be decoded. To the server, the statement succeeded. */
  fault: unknown;

  constructor(statement: Statement, values: readonly WireValue[]) {
    this.statement = statement;
    this.name = statement.name;
    this.values = values;
  }

  addRow(fields: readonly (string | null)[]): void {
    if (this.fault !== undefined) return;
    try {
      const { columns, nullRow } = this.shape;
      const row: Record<string, unknown> = { ...nullRow };
      for (let index = 0; index < fields.length; index += 1) {
        const text = fields[index];
        const column = columns[index];
        if (typeof text === 'string' && column !== undefined) row[column.name] = column.decode(text);
      }
      this.rows.push(row);
    } catch (error) {
      this.fault = error;
    }
  }

  finish(): void {
    if (this.fault === undefined) this.answered.resolve({ rows: this.rows, tag: this.tag });
    else this.answered.reject(this.fault);
  }
}

/**
 * Prepared statements that are sent together, followed by one Sync: one write and one round trip. After an error the server
 * skips the rest. `pg` runs a pipeline as if it were one query.
 * @see https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class Pipeline implements pg.Submittable {
  readonly #steps: Step[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #onFailure: (error: unknown) => unknown;
  readonly #schema: string | undefined;
  #prepared = new Map<string, RowShape>();
  /** The index of the step that the next message belongs to. */
  #current = 0;
  /** Read by `pg`: the timeout of the answer, ms. Default: that of the connection. */
  readonly query_timeout: number | undefined;
  /** `pg` replaces this to stop its timer. */
  callback: (error?: unknown) => void = () => {};

  /**
   * @param onFailure called before any promise of the pipeline is rejected. The failed statement is rejected with its result.
   * @param schema the only schema in the search path, if it differs from the connection's
   */
  constructor(onFailure: (error: unknown) => unknown, schema?: string, timeoutMs?: number) {
    this.query_timeout = timeoutMs;
    this.#onFailure = onFailure;
    this.#schema = schema;
  }

  /** Resolves when all statements have succeeded or failed. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Adds a statement. @returns its reply; rejects with the server's error, or with {@link SkippedStatement}. */
  add<R extends object>(statement: Statement, values: readonly WireValue[]): Promise<Answer<R>> {
    const step = new Step(statement, values);
    this.#steps.push(step);
    return step.answered.promise as Promise<Answer<R>>;
  }

  /** Rejects all statements without sending them. */
  skip(cause: unknown): void {
    for (const { answered } of this.#steps) answered.reject(new SkippedStatement(cause));
    this.#ended.resolve();
  }

  /** Called by `pg`. @returns an error if nothing could be sent. */
  submit(submitted: object): Error | undefined {
    const connection = submitted as Connection;
    this.#prepared = preparedOn.get(connection) ?? new Map();
    preparedOn.set(connection, this.#prepared);
    const parsed = new Set<string>();
    const prefix = this.#schema === undefined ? '' : prefixOf(connection, this.#prepared, this.#schema);
    connection.stream.cork();
    try {
      for (const step of this.#steps) {
        const { text } = step.statement;
        if (step.name !== '') step.name = prefix + step.name;
        const { name, values } = step;
        const known = this.#prepared.get(name);
        if (name === '' || (known === undefined && !parsed.has(name))) {
          // An earlier pipeline may have prepared it before it failed. Closing an unknown name isn't an error.
          if (name !== '') connection.close({ type: 'S', name });
          connection.parse({ name, text });
          parsed.add(name);
        }
        connection.bind({ statement: name, values });
        if (known === undefined) connection.describe({ type: 'P', name: '' });
        else step.shape = known;
        connection.execute({});
      }
      connection.sync();
    } catch (error) {
      // The connection is unusable after a partial write.
      connection.stream.destroy();
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      connection.stream.uncork();
    }
    return undefined;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const step = this.#steps[this.#current];
    if (step !== undefined) {
      step.shape = {
        columns: fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) })),
        nullRow: Object.fromEntries(fields.map(({ name }) => [name, null])),
      };
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#steps[this.#current]?.addRow(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const step = this.#steps[this.#current];
    if (step === undefined) return;
    step.tag = text;
    if (step.name !== '') this.#prepared.set(step.name, step.shape);
    this.#current += 1;
  }

  /** All statements have succeeded. Outside a transaction block, they are now committed. */
  handleReadyForQuery(): void {
    this.callback();
    const fault = this.#steps.find((step) => step.fault !== undefined)?.fault;
    if (fault !== undefined) this.#onFailure(fault);
    for (const step of this.#steps) step.finish();
    this.#end();
  }

  /** A server error, after which the server skips the rest, or a lost connection. */
  handleError(error: unknown): void {
    this.callback(error);
    const failure = this.#onFailure(error);
    // Outside a transaction block, the commit itself may fail, after the last reply.
    const failed = Math.min(this.#current, this.#steps.length - 1);
    const name = this.#steps[failed]?.statement.name;
    if (failure instanceof DatabaseUnavailable && name !== undefined) failure.statement = name;
    for (const [index, step] of this.#steps.entries()) {
      if (index < failed) step.finish();
      else step.answered.reject(index === failed ? failure : new SkippedStatement(failure));
    }
    this.#end();
  }

  /** `pg`'s timer keeps the pipeline in memory after its end, so values and rows are dropped here. */
  #end(): void {
    this.#steps.length = 0;
    this.#ended.resolve();
  }
}
