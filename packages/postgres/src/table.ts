/**
 * Defines a table's columns once. Row type, select list, decoder, bulk inserts and updates are derived from the definition:
 *
 *     const shares = table('player_shares', { id: uuid, player_id: uuid, expires_at: timestamptz, redeemed_at: nullable(timestamptz) });
 *     interface ShareRow extends RowOf<typeof shares> {}
 *
 *     const insert = statement('player_shares_insert', shares.insert());
 *     await transaction.query(insert, shares.values(rows));
 *
 *     const byId = statement('player_shares_by_id', `select ${shares.select('s')} from player_shares s where s.id = $1`);
 *     const [row] = (await database.query(byId, [id])).map(shares.decode<ShareRow>);
 *
 * Rows are sent as one array per column, in binary format: see `packed.ts`.
 */
import {
  type PackedArray,
  packBigints,
  packBooleans,
  packBytes,
  packDoubles,
  packInstants,
  packIntegers,
  packTexts,
  packUuids,
  unpack,
} from './packed.ts';
import { encodeArray } from './values.ts';

/** How the values of a column are sent and read. `Value` is the type in rows; the stored form may differ. */
export interface Column<Value> {
  /** The element type of the array that is sent. */
  readonly sentAs: string;
  /** The column's type, if an element must be cast to it. */
  readonly castTo?: string;
  /** For lists of a fixed length. The lists of all rows are sent as one array, and the SQL splits it. */
  readonly length?: number;
  /** Packs values in their stored form. */
  readonly pack: (stored: readonly never[]) => PackedArray;
  /** Reads `count` stored values from a binary array. */
  readonly unpack?: (packed: Uint8Array, count: number) => readonly unknown[];
  /** Convert a value to its stored form and back. Absent if the forms are equal. Never called for null. */
  encode?(value: Value): unknown;
  decode?(stored: unknown): Value;
}

export const uuid: Column<string> = { sentAs: 'uuid', pack: packUuids, unpack: unpack.uuid };
export const text: Column<string> = { sentAs: 'text', pack: packTexts, unpack: unpack.text };
export const integer: Column<number> = { sentAs: 'integer', pack: packIntegers, unpack: unpack.integer };
export const bigint: Column<number> = { sentAs: 'bigint', pack: packBigints, unpack: unpack.bigint };
export const double: Column<number> = { sentAs: 'double precision', pack: packDoubles, unpack: unpack.double };
export const boolean: Column<boolean> = { sentAs: 'boolean', pack: packBooleans, unpack: unpack.boolean };
export const bytea: Column<Uint8Array> = { sentAs: 'bytea', pack: packBytes, unpack: unpack.bytea };
/** Milliseconds since 1970. */
export const timestamptz: Column<number> = { sentAs: 'timestamptz', pack: packInstants, unpack: unpack.timestamptz };
/** The same, but binary arrays are read with fractions of a millisecond. */
export const exactTimestamptz: Column<number> = { ...timestamptz, unpack: unpack.exactTimestamptz };
/** Such as 2026-05-01. */
export const date: Column<string> = { sentAs: 'text', castTo: 'date', pack: packTexts };

/** A text with one of these values. */
export const oneOf = <const Values extends readonly string[]>(_values: Values): Column<Values[number]> =>
  text as Column<Values[number]>;

export const nullable = <Value>(column: Column<Value>): Column<Value | null> => column as Column<Value | null>;

/** Values that are stored in another form. */
export const encoded = <Value, Stored>(
  column: Column<Stored>,
  encode: (value: Value) => Stored,
  decode: (stored: Stored) => Value,
): Column<Value> => ({ ...column, encode, decode: (stored) => decode(stored as Stored) });

/** JSON values. Null is stored as SQL NULL. */
export const jsonb = <Value>(): Column<Value> => ({
  sentAs: 'text',
  castTo: 'jsonb',
  pack: packTexts,
  encode: (value) => JSON.stringify(value),
});

/** Lists of exactly this length. */
export const listOf = <Value>(column: Column<Value>, length: number): Column<readonly Value[]> => ({
  sentAs: column.sentAs,
  length,
  pack: (lists: readonly (readonly never[])[]) => {
    const wrong = lists.find((list) => list.length !== length);
    if (wrong !== undefined) throw new RangeError(`a list has ${wrong.length} values instead of ${length}`);
    return column.pack(lists.flat());
  },
  ...(column.unpack && {
    unpack: (packed, count) => {
      const values = column.unpack?.(packed, count * length) ?? [];
      return Array.from({ length: count }, (_, index) => values.slice(length * index, length * (index + 1)));
    },
  }),
});

/** Lists of any length. */
export const list = <Value extends string | number>(
  type: 'uuid' | 'integer' | 'bigint' | 'text',
): Column<readonly Value[]> => ({
  sentAs: 'text',
  castTo: `${type}[]`,
  pack: packTexts,
  encode: encodeArray,
});

export type Columns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<OneColumn> = OneColumn extends Column<infer Value> ? Value : never;

/** A row of a {@link table}. */
export type RowOf<OneTable> =
  OneTable extends Table<infer Of> ? { readonly [Name in keyof Of]: ValueOf<Of[Name]> } : never;

