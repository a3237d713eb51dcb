import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { instant, type SqlValue } from '../src/database.ts';
import { freshTable, type Subject, sql } from './conformance-subject.ts';
import { anyCharacter } from './support/any-character.ts';

const RUNS = { numRuns: 60 };

const FIRST_INSTANT_MS = Date.UTC(100, 0, 1);
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** All bit patterns are equally likely, so subnormals, infinities and NaN occur. */
const anyBits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((bits) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
});
export const anyDouble = fc.oneof(anyBits, fc.double(), fc.constantFrom(-0, 5e-324, Number.MAX_VALUE, 0.1, 1e21, 1e-7));

/** Any well-formed text, and characters that are special in array literals and quoting. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      '{',
      '}',
      ',',
      ' ',
      'NULL',
      "'",
      '\n',
      '\t',
      '$1',
      '%',
      '\\x',
      '👩‍👧',
      'é',
      '\u{10ffff}',
    ),
  }),
  fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', ' ', '\ufeff', '\u0001'),
);
export const anyInstant = fc.integer({ min: FIRST_INSTANT_MS, max: LAST_INSTANT_MS });
const anyBytes = fc.uint8Array({ maxLength: 64 });
const anyJson = fc.jsonValue({ stringUnit: 'grapheme' }).filter((value) => !JSON.stringify(value).includes('\\u0000'));

interface RoundTrip<T> {
  readonly type: string;
  readonly values: fc.Arbitrary<T>;
  readonly toParameter?: (value: T) => SqlValue;
}

/** Tests single values, and arrays with nulls. */
function roundTrips<T>(
  subject: Subject,
  { type, values, toParameter = (value) => value as SqlValue }: RoundTrip<T>,
): void {
  it(`Every ${type} is read back unchanged.`, async () => {
    const select = sql(`select $1::${type} as value`);
    const property = fc.asyncProperty(values, async (value) => {
      const [row] = await subject.database.query<{ value: T }>(select, [toParameter(value)]);
      assert.deepStrictEqual(row?.value, value);
    });
    await fc.assert(property, RUNS);
  });

  it(`Every ${type}[] is read back unchanged, including nulls.`, async () => {
    const select = sql(`select $1::${type}[] as value`);
    const property = fc.asyncProperty(fc.array(fc.option(values), { maxLength: 20 }), async (list) => {
      const parameter = list.map((value) => (value === null ? null : toParameter(value))) as SqlValue;
      const [row] = await subject.database.query<{ value: (T | null)[] }>(select, [parameter]);
      assert.deepStrictEqual(row?.value, list);
    });
    await fc.assert(property, { numRuns: 100 });
  });
}

export function valueTests(subject: Subject): void {
  describe('values', () => {
    roundTrips(subject, { type: 'float8', values: anyDouble });
    roundTrips(subject, { type: 'text', values: anyText });
    roundTrips(subject, { type: 'timestamptz', values: anyInstant, toParameter: instant });
    roundTrips(subject, { type: 'boolean', values: fc.boolean() });
    roundTrips(subject, { type: 'int4', values: fc.integer() });
    roundTrips(subject, { type: 'int8', values: fc.maxSafeInteger() });
    roundTrips(subject, { type: 'uuid', values: fc.uuid() });
    roundTrips(subject, { type: 'bytea', values: anyBytes });
    roundTrips(subject, { type: 'jsonb', values: anyJson.map(withoutNegativeZero), toParameter: JSON.stringify });
    roundTrips(subject, { type: 'json', values: anyJson.map(withoutNegativeZero), toParameter: JSON.stringify });
    storedDoubles(subject);
    refusals(subject);
    decodings(subject);
  });
}

/** JSON.stringify writes −0 as 0. */
function withoutNegativeZero<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function storedDoubles(subject: Subject): void {
  it('A stored double keeps every bit, alone and in an array.', async () => {
    const table = freshTable();
    await subject.database.script(`create table ${table} (id serial primary key, one float8, many float8[])`);
    const insert = sql(`insert into ${table} (one, many) values ($1, $2) returning id`);
    const select = sql(`select one, many from ${table} where id = $1`);
    const property = fc.asyncProperty(anyDouble, fc.array(anyDouble), async (one, many) => {
      const [row] = await subject.database.query<{ id: number }>(insert, [one, many]);
      assert.deepStrictEqual(await subject.database.query(select, [(row as { id: number }).id]), [{ one, many }]);
    });
    await fc.assert(property, { numRuns: 100 });
  });
}

