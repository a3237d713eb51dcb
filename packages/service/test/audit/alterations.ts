/** Ways to alter stored rows by hand: every column of some tables, and whole rows, as an owner of the database could. */
import { type Database, type Queryable, statement } from '@bandeja/postgres/database';

export interface Alteration {
  readonly table: string;
  /** Null if whole rows are altered. */
  readonly column: string | null;
  /** The kept rows that are altered; none if all are. */
  readonly rows: readonly number[];
  readonly name: string;
  readonly sql: string;
  /** Whether it has changed anything: some columns are equal in all rows. */
  readonly hasChanged: string;
  readonly restore: string;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly is_key: boolean;
}

/** The rows before the alterations, numbered. */
const kept = (table: string): string => `kept_${table}`;

const columns = statement(
  'test_altered_columns',
  `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable,
     a.attnum = any(k.indkey) as is_key
   from unnest($1::text[]) with ordinality as wanted(name, place)
   join pg_class c on c.relname = wanted.name and c.relnamespace = 'public'::regnamespace
   join pg_index k on k.indrelid = c.oid and k.indisprimary
   join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   order by wanted.place, a.attnum`,
);

const counts = (tables: readonly string[]) =>
  statement(
    'test_altered_counts',
    tables.map((table) => `select '${table}' as table, count(*)::integer as rows from ${table}`).join(' union all '),
  );

/** Another value of the type, one that the column has nowhere. */
const FRESH: Readonly<Record<string, (value: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (value) => `coalesce(${value}, '') || 'x'`,
  bytea: () => `sha256('x')`,
  integer: (value) => `coalesce(${value}, 0) + 1`,
  bigint: (value) => `coalesce(${value}, 0) + 1`,
  smallint: (value) => `case ${value} when 1 then -1 else 1 end`,
  numeric: (value) => `${value} + 0.01`,
  boolean: (value) => `not ${value}`,
  'double precision': (value) => `coalesce(${value}, 0) + 1e-9`,
  'timestamp with time zone': (value) => `coalesce(${value}, now()) + interval '1 ms'`,
  jsonb: () => `'[{"pointer": "/venue_label", "before": null, "after": "x"}]'`,
  'uuid[]': (value) => `array_prepend(gen_random_uuid(), ${value}[2:])`,
  'double precision[]': (value) =>
    `array_append(${value}[:cardinality(${value}) - 1], ${value}[cardinality(${value})] + 1e-9)`,
};

/** Keeps the rows of these tables, with numbers. */
export const keepRows = (database: Database, tables: readonly string[]): Promise<void> =>
  database.script(
    tables
      .map(
        (table) =>
          `create table ${kept(table)} as select row_number() over (order by t::text) as n, t.* from ${table} t`,
      )
      .join('; '),
  );

/** Disables triggers: those of foreign keys and those that keep the trail append-only. */
export const byHand = (sql: string): string =>
  `set session_replication_role = replica; ${sql}; set session_replication_role = origin;`;

/** Every alteration of these tables, whose rows are kept. */
export async function alterationsOf(database: Queryable, tables: readonly string[]): Promise<Alteration[]> {
  const all = await database.query<Column>(columns, [tables]);
  const rows = new Map(
    (await database.query<{ table: string; rows: number }>(counts(tables), [])).map((one) => [one.table, one.rows]),
  );
  return tables.flatMap((table) => {
    const own = all.filter((column) => column.table === table);
    const key = own.filter(({ is_key }) => is_key).map(({ name }) => name);
    return alterationsOfTable(table, own, key, rows.get(table) ?? 0);
  });
}

function alterationsOfTable(table: string, own: readonly Column[], key: readonly string[], rows: number): Alteration[] {
  const names = own.map(({ name }) => `"${name}"`).join(', ');
  const remove = (which: string): string =>
    `delete from ${table} t using ${kept(table)} k where k.n in (${which}) and ${key.map((one) => `t."${one}" = k."${one}"`).join(' and ')}`;
  /** Puts a kept row back with other values. */
  const put = (n: number, values: Readonly<Record<string, string>>, more = ''): string =>
    `insert into ${table} (${names}) select ${own.map(({ name }) => values[name] ?? `k."${name}"`).join(', ')} from ${kept(table)} k where k.n = ${n}${more}`;
  const numbers = Array.from({ length: rows }, (_, index) => index + 1);
  const all = `select ${names} from`;
  const hasChanged = `select exists ((${all} ${table}) except all (${all} ${kept(table)}))
    or exists ((${all} ${kept(table)}) except all (${all} ${table})) as is`;
  const restore = `delete from ${table}; insert into ${table} (${names}) ${all} ${kept(table)}`;
  const alteration = (column: string | null, rows: readonly number[], name: string, sql: string): Alteration => ({
    ...{ table, column, rows, name, sql, hasChanged, restore },
  });

  const ofColumns = own.flatMap(({ name: column, type, is_nullable, is_key }) => {
    const value = `k."${column}"`;
    const other = `(select o."${column}" from ${kept(table)} o where o."${column}" is distinct from ${value} order by (o.n + k.n * 7) % ${rows} limit 1)`;
    const fresh = FRESH[type]?.(value);
    if (fresh === undefined) throw new Error(`no other value of the type ${type} is known`);
    const change = (n: number, to: string): string => `${remove(`${n}`)}; ${put(n, { [column]: to })}`;
    return [
      ...numbers.flatMap((n) => [
        alteration(column, [n], `${column} of row ${n} changed`, change(n, fresh)),
        ...(is_key ? [] : [alteration(column, [n], `${column} of row ${n} as in another`, change(n, other))]),
        ...(is_nullable ? [alteration(column, [n], `${column} of row ${n} removed`, change(n, 'null'))] : []),
      ]),
      ...numbers.slice(1).map((n) => {
        const from = (m: number): Record<string, string> => ({
          [column]: `(select o."${column}" from ${kept(table)} o where o.n = ${m})`,
        });
        return alteration(
          column,
          [n - 1, n],
          `${column} of rows ${n - 1} and ${n} swapped`,
          `${remove(`${n - 1}, ${n}`)}; ${put(n - 1, from(n))}; ${put(n, from(n - 1))}`,
        );
      }),
    ];
  });
  return [
    ...ofColumns,
    ...numbers.map((n) => alteration(null, [n], `row ${n} deleted`, remove(`${n}`))),
    ...own.flatMap(({ name, type, is_key }) =>
      numbers.flatMap((n) => {
        const again = put(n, { [name]: FRESH[type]?.(`k."${name}"`) ?? '' });
        return is_key ? alteration(null, [n], `row ${n} inserted again with another ${name}`, again) : [];
      }),
    ),
    alteration(null, [], 'all rows deleted', `delete from ${table}`),
  ];
}
