import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ahead, batchesOf, faultyRow, type ImportRow, REQUEST_LIMITS } from '../src/import/rows.ts';

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('grouping rows into batches', () => {
  const ready = fc.nat(100_000).map(
    (bytes): ImportRow => ({
      kind: 'ready',
      line: 1,
      externalRef: '',
      json: '',
      bytes,
      usernames: [],
      hasMadeReference: false,
    }),
  );
  const small = fc.constant<ImportRow>({
    kind: 'ready',
    line: 1,
    externalRef: '',
    json: '',
    bytes: 600,
    usernames: [],
    hasMadeReference: false,
  });
  const faulty = fc.constant<ImportRow>(faultyRow(1, '', [{ group: 'item', detail: 'x' }]));

  it('keeps every row in order, and each batch within the limits of a request', async () => {
    const rows = fc.array(
      fc.oneof({ weight: 8, arbitrary: small }, { weight: 1, arbitrary: ready }, { weight: 2, arbitrary: faulty }),
      { maxLength: 300 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (items) => {
        const batches = await Array.fromAsync(batchesOf(from(items)));
        assert.deepEqual(
          batches.flatMap((batch) => batch.rows),
          items,
        );
        for (const batch of batches) {
          assert.deepEqual(
            batch.ready,
            batch.rows.filter((row) => row.kind === 'ready'),
          );
          assert.ok(batch.rows.length > 0 && batch.ready.length <= REQUEST_LIMITS.rows);
          assert.ok(batch.ready.reduce((sum, row) => sum + row.bytes, 0) <= REQUEST_LIMITS.bytes);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('does not pile up a file of nothing but faulty rows', async () => {
    const batches = await Array.fromAsync(
      batchesOf(from(Array.from({ length: 2500 }, () => faultyRow(1, '', [{ group: 'item', detail: 'x' }])))),
    );
    assert.deepEqual(
      batches.map((batch) => batch.rows.length),
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
