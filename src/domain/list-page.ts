import type { CreationKey, Page } from '../store/page.ts';

/** A page of a list. `next` is the place of its last entry, after which the next page begins; null on the last page. */
export interface PageOf<T, Key> {
  readonly data: readonly T[];
  readonly next: Key | null;
}

/**
 * Reads a page, and one row more to see whether the list goes on.
 * @param read reads a stretch of the list.
 * @param placeOf the place of a row in the list.
 */
export async function readPage<Row, T, Key>(
  page: Page<Key>,
  read: (page: Page<Key>) => Promise<readonly Row[]>,
  view: (row: Row) => T,
  placeOf: (row: Row) => Key,
): Promise<PageOf<T, Key>> {
  const rows = await read({ ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return { data: shown.map(view), next: last === undefined ? null : placeOf(last) };
}

/** The place of a row in a list by creation. */
export function placeByCreation({ created_at, id }: CreationKey): CreationKey {
  return { created_at, id };
}
