/** Wrong rows that follow from a constraint's own definition: foreign keys, and checks of one column by the form of their name. */
import { type Queryable, statement } from '@bandeja/postgres/database';
import { NOBODY, type Row } from './right-rows.ts';

/** A constraint as the catalog describes it. */
export interface Constraint {
  readonly name: string;
  readonly table: string;
  /** `f`: foreign key, `u`: unique, `c`: check. */
  readonly kind: string;
  readonly definition: string;
  readonly columns: readonly string[];
  /** The type of its last column. */
  readonly type: string;
}

const all = statement(
  'test_constraints',
  `select conname::text as name, conrelid::regclass::text as "table", contype::text as kind,
     pg_get_constraintdef(oid) as definition, format_type(last_column.atttypid, null) as type,
     array(select attname::text from unnest(conkey) key join pg_attribute on attrelid = conrelid and attnum = key) as columns
   from pg_constraint join pg_attribute last_column on attrelid = conrelid and attnum = conkey[cardinality(conkey)]
   where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'u') order by conname collate "C"`,
);

/** All constraints but primary keys, by name. */
export const constraintsOf = (database: Queryable): Promise<Constraint[]> => database.query<Constraint>(all);

/** Wrong values of the only column of a check, by the last words of its name. */
const valuesByForm: Readonly<Record<string, (definition: string, type: string) => readonly string[]>> = {
  positive: () => ['0'],
  natural: () => ['-1'],
  known: () => ["'unknown'"],
  is_sha256: () => ["'\\xff'"],
  of_32_bytes: () => ["'\\xff'"],
  one_row: () => ['2'],
  is_object: () => ["'[]'"],
  is_array: () => ["'{}'"],
  in_range: (definition, type) => {
    const [least = Number.NaN, most = Number.NaN] = Array.from(definition.matchAll(/[<>]= \(?([\d.]+)/g), ([, end]) =>
      Number(end),
    );
    const isWhole = type !== 'double precision';
    return isWhole ? [`${least - 1}`, `${most + 1}`] : [`${least - 0.01}`, `${most + 0.01}`, "'NaN'"];
  },
  length: (definition) => ["''", `repeat('x', ${Number(/<= (\d+)/.exec(definition)?.[1]) + 1})`],
};

/** Changes of a right row that only this constraint refuses; none where they do not follow from the catalog. */
export function derivedRows({ name, kind, definition, columns, type }: Constraint): Row[] {
  const last = columns.at(-1) ?? '';
  if (kind === 'f') return [{ [last]: type === 'uuid' ? NOBODY : "'none'" }];
  // Columns that are null together: each of them alone may not be.
  if (name.endsWith('_together')) return columns.map((column) => ({ [column]: 'null' }));
  if (name.endsWith('_after_creation')) return [{ [last]: 'now()' }];
  const form = Object.keys(valuesByForm).find((one) => name.endsWith(`_${one}`));
  if (columns.length !== 1 || form === undefined) return [];
  return (valuesByForm[form]?.(definition, type) ?? []).map((value) => ({ [last]: value }));
}
