import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bigint,
  boolean,
  bytea,
  double,
  encoded,
  integer,
  jsonb,
  list,
  listOf,
  nullable,
  oneOf,
  type RowOf,
  table,
  text,
  timestamptz,
  uuid,
} from '../src/table.ts';
import { type Subject, sql } from './conformance-subject.ts';
import { anyDouble, anyInstant, anyText } from './conformance-values.ts';

const reversed = encoded(
  text,
  (value: string) => Array.from(value).reverse().join(''),
  (stored) => Array.from(stored).reverse().join(''),
);

const columns = {
  id: uuid,
  name: reversed,
  note: nullable(reversed),
  color: oneOf(['red', 'blue']),
  size: nullable(integer),
  count: nullable(bigint),
  weight: nullable(double),
  is_new: nullable(boolean),
  hash: nullable(bytea),
  at: nullable(timestamptz),
  pair: listOf(uuid, 2),
  numbers: nullable(list<number>('integer')),
  words: nullable(list<string>('text')),
  data: nullable(jsonb<unknown>()),
};
const things = table('table_things', columns);
type Thing = RowOf<typeof things>;

/** Only the columns that have a binary format. */
const binary = things.without('numbers', 'words', 'data');
const withoutText = ({ numbers: _, words: __, data: ___, ...thing }: Thing) => thing;

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const anyThing: fc.Arbitrary<Thing> = fc.record(
  {
    id: fc.uuid(),
    name: anyText,
    note: orNull(anyText),
    color: fc.constantFrom('red', 'blue'),
    size: orNull(fc.integer()),
    count: orNull(fc.maxSafeInteger()),
    weight: orNull(anyDouble),
    is_new: orNull(fc.boolean()),
    hash: orNull(fc.uint8Array({ maxLength: 40 })),
    at: orNull(anyInstant),
    pair: fc.tuple(fc.uuid(), fc.uuid()),
    numbers: orNull(fc.array(fc.integer(), { maxLength: 3 })),
    words: orNull(fc.array(fc.oneof(anyText, fc.constantFrom('', 'NULL', 'a b,{c}', '"\\')), { maxLength: 3 })),
    data: orNull(fc.constantFrom({ a: [1, null] }, ['"', '\\'], 'text', 0)),
  },
  { noNullPrototype: true },
);

/** Sorted by id, without duplicates. */
const distinct = (rows: readonly Thing[]): Thing[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));

export function tableTests(subject: Subject): void {
  describe('column tables', () => {
    it('Inserted and updated rows are read back unchanged.', async () => {
      await subject.database.script(`create table table_things (id uuid primary key, name text, note text, color text, size integer,
        count bigint, weight float8, is_new boolean, hash bytea, at timestamptz, pair uuid[], numbers integer[], words text[], data jsonb)`);
      const insert = sql(`${things.insert(2)} where $1 and color <> 'none' on conflict do nothing`);
      const read = sql(`select ${things.select('t')}, 1 as more from table_things t order by id`);
      const update = sql(
        `update table_things t set ${things.without('id').assignments('s')} from (${things.source()}) s where s.id = t.id`,
      );
      const readPacked = sql(`select ${binary.aggregates('t')} from (select * from table_things order by id) t`);
      const property = fc.asyncProperty(fc.array(anyThing, { maxLength: 12 }), async (sent) => {
        const rows = distinct(sent);
        await subject.database.script('delete from table_things');
        await subject.database.query(insert, [true, ...things.values(rows)]);
        const decode = things.decode<Thing & { readonly more: number }>;
        const stored = (await subject.database.query(read)).map(decode);
        assert.deepEqual(
          stored,
          rows.map((row) => ({ ...row, more: 1 })),
        );
        const changed = rows.map((row, index) => ({ ...(rows.at(-index) ?? row), id: row.id }));
        await subject.database.query(update, things.values(changed));
        assert.deepEqual(
          (await subject.database.query(read)).map(decode),
          changed.map((row) => ({ ...row, more: 1 })),
        );
        assert.deepEqual(binary.unpack(await subject.database.query(readPacked)), changed.map(withoutText));
      });
      await fc.assert(property, { numRuns: 50 });
    });

    it('A list that does not have the length of its column is rejected before it is sent.', () => {
      const pairs = table('table_pairs', { pair: listOf(integer, 2) });
      assert.throws(() => pairs.values([{ pair: [1, 2] }, { pair: [1] }]), RangeError);
    });

    it('A narrowed table has only the named columns.', () => {
      assert.equal(things.only('id', 'at').select('t'), 't.id, t.at');
      assert.equal(things.only('id', 'at').without('id').select(), 'at');
    });
  });
}
