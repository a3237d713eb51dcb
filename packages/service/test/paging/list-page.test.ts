import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter } from '@bandeja/postgres/test/support/any-character';
import fc from 'fast-check';
import { jsonBytes, type PageOf, ROWS_AT_ONCE, readPage } from '../../src/paging/list-page.ts';
import type { Page } from '../../src/paging/page.ts';

interface Entry {
  readonly place: number;
  readonly text: string;
}

/** A list in memory that counts the most rows that were asked for at once. */
class List {
  readonly #entries: readonly Entry[];
  mostAtOnce = 0;

  constructor(texts: readonly string[]) {
    this.#entries = texts.map((text, place) => ({ place, text }));
  }

  page(page: Page<number>): Promise<PageOf<Entry, number>> {
    const read = async ({ limit, offset, after }: Page<number>) => {
      this.mostAtOnce = Math.max(this.mostAtOnce, limit);
      return this.#entries.filter(({ place }) => after === null || place > after).slice(offset, offset + limit);
    };
    return readPage(
      page,
      read,
      (entry) => entry,
      ({ place }) => place,
    );
  }
}

const aList = fc.array(fc.string({ unit: anyCharacter, maxLength: 40 }), {
  maxLength: 2.5 * ROWS_AT_ONCE,
  size: 'max',
});
const limits = { limit: fc.integer({ min: 1, max: 1000 }), bytesMax: fc.integer({ min: 1, max: 3_000 }) };
const bytesOf = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + jsonBytes(entry), 0);

describe('a page of a list', () => {
  it('gives the whole list when each page begins after the last entry of the one before, for every end of a page', async () => {
    await fc.assert(
      fc.asyncProperty(aList, fc.record(limits), async (texts, { limit, bytesMax }) => {
        const list = new List(texts);
        const visited: string[] = [];
        for (let after: number | null | undefined; after !== null; ) {
          const page: PageOf<Entry, number> = await list.page({ limit, bytesMax, offset: 0, after: after ?? null });
          assert.ok(page.data.length > 0 || texts.length === 0);
          visited.push(...page.data.map(({ text }) => text));
          after = page.next;
        }
        assert.deepEqual(visited, texts);
      }),
    );
  });

  it('gives the whole list when each offset is that of the page before and the entries that it gave', async () => {
    await fc.assert(
      fc.asyncProperty(aList, fc.record(limits), async (texts, { limit, bytesMax }) => {
        const list = new List(texts);
        const visited: string[] = [];
        for (let hasMore = true; hasMore; ) {
          const page = await list.page({ limit, bytesMax, offset: visited.length, after: null });
          visited.push(...page.data.map(({ text }) => text));
          hasMore = page.next !== null;
        }
        assert.deepEqual(visited, texts);
      }),
    );
  });

  it('has as many entries as fit into the limit and the bytes, at least one, and says whether there are more', async () => {
    await fc.assert(
      fc.asyncProperty(aList, fc.record(limits), fc.nat(300), async (texts, { limit, bytesMax }, offset) => {
        const list = new List(texts);
        const { data, next } = await list.page({ limit, bytesMax, offset, after: null });
        const rest = (await list.page({ limit: 1000, offset, after: null })).data;
        assert.deepEqual(
          rest.map(({ text }) => text),
          texts.slice(offset),
        );
        assert.deepEqual(data, rest.slice(0, data.length));
        assert.equal(next === null, data.length === rest.length);
        assert.ok(data.length <= limit);
        assert.ok(data.length <= 1 || bytesOf(data) <= bytesMax);
        const couldBeLonger = data.length < Math.min(limit, rest.length);
        assert.ok(!couldBeLonger || bytesOf(rest.slice(0, data.length + 1)) > bytesMax);
      }),
    );
  });

  it('is read in portions', async () => {
    const list = new List(Array(2 * ROWS_AT_ONCE).fill('x'));
    assert.equal((await list.page({ limit: 1000, offset: 0, after: null })).data.length, 2 * ROWS_AT_ONCE);
    assert.equal(list.mostAtOnce, ROWS_AT_ONCE);
  });
});