function refusals(subject: Subject): void {
  const refused: readonly { what: string; value: SqlValue; error: RegExp }[] = [
    { what: 'text with NUL', value: 'a\0b', error: /NUL/ },
    { what: 'text with a lone surrogate', value: 'a\ud800b', error: /surrogate/ },
    { what: 'a lone surrogate within an array', value: ['fine', '\udc00'], error: /surrogate/ },
    { what: 'a fraction of a millisecond', value: instant(0.5), error: /not a valid timestamp/ },
    { what: 'a timestamp after the year 9999', value: instant(LAST_INSTANT_MS + 1), error: /not a valid timestamp/ },
    { what: 'a timestamp that is NaN', value: instant(Number.NaN), error: /not a valid timestamp/ },
    { what: 'undefined', value: undefined as unknown as SqlValue, error: /undefined/ },
    { what: 'a Date', value: new Date(0) as unknown as SqlValue, error: /cannot be a parameter/ },
    { what: 'a bigint', value: 1n as unknown as SqlValue, error: /cannot be a parameter/ },
  ];
  for (const { what, value, error } of refused) {
    it(`A parameter that is ${what} is rejected, and the connection still works.`, async () => {
      await assert.rejects(subject.database.query(sql('select $1::text as value'), [value]), error);
      assert.deepEqual(await subject.database.query(sql('select 1 as one')), [{ one: 1 }]);
    });
  }
}

function decodings(subject: Subject): void {
  const decoded: readonly { expression: string; value: unknown }[] = [
    { expression: "'infinity'::timestamptz", value: Number.POSITIVE_INFINITY },
    { expression: "'-infinity'::timestamptz", value: Number.NEGATIVE_INFINITY },
    { expression: "'2026-07-01 12:00:00.123999+02'::timestamptz", value: Date.UTC(2026, 6, 1, 10, 0, 0, 123) },
    { expression: "'1969-12-31 23:59:59.9999+00'::timestamptz", value: -1 },
    { expression: 'count(*)', value: 1 },
    { expression: "date '2026-02-28'", value: '2026-02-28' },
    { expression: 'null::timestamptz', value: null },
    { expression: 'array[]::text[]', value: [] },
    {
      expression: 'array[[1, 2], [3, null]]',
      value: [
        [1, 2],
        [3, null],
      ],
    },
    { expression: "'[0:1]={7,8}'::int[]", value: [7, 8] },
    { expression: 'pg_advisory_unlock_all()', value: null },
    { expression: "'x'::varchar(3)", value: 'x' },
    { expression: "'pg_class'::name", value: 'pg_class' },
    { expression: '0.1::float4', value: 0.1 },
  ];
  for (const { expression, value } of decoded) {
    it(`The value of ${expression} is read as ${JSON.stringify(value)}.`, async () => {
      assert.deepStrictEqual(await subject.database.query(sql(`select ${expression} as value`)), [{ value }]);
    });
  }

  const faults: readonly { expression: string; error: RegExp }[] = [
    { expression: '9007199254740992::int8', error: /outside ±\(2\^53 − 1\)/ },
    { expression: 'array[-9007199254740992::int8]', error: /outside/ },
    { expression: '1::numeric', error: /OID 1700.*cast it/ },
    { expression: "interval '1 day'", error: /OID 1186/ },
    { expression: "'10000-01-01+00'::timestamptz", error: /outside the years/ },
  ];
  for (const { expression, error } of faults) {
    it(`Reading the value of ${expression} throws, and the connection still works.`, async () => {
      await assert.rejects(subject.database.query(sql(`select ${expression} as value`)), error);
      assert.deepEqual(await subject.database.query(sql('select 1 as one')), [{ one: 1 }]);
    });
  }

  it('Large parameters and large results are transferred completely.', async () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `${index} ${'"\\é'.repeat(30)}`);
    const [row] = await subject.database.query<{ value: string[] }>(sql('select $1::text[] as value'), [texts]);
    assert.deepEqual(row?.value, texts);
    const rows = await subject.database.query<{ n: number }>(sql('select n from generate_series(1, 50000) n'));
    assert.equal(rows.length, 50_000);
    assert.equal(rows.at(-1)?.n, 50_000);
  });
}
