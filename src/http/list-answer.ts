import type { Static, TObject } from 'typebox';
import type { PageOf } from '../domain/list-page.ts';
import type { Page } from '../store/page.ts';
import { type CursorKind, encodeCursor } from './cursor.ts';
import type { PageAnswer } from './pagination.ts';

/** A page of a list on the wire, from what the verb found and where its last row stands. */
export function listAnswer<T, K extends TObject>(
  kind: CursorKind<K>,
  page: Page<Static<K>>,
  found: PageOf<T, Static<K> & object>,
): PageAnswer<T> {
  return {
    data: [...found.data],
    pagination: {
      limit: page.limit,
      offset: page.after === null ? page.offset : null,
      has_more: found.next !== null,
      next_cursor: found.next === null ? null : encodeCursor(kind.list, found.next),
    },
  };
}
