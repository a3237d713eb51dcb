import type { Page } from '../store/page.ts';

export type { Page } from '../store/page.ts';

/** A stretch of a list as verbs answer it, and whether there is more after it. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** Asks for one row more than a page shows, and so knows whether there is a further page. */
export async function readPage<Row, Key>(
  page: Page<Key>,
  read: (stretch: Page<Key>) => Promise<Row[]>,
): Promise<Listed<Row>> {
  const rows = await read({ ...page, limit: page.limit + 1 });
  return { items: rows.slice(0, page.limit), hasMore: rows.length > page.limit };
}
