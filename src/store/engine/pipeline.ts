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

/** What is used here of `pg`'s connection, whose published types are of another version. */
interface Connection {
  readonly stream: Duplex;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly WireValue[] }): void;
  describe(message: { type: 'P'; name: '' }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** What becomes of a statement that the server skipped, for an error of one before it in its pipeline. */
export class SkippedStatement extends Error {
  override readonly name = 'SkippedStatement';

  constructor(cause: unknown) {
    super('the statement was skipped: one before it had failed', { cause });
  }
}

/** The columns of a statement’s rows. */
interface Shape {
  readonly columns: readonly { readonly name: string; readonly decode: Decoder }[];
  /** An object with all the names, since a copy of it is made faster than one that grows name by name. */
  readonly blank: object;
}

/** A statement that a connection has prepared, with the shape of its rows once the server has described it. */
interface Prepared {
  readonly text: string;
  /** The server refuses a statement whose shape has changed (`isStalePlan`), so this holds as long as the connection. */
  shape: Shape | undefined;
  /** It was sent to be prepared, and the server met an error before it told whether it did. */
  isInDoubt: boolean;
}

const preparedOn = new WeakMap<object, Map<string, Prepared>>();

function preparedStatementsOf(connection: object): Map<string, Prepared> {
  let statements = preparedOn.get(connection);
  if (statements === undefined) {
    statements = new Map();
    preparedOn.set(connection, statements);
  }
  return statements;
}

/** A statement on its way, and who waits for its answer. */
class Step {
  readonly statement: Statement;
  readonly values: readonly WireValue[];
  readonly rows: object[] = [];
  readonly answered = Promise.withResolvers<Answer<object>>();
  tag = '';
  prepared: Prepared | undefined;
  /** What went wrong on this side, with rows that the server is not to blame for. */
  fault: unknown;

  constructor(statement: Statement, values: readonly WireValue[]) {
    this.statement = statement;
    this.values = values;
  }

  take(fields: readonly (string | null)[]): void {
    if (this.fault !== undefined) return;
    try {
      this.rows.push(rowOf(this.prepared?.shape, fields));
    } catch (error) {
      this.fault = error ?? new Error('a row could not be read');
    }
  }

  finish(): void {
    if (this.fault === undefined) this.answered.resolve({ rows: this.rows, tag: this.tag });
    else this.answered.reject(this.fault);
  }
}

function shapeOf(fields: readonly { readonly name: string; readonly dataTypeID: number }[]): Shape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, decode: decoderOf(dataTypeID) })),
    blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

function rowOf(shape: Shape | undefined, fields: readonly (string | null)[]): object {
  if (shape === undefined) throw new Error('the server sent a row that it had not described');
  const row: Record<string, unknown> = { ...shape.blank };
  for (let index = 0; index < fields.length; index += 1) {
    const text = fields[index];
    const column = shape.columns[index];
    if (typeof text === 'string' && column !== undefined) row[column.name] = column.decode(text);
  }
  return row;
}

/**
 * Prepared statements that are sent together, with one Sync behind the last: the server answers all of them at once, and
 * after an error skips what follows it. One round trip, one write and one read, however many they are. What is parsed and
 * described once on a connection is not again.
 *
 * `pg` runs it like a query of its own, and knows nothing of what is in it:
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class Pipeline implements pg.Submittable {
  readonly #steps: Step[] = [];
  readonly #ended = Promise.withResolvers<void>();
  /** The step whose messages come next. */
  #current = 0;
  /** Called by `pg` and by nobody else; it hangs the end of its timer on it. */
  callback: (error?: unknown) => void = () => {};

  /** Resolves when all of it is answered, however. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /**
   * Adds a statement, to be sent with the others.
   * @returns what the server answers; rejects with its error, or as {@link SkippedStatement}.
   */
  add<R extends object>(statement: Statement, values: readonly WireValue[]): Promise<Answer<R>> {
    const step = new Step(statement, values);
    this.#steps.push(step);
    return step.answered.promise as Promise<Answer<R>>;
  }

  /** Called by `pg` when it is this pipeline’s turn. @returns what keeps it from being sent, if anything. */
  submit(submitted: object): Error | undefined {
    const connection = submitted as Connection;
    const known = preparedStatementsOf(connection);
    const fault = this.#nameFault(known);
    if (fault !== undefined) return fault;
    connection.stream.cork();
    try {
      for (const step of this.#steps) send(step, connection, known);
      connection.sync();
    } catch (error) {
      // Half a message may be on its way: nothing more can be said over this connection.
      connection.stream.destroy();
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      connection.stream.uncork();
    }
    return undefined;
  }

  /** A name that stands for two texts, on the connection or within this pipeline. */
  #nameFault(known: ReadonlyMap<string, Prepared>): Error | undefined {
    for (const { statement } of this.#steps) {
      const first =
        known.get(statement.name) ?? this.#steps.find((step) => step.statement.name === statement.name)?.statement;
      if (first?.text !== statement.text)
        return new Error(`the name ${statement.name} must be unique: it has another text, too`);
    }
    return undefined;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const prepared = this.#steps[this.#current]?.prepared;
    if (prepared !== undefined) prepared.shape = shapeOf(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#steps[this.#current]?.take(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const step = this.#steps[this.#current];
    if (step?.prepared === undefined) return;
    step.tag = text;
    // A statement without rows is described by saying so, which `pg` does not pass on.
    step.prepared.shape ??= shapeOf([]);
    this.#current += 1;
  }

  /** The end: outside a transaction the server has committed by now. */
  handleReadyForQuery(): void {
    this.callback();
    for (const step of this.#steps) step.finish();
    this.#end();
  }

  /** An error of the server, which skips the rest of the pipeline, or the loss of the connection. */
  handleError(error: unknown): void {
    this.callback(error);
    // One that comes behind the last answer is of the commit that Sync makes outside a transaction.
    const failed = Math.min(this.#current, this.#steps.length - 1);
    for (const [index, step] of this.#steps.entries()) {
      if (step.prepared !== undefined && step.prepared.shape === undefined) step.prepared.isInDoubt = true;
      if (index < failed) step.finish();
      else step.answered.reject(index === failed ? error : new SkippedStatement(error));
    }
    this.#end();
  }

  /**
   * Lets go of the statements. The timer that `pg` hangs on a query is in one list with those of the queries before and
   * after it; once a timer is in the old heap, it keeps all that come behind it, with whatever they hold, from being
   * collected as young.
   */
  #end(): void {
    this.#steps.length = 0;
    this.#ended.resolve();
  }
}

function send(step: Step, connection: Connection, known: Map<string, Prepared>): void {
  const { name, text } = step.statement;
  let prepared = known.get(name);
  // To close what was never prepared is no error.
  if (prepared?.isInDoubt === true) connection.close({ type: 'S', name });
  if (prepared === undefined || prepared.isInDoubt) {
    connection.parse({ name, text });
    prepared = { text, shape: undefined, isInDoubt: false };
    known.set(name, prepared);
  }
  step.prepared = prepared;
  connection.bind({ statement: name, values: step.values });
  if (prepared.shape === undefined) connection.describe({ type: 'P', name: '' });
  connection.execute({});
}
