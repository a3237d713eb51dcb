/**
 * The columns of entries as CSV. They are derived from the shape of the JSON, so that a new field is a new column, with its name and its
 * value; fields of objects are named by their path, as `rating.level`. For a field that isn't one value, the route
 * gives the columns, or none.
 */
import type { TObject, TSchema } from 'typebox';

export type CellValue = string | number | boolean | null | undefined;

export interface Column {
  readonly name: string;
  /** @param entry that of the JSON response */
  readonly read: (entry: unknown) => CellValue;
}

/** The columns of fields that aren't one value, by path. Their functions get the value of the field. */
export type OwnColumns = Readonly<Record<string, readonly Column[]>>;

/** A column of a field whose value has a known type. */
export const column = <T>(name: string, read: (value: T) => CellValue): Column => ({
  name,
  read: read as Column['read'],
});

/** For fields that only the JSON has. */
export const NO_COLUMNS: readonly Column[] = [];

const ONE_VALUE = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** @throws if a field is a list or has several shapes, and `own` lacks it; or if `own` names a field that does not exist */
export function columnsOf(shape: TObject, own: OwnColumns = {}): readonly Column[] {
  const unused = new Set(Object.keys(own));
  const columns = columnsIn(shape, '', own, unused);
  if (unused.size > 0) throw new Error(`there is no field ${[...unused].join(', ')}`);
  return columns;
}

/** @param unused loses the paths that are found */
function columnsIn(shape: TSchema, above: string, own: OwnColumns, unused: Set<string>): Column[] {
  const { properties = {} } = shape as { readonly properties?: Readonly<Record<string, TSchema>> };
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = above + name;
    const single = isOneValue(field) ? [column(path, (value: CellValue) => value)] : null;
    const columns = own[path] ?? single ?? columnsIn(field, `${path}.`, own, unused);
    if (!unused.delete(path) && columns.length === 0) throw new Error(`${path} is not one value: give its columns`);
    return columns.map(({ name: full, read }) => column(full, (entry) => read(at(entry, name))));
  });
}

/** Null, and what is in null, is empty. */
const at = (entry: unknown, name: string): unknown =>
  entry === null || entry === undefined ? null : (entry as Readonly<Record<string, unknown>>)[name];

const isOneValue = (field: TSchema): boolean =>
  [(field as { readonly type?: unknown }).type].flat().every((type) => ONE_VALUE.has(type as string));
