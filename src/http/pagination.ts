/**
 * Lists in pages. A route spreads {@link pageQuery} into its query shape, fetches `page.limit + 1` rows from
 * `page.offset` or after `page.after`, and answers {@link pageAnswer}: the row too many only tells that there is more.
 */
import { type Static, type TObject, Type } from 'typebox';
import { Cursor, type CursorKind, encodeCursor } from './cursor.ts';

/** Past this a cursor is cheaper for both sides: the database walks over every row that an offset skips. */
export const OFFSET_MAX = 10_000;

export interface PageBounds<K extends TObject> extends CursorKind<K> {
  readonly limitDefault: number;
  readonly limitMax: number;
}

/** The parameters `limit`, `offset` and `cursor` of a list. */
export function pageQuery<K extends TObject>(bounds: PageBounds<K>) {
  return {
    limit: Type.Integer({
      minimum: 1,
      maximum: bounds.limitMax,
      default: bounds.limitDefault,
      description: 'How many entries to answer with at most.',
    }),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: OFFSET_MAX, description: 'How many entries to skip; 0 when left out.' }),
    ),
    cursor: Type.Optional(Cursor(bounds)),
  };
}

/** Where a page begins: after so many rows, or right after the row with this key. One of the two, never both. */
export interface Page<K> {
  readonly limit: number;
  /** 0 if `after` is given. */
  readonly offset: number;
  readonly after: K | null;
}

/** The page that a read query asks for. */
export function pageOf<K>(query: {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: K | undefined;
}): Page<K> {
  return { limit: query.limit, offset: query.offset ?? 0, after: query.cursor ?? null };
}

export interface PageAnswer<W> {
  data: W[];
  pagination: { limit: number; offset: number | null; has_more: boolean; next_cursor: string | null };
}

/**
 * @param rows at most `page.limit + 1` of them, in the list's order.
 * @param keyOf the sort key of a row, as the list's cursor holds it.
 * @param toWire what the answer shows of a row.
 */
export function pageAnswer<R, W, K extends TObject>(
  kind: CursorKind<K>,
  page: Page<Static<K>>,
  rows: readonly R[],
  keyOf: (row: R) => Static<K> & object,
  toWire: (row: R) => W,
): PageAnswer<W> {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > page.limit;
  return {
    data: shown.map(toWire),
    pagination: {
      limit: page.limit,
      offset: page.after === null ? page.offset : null,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? encodeCursor(kind.list, keyOf(last)) : null,
    },
  };
}
