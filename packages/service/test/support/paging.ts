/** Walks through lists as a client does, by offset or by cursor. */
import assert from 'node:assert/strict';
import type { PageBody, TestClient } from './service.ts';

type Query = Readonly<Record<string, string | number>>;

export async function pageOf<T>(client: TestClient, path: string, query: Query = {}): Promise<PageBody<T>> {
  const answer = await client.request<PageBody<T>>('GET', path, { query });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Every entry of a list by its cursors, as many a page as `query.limit` says. */
export async function allByCursor<T>(client: TestClient, path: string, query: Query): Promise<T[]> {
  const entries: T[] = [];
  let page = await pageOf<T>(client, path, query);
  for (;;) {
    entries.push(...page.data);
    const { has_more, next_cursor } = page.pagination;
    assert.equal(has_more, next_cursor !== null);
    if (next_cursor === null) return entries;
    const { offset: _, ...others } = query;
    page = await pageOf<T>(client, path, { ...others, cursor: next_cursor });
    assert.equal(page.pagination.offset, null);
  }
}

/** Every entry of a list by its offsets. */
export async function allByOffset<T>(client: TestClient, path: string, query: Query & { limit: number }): Promise<T[]> {
  const entries: T[] = [];
  for (let offset = 0; ; offset += query.limit) {
    const { data, pagination } = await pageOf<T>(client, path, { ...query, offset });
    assert.deepEqual([pagination.limit, pagination.offset], [query.limit, offset]);
    entries.push(...data);
    if (!pagination.has_more) return entries;
  }
}
