import type { Duplex } from 'node:stream';
import type pg from 'pg';
import type { Statement } from './database.ts';
import { type Decoder, decoderOf } from './values.ts';

/** What the server answered to one statement. */
export interface Answer<R extends object> {
  readonly rows: R[];
  /** The command tag, such as `INSERT 0 1` or `COMMIT`. */
  readonly tag: string;
}

/** A parameter in its wire form: text, bytes in the type's binary format, or NULL. */
export type WireValue = string | Buffer | null;

/** The part of `pg`'s connection that is used here; its published types lack it. */
interface Connection {
  readonly stream: Duplex;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly WireValue[] }): void;
  describe(message: { type: 'P'; name: '' }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The server skipped the statement because an earlier one of its transaction failed, which is the cause. */
export class SkippedStatement extends Error {
  override readonly name = 'SkippedStatement';

  constructor(cause: unknown) {
    super('the statement was skipped: an earlier one had failed', { cause });
  }
}

/** The statements that the server has prepared, by connection. */
const preparedOn = new WeakMap<object, Set<string>>();

/** So many schemas have prepared statements of their own on a connection: a hundred statements take some megabytes. */
const SCHEMAS_PER_CONNECTION = 4;

/** The schemas with statements of their own on a connection, by the prefix of these; the one that was used last stands last. */
const schemasOn = new WeakMap<object, Map<string, string>>();

/**
 * What the names of a schema's statements begin with on a connection. PostgreSQL plans a statement again whenever the search path
 * differs from that of its last use, so schemas share no names. A schema too many takes over the prefix that was used longest
 * ago, and with it the place of those statements on the server.
 */
function prefixOf(connection: object, prepared: Set<string>, schema: string): string {
  const schemas = schemasOn.get(connection) ?? new Map<string, string>();
  schemasOn.set(connection, schemas);
  let prefix = [...schemas].find(([, name]) => name === schema)?.[0];
  if (prefix === undefined) {
    const oldest = schemas.keys().next().value ?? '';
    prefix = schemas.size < SCHEMAS_PER_CONNECTION ? `s${schemas.size}_` : oldest;
    for (const name of prepared) if (name.startsWith(prefix)) prepared.delete(name);
  }
  schemas.delete(prefix);
  schemas.set(prefix, schema);
  return prefix;
}

interface Column {
  readonly name: string;
  readonly decode: Decoder;
}

/** A statement of a pipeline, with what has come of its answer. */
class Step {
  readonly statement: Statement;
  readonly values: readonly WireValue[];
  /** Under which the server prepares it; empty for a statement that is used once. */
  name: string;
  readonly answered = Promise.withResolvers<Answer<object>>();
  readonly rows: object[] = [];
  columns: readonly Column[] = [];
  /** A row of nulls: to copy it costs a fifth of building a row name by name. */
  nullRow: object = {};
  tag = '';
  /** A row that could not be decoded; the server does not know of it. */
  fault: unknown;

  constructor(statement: Statement, values: readonly WireValue[]) {
    this.statement = statement;
    this.name = statement.name;
    this.values = values;
  }

  addRow(fields: readonly (string | null)[]): void {
    if (this.fault !== undefined) return;
    try {
      const row: Record<string, unknown> = { ...this.nullRow };
      for (let index = 0; index < fields.length; index += 1) {
        const text = fields[index];
        const column = this.columns[index];
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
 * skips the rest. `pg` runs a pipeline like a query of its own.
 * @see https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class Pipeline implements pg.Submittable {
  readonly #steps: Step[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #onFailure: (error: unknown) => unknown;
  readonly #schema: string | undefined;
  #prepared = new Set<string>();
  /** The step that the next message belongs to. */
  #current = 0;
  /** `pg` replaces this to stop its timer. */
  callback: (error?: unknown) => void = () => {};

  /**
   * @param onFailure called before any promise of the pipeline is rejected; what it returns is what the failed statement is
   *   rejected with.
   * @param schema the only one in the search path, if it is not that of the connection
   */
  constructor(onFailure: (error: unknown) => unknown, schema?: string) {
    this.#onFailure = onFailure;
    this.#schema = schema;
  }

  /** Resolves when all statements are answered, with or without an error. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Adds a statement. @returns its answer; rejects with the server's error, or with {@link SkippedStatement}. */
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
    this.#prepared = preparedOn.get(connection) ?? new Set();
    preparedOn.set(connection, this.#prepared);
    const parsed = new Set<string>();
    const prefix = this.#schema === undefined ? '' : prefixOf(connection, this.#prepared, this.#schema);
    connection.stream.cork();
    try {
      for (const step of this.#steps) {
        const { text } = step.statement;
        if (step.name !== '') step.name = prefix + step.name;
        const { name, values } = step;
        if (name === '' || (!this.#prepared.has(name) && !parsed.has(name))) {
          // An earlier pipeline may have prepared it and failed before its answer; closing an unknown name is no error.
          if (name !== '') connection.close({ type: 'S', name });
          connection.parse({ name, text });
          parsed.add(name);
        }
        connection.bind({ statement: name, values });
        connection.describe({ type: 'P', name: '' });
        connection.execute({});
      }
      connection.sync();
    } catch (error) {
      // Half a message may have been written: the connection is of no more use.
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
      step.columns = fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) }));
      step.nullRow = Object.fromEntries(fields.map(({ name }) => [name, null]));
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#steps[this.#current]?.addRow(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const step = this.#steps[this.#current];
    if (step === undefined) return;
    step.tag = text;
    if (step.name !== '') this.#prepared.add(step.name);
    this.#current += 1;
  }

  /** All statements have succeeded; outside a transaction block they are committed now. */
  handleReadyForQuery(): void {
    this.callback();
    const fault = this.#steps.find((step) => step.fault !== undefined)?.fault;
    if (fault !== undefined) this.#onFailure(fault);
    for (const step of this.#steps) step.finish();
    this.#end();
  }

  /** The server's error, after which it skips the rest, or the loss of the connection. */
  handleError(error: unknown): void {
    this.callback(error);
    const failure = this.#onFailure(error);
    // Outside a transaction block the commit itself may fail, after the last answer.
    const failed = Math.min(this.#current, this.#steps.length - 1);
    for (const [index, step] of this.#steps.entries()) {
      if (index < failed) step.finish();
      else step.answered.reject(index === failed ? failure : new SkippedStatement(failure));
    }
    this.#end();
  }

  /** `pg`'s timer keeps the pipeline in memory after its end, so the pipeline drops its values and rows. */
  #end(): void {
    this.#steps.length = 0;
    this.#ended.resolve();
  }
}
