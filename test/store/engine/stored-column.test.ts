/** Columns as they stand in the database, compared to the last bit. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import { type ColumnKind, StoredColumn } from '../../../src/store/engine/stored-column.ts';
import { bitsOf } from '../../rating/bits.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';

const types = { double: 'double precision', integer: 'integer', instant: 'timestamptz' } as const;
const arrays = {
  double: statement('test_packed_doubles', `select array_send($1::${types.double}[]) as packed`),
  integer: statement('test_packed_integers', `select array_send($1::${types.integer}[]) as packed`),
  instant: statement('test_packed_instants', `select array_send($1::${types.instant}[]) as packed`),
} as const satisfies Record<ColumnKind, unknown>;

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  async function columnOf(kind: ColumnKind, texts: readonly (string | null)[], count = texts.length) {
    const [row] = await database.query<{ packed: Uint8Array }>(arrays[kind], [texts]);
    return new StoredColumn(kind, row?.packed ?? assert.fail(), count);
  }

  describe(`a stored column, on ${engine}`, () => {
    test('holds a double with each of its bits', async () => {
      const values = [0, -0, 0.1, 5e-324, -1.7976931348623157e308, Number.POSITIVE_INFINITY];
      const column = await columnOf(
        'double',
        values.map((value) => (Object.is(value, -0) ? '-0' : String(value))),
      );
      for (const [index, value] of values.entries()) assert.equal(column.compare(index, value), null);
      assert.deepEqual(column.compare(0, -0), {
        stored: { value: 0, bits: bitsOf(0) },
        wanted: { value: -0, bits: bitsOf(-0) },
      });
      assert.deepEqual(column.compare(2, 0.1 + Number.EPSILON / 8), {
        stored: { value: 0.1, bits: bitsOf(0.1) },
        wanted: { value: 0.1 + Number.EPSILON / 8, bits: bitsOf(0.1 + Number.EPSILON / 8) },
      });
      assert.deepEqual(column.compare(5, 1)?.stored, { value: null, bits: '7ff0000000000000' });
    });

    test('tells null from a number that is none', async () => {
      const column = await columnOf('double', [null, 'NaN', '1']);
      assert.equal(column.compare(0, Number.NaN), null);
      assert.deepEqual(column.compare(1, Number.NaN)?.stored, { value: null, bits: '7ff8000000000000' });
      assert.deepEqual(column.compare(0, 1)?.stored, { value: null, bits: null });
      assert.deepEqual(column.compare(2, Number.NaN)?.wanted, { value: null, bits: null });
    });

    test('holds an instant to the microsecond, before 1970 and after 2285 too', async () => {
      const texts = ['2026-05-01T19:10:00.123Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'];
      const exact = await columnOf('instant', texts);
      const off = await columnOf(
        'instant',
        texts.map((text) => text.replace('Z', '001Z')),
      );
      for (const [index, text] of texts.entries()) {
        const at = Date.parse(text);
        assert.equal(exact.compare(index, at), null);
        assert.deepEqual(off.compare(index, at), {
          stored: { value: text.replace('Z', '001Z'), bits: null },
          wanted: { value: text, bits: null },
        });
      }
      const ends = await columnOf('instant', ['infinity', '-infinity', null]);
      assert.equal(ends.compare(0, 0)?.stored.value, 'infinity');
      assert.equal(ends.compare(1, 0)?.stored.value, '-infinity');
      assert.equal(ends.compare(2, 0)?.stored.value, null);
    });

    test('holds a whole number', async () => {
      const column = await columnOf('integer', ['7', null]);
      assert.equal(column.compare(0, 7), null);
      assert.deepEqual(column.compare(0, 8), {
        stored: { value: 7, bits: null },
        wanted: { value: 8, bits: null },
      });
      assert.equal(column.compare(1, Number.NaN), null);
    });

    test('has as many cells as it is said to have', async () => {
      await assert.rejects(columnOf('double', ['1', '2'], 3), /has 2 cells, not 3/);
      await assert.rejects(columnOf('double', ['1', '2'], 1), /has more cells than 1/);
    });
  });
});
