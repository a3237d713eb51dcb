import type { Page } from '../store/page.ts';

/** A page of a list as verbs answer it. `next` is the place of its last row, for the page after it; null on the last. */
export interface PageOf<T, Key> {
  readonly data: readonly T[];
  readonly next: Key | null;
}

/**
 * Asks for one row more than a page shows, and so knows whether there is a further page.
 * @param read reads a stretch of the list.
 * @param keyOf the place of a row in the list, given the rows up to and including it.
 */
export async function readPage<Row, T, Key>(
  page: Page<Key>,
  read: (page: Page<Key>) => Promise<Row[]>,
  view: (row: Row) => T,
  keyOf: (shown: readonly Row[]) => Key,
): Promise<PageOf<T, Key>> {
  const rows = await read({ ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  return { data: shown.map(view), next: rows.length > page.limit ? keyOf(shown) : null };
}