export class Table<Of extends Columns> {
  readonly name: string;
  readonly columns: Of;
  readonly #columns: readonly (readonly [name: string, column: Column<unknown>])[];

  constructor(name: string, columns: Of) {
    this.name = name;
    this.columns = columns;
    this.#columns = Object.entries(columns);
  }

  /** The same table with these columns only. */
  only<const Names extends readonly (keyof Of & string)[]>(...names: Names): Table<Pick<Of, Names[number]>> {
    return this.#narrowed((name) => names.includes(name));
  }

  /** The same table without these columns. */
  without<const Names extends readonly (keyof Of & string)[]>(...names: Names): Table<Omit<Of, Names[number]>> {
    return this.#narrowed((name) => !names.includes(name));
  }

  #narrowed<Fewer extends Columns>(has: (name: string) => boolean): Table<Fewer> {
    return new Table(this.name, Object.fromEntries(this.#columns.filter(([name]) => has(name))) as Fewer);
  }

  /** The select list: `id, played_at`, or `m.id, m.played_at` with an alias. */
  select(alias?: string): string {
    return this.#columns.map(([name]) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
  }

  /** A SELECT of the rows in {@link values}. @param first the number of the first parameter */
  source(first = 1): string {
    const parameters = this.#columns.map(([name, column], index) => {
      return { name, ...column, array: `$${first + index}::${column.sentAs}[]` };
    });
    const plain = parameters.filter(({ length }) => length === undefined);
    const selected = parameters.map(({ name, array, length, castTo }) => {
      if (length !== undefined) return `(${array})[${length} * n - ${length - 1} : ${length} * n] as ${name}`;
      return castTo === undefined ? name : `${name}::${castTo}`;
    });
    const isNumbered = plain.length < parameters.length;
    const names = plain.map(({ name }) => name);
    return `select ${selected.join(', ')}
      from unnest(${plain.map(({ array }) => array).join(', ')}) ${isNumbered ? 'with ordinality ' : ''}as sent(${[...names, ...(isNumbered ? ['n'] : [])].join(', ')})`;
  }

  /** An INSERT of the rows in {@link values}. You may append a clause such as ON CONFLICT. */
  insert(first = 1): string {
    return `insert into ${this.name} (${this.select()}) ${this.source(first)}`;
  }

  /** The SET list of an UPDATE that copies all columns from another row. */
  assignments(from: string): string {
    return this.#columns.map(([name]) => `${name} = ${from}.${name}`).join(', ');
  }

  /**
   * The parameters of {@link source}: one array per column.
   * @throws {RangeError} for values that the database cannot store unchanged.
   */
  values(rows: readonly RowOf<Table<Of>>[]): PackedArray[] {
    return this.#columns.map(([name, { encode, pack }]) => {
      const values = rows.map((row) => (row as Record<string, unknown>)[name]);
      return pack(
        (encode === undefined ? values : values.map((value) => (value === null ? null : encode(value)))) as never[],
      );
    });
  }

  /** Converts a row to its stored form. */
  encode(row: RowOf<Table<Of>>): Readonly<Record<keyof Of & string, unknown>> {
    return this.#mapped(row, (column) => column.encode);
  }

  /**
   * Decodes a row that a statement returned. Columns of the table may be missing. Columns that are not of the table are not
   * changed. `Row` is the resulting type.
   */
  readonly decode = <Row extends object = RowOf<Table<Of>>>(found: object): Row =>
    this.#mapped(found, (column) => column.decode);

  /**
   * Aggregates that return all rows of a statement as one row with a binary array per column. {@link unpack} turns it into rows.
   * This reads thousands of rows in a third of the time. Rows keep the order of aggregation.
   */
  aggregates(alias: string): string {
    const columns = this.#columns.map(([name]) => `array_send(array_agg(${alias}.${name})) as ${name}`);
    return `count(*)::integer as row_count, ${columns.join(', ')}`;
  }

  /** The rows of a statement that selects {@link aggregates}. */
  unpack([found]: readonly object[]): RowOf<Table<Of>>[] {
    const { row_count: count = 0, ...packed } = found as { readonly row_count: number } & Readonly<
      Record<string, Uint8Array>
    >;
    if (count === 0) return [];
    const rows = Array.from({ length: count }, (): Record<string, unknown> => ({}));
    for (const [name, column] of this.#columns) {
      const values = column.unpack?.(packed[name] as Uint8Array, count);
      if (values === undefined) throw new TypeError(`the column ${name} cannot be read in binary format`);
      const { decode } = column;
      for (let index = 0; index < count; index += 1) {
        const value = values[index];
        (rows[index] as Record<string, unknown>)[name] = decode === undefined || value === null ? value : decode(value);
      }
    }
    return rows as RowOf<Table<Of>>[];
  }

  #mapped<Mapped>(row: object, how: (column: Column<unknown>) => ((value: unknown) => unknown) | undefined): Mapped {
    const mapped: Record<string, unknown> = { ...row };
    for (const [name, column] of this.#columns) {
      const [map, value] = [how(column), mapped[name]];
      if (map !== undefined && value !== null && value !== undefined) mapped[name] = map(value);
    }
    return mapped as Mapped;
  }
}

export const table = <Of extends Columns>(name: string, columns: Of): Table<Of> => new Table(name, columns);
