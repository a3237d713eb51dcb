import type { CreationKey, Page } from './page.ts';

/** A page of a list. `next` is the place of its last entry, after which the next page begins; null on the last page. */
export interface PageOf<T, Key> {
  readonly data: readonly T[];
  readonly next: Key | null;
}

/** Rows that are read at once unless a list says otherwise. A page of up to 100 entries is so of one statement, and one moment. */
export const ROWS_AT_ONCE = 128;

/**
 * Reads a page, and one row more to see whether the list goes on. The page ends at `limit` entries, or before its entries take
 * more than `bytesMax` bytes as JSON; it has at least one entry if there is any.
 * @param read reads a stretch of the list.
 * @param placeOf the place of a row in the list, from which the next stretch is read.
 * @param rowsAtOnce fewer if rows can be large, since only a few of them may fit into the page.
 */
export async function readPage<Row, T, Key>(
  page: Page<Key>,
  read: (page: Page<Key>) => Promise<readonly Row[]>,
  view: (row: Row) => T,
  placeOf: (row: Row) => Key,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<PageOf<T, Key>> {
  const { limit, bytesMax = Number.POSITIVE_INFINITY } = page;
  const data: T[] = [];
  let [bytes, offset, after] = [0, page.offset, page.after];
  for (;;) {
    const wanted = Math.min(limit + 1 - data.length, rowsAtOnce);
    const rows = await read({ limit: wanted, offset, after });
    for (const row of rows) {
      if (data.length === limit) return { data, next: after };
      const entry = view(row);
      bytes += jsonBytes(entry);
      if (bytes > bytesMax && data.length > 0) return { data, next: after };
      data.push(entry);
      after = placeOf(row);
    }
    if (rows.length < wanted) return { data, next: null };
    offset = 0;
  }
}

/** The bytes of an entry in a list, with the comma before it. */
export function jsonBytes(entry: unknown): number {
  return Buffer.byteLength(JSON.stringify(entry)) + 1;
}

/** The place of a row in a list by creation. */
export function placeByCreation({ created_at, id }: CreationKey): CreationKey {
  return { created_at, id };
}
