import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ahead, faultyRow, type ImportRow, readyRow, windowsOf } from '@bandeja/importer/rows';
import fc from 'fast-check';

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('grouping rows into windows', () => {
  const faulty: ImportRow = faultyRow(1, '', [{ group: 'item', detail: 'x' }]);

  it('keeps every row in order, with at most 200 rows to send in a window', async () => {
    const rows = fc.array(fc.constantFrom(readyRow(1, '', {}, []), faulty), { minLength: 300, maxLength: 900 });
    await fc.assert(
      fc.asyncProperty(rows, async (items) => {
        const windows = await Array.fromAsync(windowsOf(from(items)));
        assert.deepEqual(windows.flat(), items);
        const ready = windows.map((window) => window.filter(({ kind }) => kind === 'ready').length);
        assert.deepEqual(
          ready.slice(0, -1).filter((count) => count !== 200),
          [],
        );
        assert.ok((ready.at(-1) ?? 0) <= 200);
      }),
      { numRuns: 20 },
    );
  });

  it('closes a window after 1,000 faulty rows', async () => {
    const windows = await Array.fromAsync(windowsOf(from(Array.from({ length: 2500 }, () => faulty))));
    assert.deepEqual(
      windows.map((window) => window.length),
      [1000, 1000, 500],
    );
  });
});

describe('reading ahead', () => {
  it('keeps the order, and runs no further ahead than it may', async () => {
    let made = 0;
    async function* source(): AsyncGenerator<number> {
      while (made < 10) yield made++;
    }
    const seen: number[] = [];
    for await (const item of ahead(source(), 2)) {
      await new Promise((resolve) => setImmediate(resolve));
      assert.ok(made <= item + 3, `${made} made at ${item}`);
      seen.push(item);
    }
    assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('hands over what came before a failure, then the failure', async () => {
    async function* source(): AsyncGenerator<number> {
      yield 1;
      yield 2;
      throw new Error('broken');
    }
    const seen: number[] = [];
    await assert.rejects(async () => {
      for await (const item of ahead(source(), 5)) seen.push(item);
    }, /broken/);
    assert.deepEqual(seen, [1, 2]);
  });

  it('lets go of the source when the consumer stops early', async () => {
    let isReleased = false;
    async function* source(): AsyncGenerator<number> {
      try {
        for (let item = 0; ; item++) yield item;
      } finally {
        isReleased = true;
      }
    }
    for await (const item of ahead(source(), 2)) if (item === 3) break;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(isReleased);
  });
});
