/**
 * Lists in pages. A route spreads {@link pageQuery} into its query shape, hands {@link pageOf} the query to the verb, and
 * answers {@link pageAnswer} of what the verb found.
 */
import { type Static, type TObject, Type } from 'typebox';
import type { PageOf } from '../domain/list-page.ts';
import type { Page } from '../store/page.ts';
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
    offset: Type.Integer({
      minimum: 0,
      maximum: OFFSET_MAX,
      default: 0,
      description: 'How many entries to skip; to go further, or past rows that are still coming in, use `cursor`.',
    }),
    cursor: Type.Optional(Cursor(bounds)),
  };
}

/** The page that a read query asks for: from `offset`, or right after the row of the cursor; never both. */
export function pageOf<K>(query: {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: K | undefined;
}): Page<K> {
  return { limit: query.limit, offset: query.offset, after: query.cursor ?? null };
}

export interface PageAnswer<T> {
  readonly data: readonly T[];
  readonly pagination: { limit: number; offset: number | null; has_more: boolean; next_cursor: string | null };
}

/**
 * @param kind the list that a cursor of this answer belongs to.
 * @param found what the verb found of the page, as the answer shows it.
 */
export function pageAnswer<T, K extends TObject>(
  kind: CursorKind<K>,
  page: Page<Static<K>>,
  found: PageOf<T, Static<K> & object>,
): PageAnswer<T> {
  return {
    data: found.data,
    pagination: {
      limit: page.limit,
      offset: page.after === null ? page.offset : null,
      has_more: found.next !== null,
      next_cursor: found.next === null ? null : encodeCursor(kind.list, found.next),
    },
  };
}
