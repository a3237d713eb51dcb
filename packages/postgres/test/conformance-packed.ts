import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withBits } from '@bandeja/rating/test/bits';
import fc from 'fast-check';
import type { SqlScalar } from '../src/database.ts';
import {
  type PackedArray,
  packBigints,
  packBooleans,
  packBytes,
  packDoubles,
  packInstants,
  packIntegers,
  packTexts,
  packUuids,
  unpack,
} from '../src/packed.ts';
import { type Subject, sql } from './conformance-subject.ts';
import { anyDouble, anyInstant, anyText } from './conformance-values.ts';

const RUNS = { numRuns: 100 };

/** Half of the values are null. NaN is packed as NULL. */
const orNull = (values: fc.Arbitrary<number>): fc.Arbitrary<number | null> =>
  fc.option(values, { freq: 1, nil: null }).map((value) => (Number.isNaN(value) ? null : value));

interface Packing<T> {
  readonly type: string;
  readonly values: fc.Arbitrary<T>;
  readonly pack: (values: readonly T[]) => PackedArray;
  readonly unpack: (packed: Uint8Array, count: number) => Iterable<T | null>;
}

const doubles: Packing<number | null> = {
  type: 'float8',
  values: orNull(anyDouble),
  pack: packDoubles,
  unpack: unpack.double,
};
const instants: Packing<number | null> = {
  type: 'timestamptz',
  values: orNull(anyInstant),
  pack: packInstants,
  unpack: unpack.timestamptz,
};
const integers: Packing<number> = {
  type: 'int4',
  values: fc.integer(),
  pack: (values) => packIntegers(values),
  unpack: unpack.integer,
};
const uuids: Packing<string> = {
  type: 'uuid',
  values: fc.uuid(),
  pack: packUuids,
  unpack: unpack.uuid,
};

/** Compares arrays sent in binary format with the same arrays sent as text. */
function goesIn<T extends SqlScalar>(
  subject: Subject,
  type: string,
  values: fc.Arbitrary<T>,
  pack: (values: readonly T[]) => PackedArray,
): void {
  it(`A packed ${type}[] is stored like one sent as text.`, async () => {
    const select = sql(`select $1::${type}[] as packed, $2::${type}[] as plain`);
    const property = fc.asyncProperty(fc.array(values, { maxLength: 20 }), async (list) => {
      const [row] = await subject.database.query<{ packed: unknown[]; plain: unknown[] }>(select, [pack(list), list]);
      assert.deepEqual(row?.packed, row?.plain);
      assert.equal(row?.packed.length, list.length);
    });
    await fc.assert(property, RUNS);
  });
}

/** Sends arrays in binary format, and reads them back both in binary format and as text. */
function roundTrips<T>(subject: Subject, { type, values, pack, unpack }: Packing<T>): void {
  it(`A packed ${type}[] of any length is read back unchanged.`, async () => {
    const select = sql(`select array_send($1::${type}[]) as packed, $1::${type}[] as plain`);
    const property = fc.asyncProperty(fc.array(values, { maxLength: 20 }), async (list) => {
      const [row] = await subject.database.query<{ packed: Uint8Array; plain: unknown[] }>(select, [pack(list)]);
      assert.ok(row !== undefined);
      assert.deepEqual(withBits([...unpack(row.packed, list.length)]), withBits(list));
      assert.deepEqual(withBits(row.plain), withBits(list));
    });
    await fc.assert(property, RUNS);
  });
}

