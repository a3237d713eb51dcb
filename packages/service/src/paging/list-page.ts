import type { CreationKey, Page } from './page.ts';

/** A page of a list. `next` is the key of its last entry, from which the next page continues; null on the last page. */
export interface PageOf<T, Key> {
  readonly data: readonly T[];
  readonly next: Key | null;
}

/** The entries of pages as JSON, by `data`. Measuring a page writes them, so the answer need not write them again. */
export const entriesJson = new WeakMap<readonly unknown[], readonly string[]>();

/** Default batch size. A page of up to 100 entries comes from one statement, and so from one snapshot. */
export const ROWS_AT_ONCE = 128;

/**
 * Reads a page in batches, and one more row to find out whether the list continues. The page ends after `limit` entries, or
 * before its entries exceed `bytesMax` bytes as JSON. It has at least one entry unless the list is empty.
 * @param read reads one batch
 * @param keyOf the key of a row, after which the next batch starts
 * @param rowsAtOnce the batch size; choose fewer if rows are large, since only a few of them may fit into the page
 */
export async function readPage<Row, T, Key>(
  page: Page<Key>,
  read: (page: Page<Key>) => Promise<readonly Row[]>,
  view: (row: Row) => T,
  keyOf: (row: Row) => Key,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<PageOf<T, Key>> {
  const { limit, bytesMax = Number.POSITIVE_INFINITY } = page;
  const data: T[] = [];
  const texts: string[] = [];
  entriesJson.set(data, texts);
  let [bytes, offset, after] = [0, page.offset, page.after];
  for (;;) {
    const wanted = Math.min(limit + 1 - data.length, rowsAtOnce);
    const rows = await read({ limit: wanted, offset, after });
    for (const row of rows) {
      if (data.length === limit) return { data, next: after };
      const entry = view(row);
      const text = JSON.stringify(entry);
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > bytesMax && data.length > 0) return { data, next: after };
      data.push(entry);
      texts.push(text);
      after = keyOf(row);
    }
    if (rows.length < wanted) return { data, next: null };
    offset = 0;
  }
}

/** The size of an entry in a JSON list, with the comma before it. */
export function jsonBytes(entry: unknown): number {
  return Buffer.byteLength(JSON.stringify(entry)) + 1;
}

export function creationKeyOf({ created_at, id }: CreationKey): CreationKey {
  return { created_at, id };
}