export function packedTests(subject: Subject): void {
  describe('packed arrays', () => {
    roundTrips(subject, doubles);
    roundTrips(subject, instants);
    roundTrips(subject, integers);
    roundTrips(subject, uuids);
    goesIn(subject, 'float8', fc.double(), packDoubles);
    goesIn(subject, 'text', fc.option(anyText, { nil: null }), packTexts);
    goesIn(subject, 'uuid', fc.option(fc.uuid(), { nil: null }), packUuids);
    goesIn(subject, 'bigint', fc.option(fc.maxSafeInteger(), { nil: null }), packBigints);
    goesIn(subject, 'bytea', fc.option(fc.uint8Array({ maxLength: 40 }), { nil: null }), packBytes);
    goesIn(subject, 'boolean', fc.option(fc.boolean(), { nil: null }), packBooleans);
    it('Text that cannot be stored unchanged is rejected before it is sent.', () => {
      for (const text of ['a\0', '\ud800', 'x\udc00y']) assert.throws(() => packTexts(['fine', text]), RangeError);
    });
    parts(subject);
    edges(subject);
  });
}

function parts(subject: Subject): void {
  it('A two-dimensional array is read row by row.', async () => {
    const select = sql(
      `select array_send(array_agg(array[n, n + 0.25, null, -n]::float8[] order by n)) as doubles,
         array_send(array_agg(array[n, n, 0, -n] order by n)) as integers from generate_series(1, $1::int4) n`,
    );
    for (const rows of [1, 2, 500]) {
      const [row] = await subject.database.query<{ doubles: Uint8Array; integers: Uint8Array }>(select, [rows]);
      assert.ok(row !== undefined);
      const numbers = Array.from({ length: rows }, (_, index) => index + 1);
      assert.deepEqual(
        unpack.double(row.doubles, 4 * rows),
        numbers.flatMap((n) => [n, n + 0.25, null, -n]),
      );
      assert.deepEqual(
        [...unpack.integer(row.integers, 4 * rows)],
        numbers.flatMap((n) => [n, n, 0, -n]),
      );
    }
  });
}

function edges(subject: Subject): void {
  it('The first and last storable timestamps, and those around 1970 and 2000, are read back exactly.', async () => {
    const list = [
      Date.UTC(100, 0, 1),
      Date.UTC(1970, 0, 1),
      -1,
      Date.UTC(1999, 11, 31, 23, 59, 59, 999),
      Date.UTC(2000, 0, 1),
      Date.UTC(2000, 0, 1) + 2 ** 42,
      Date.UTC(9999, 11, 31, 23, 59, 59, 999),
    ];
    const select = sql('select array_send($1::timestamptz[]) as packed, $1::timestamptz[] as plain');
    const parameter = packInstants(list);
    const [row] = await subject.database.query<{ packed: Uint8Array; plain: number[] }>(select, [parameter]);
    assert.deepEqual(row?.plain, list);
    assert.deepEqual(unpack.timestamptz(row.packed, list.length), list);
  });

  it('A timestamp with microseconds is truncated to the millisecond, as in text format.', async () => {
    const texts = ['2026-07-01 12:00:00.123999+00', '1969-12-31 23:59:59.9999+00', '1999-12-31 23:59:59.0001+00'];
    const select = sql('select array_send($1::timestamptz[]) as packed, $1::timestamptz[] as plain');
    const [row] = await subject.database.query<{ packed: Uint8Array; plain: number[] }>(select, [texts]);
    assert.ok(row !== undefined);
    assert.deepEqual(unpack.timestamptz(row.packed, texts.length), row.plain);
  });

  it('Thousands of values are sent and read back in one statement.', async () => {
    const list = Array.from({ length: 20_000 }, (_, index) => (index % 9 === 0 ? null : index / 7));
    const select = sql('select array_send($1::float8[]) as packed');
    const [row] = await subject.database.query<{ packed: Uint8Array }>(select, [packDoubles(list)]);
    assert.ok(row !== undefined);
    assert.deepEqual(unpack.double(row.packed, list.length), list);
  });

  it('Reading throws if the array does not have the expected length.', async () => {
    const [row] = await subject.database.query<{ packed: Uint8Array }>(sql('select array_send($1::uuid[]) as packed'), [
      packUuids(['0190a0b0-1111-7222-8333-444455556666']),
    ]);
    assert.ok(row !== undefined);
    for (const count of [0, 2]) assert.throws(() => unpack.uuid(row.packed, count), RangeError);
  });
}
