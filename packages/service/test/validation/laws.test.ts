import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '@bandeja/contract/errors/problem';
import { pointerTo } from '@bandeja/contract/pointer';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, Text, Uuid } from '@bandeja/contract/shapes';
import fc from 'fast-check';
import { Type } from 'typebox';
import { FAULTS_LISTED_MAX, faultsOf, listed } from '../../src/validation/faults-of.ts';

const shape = Fields({
  name: Text(1, 5),
  count: Type.Integer({ minimum: 0, maximum: 9 }),
  inner: Maybe(Fields({ id: Uuid(), at: Maybe(InstantText()) })),
  list: Maybe(Type.Array(Fields({ side: OneOf(['left', 'right']) }), { maxItems: 2 })),
});

const key = fc.oneof(
  fc.constantFrom('name', 'count', 'inner', 'list', 'id', 'at', 'side', '__proto__', 'a/~b'),
  fc.string(),
);
const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1.5, -1, 1e308, 'left', 'ana', '\0', '\ud800', '2026-05-01T19:10:00Z'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
  ),
}));

/** The segments of a pointer, unescaped. */
const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

describe('the faults of a value', () => {
  test('are found for any JSON value, which stays unchanged', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const before = JSON.stringify(value);
        faultsOf(shape, value);
        return JSON.stringify(value) === before;
      }),
    );
  });

  test('have pointers to existing values or to missing fields', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        for (const fault of faultsOf(shape, value)) {
          const segments = segmentsOf(fault.pointer ?? '');
          const around = fault.code === 'required' ? segments.slice(0, -1) : segments;
          let place: unknown = value;
          for (const segment of around) {
            // Half of a surrogate pair cannot be written in a pointer; such a place is only named approximately.
            if (segment.includes('\ufffd')) return;
            assert.ok(typeof place === 'object' && place !== null && Object.hasOwn(place, segment), fault.pointer);
            place = (place as Record<string, unknown>)[segment];
          }
        }
      }),
    );
  });

  test('are empty for a valid value, and only then', () => {
    const good = { name: 'ana', count: 1, inner: { id: '0190a0b0-1111-7222-8333-444455556666' }, list: [] };
    assert.deepEqual(faultsOf(shape, good), []);
    assert.equal(faultsOf(shape, {}).length, 2);
  });

  test('do not include a value of unknown type, even with U+0000', () => {
    const envelope = Fields({ matches: Type.Array(Type.Unknown(), { maxItems: 9 }) });
    assert.deepEqual(faultsOf(envelope, { matches: ['\0', { '\ud800': '\0' }, 7] }), []);
  });

  test('include only the length of a list that is too long, and its items are not read', () => {
    const items = new Proxy([{ side: 'left' }, 1, 2], {
      get: (list, name) =>
        name === '0' || name === '1' || name === '2' ? assert.fail('an item was read') : Reflect.get(list, name),
    });
    const faults = faultsOf(shape, { name: 'ana', count: 1, list: items });
    assert.deepEqual(
      faults.map(({ pointer, code }) => [pointer, code]),
      [['/list', 'out_of_range']],
    );
  });

  test('include only the name of an unknown field, and its value is not read', () => {
    const value = { name: 'ana', count: 1 };
    Object.defineProperty(value, 'other', { enumerable: true, get: () => assert.fail('the field was read') });
    assert.deepEqual(
      faultsOf(shape, value).map(({ pointer, code }) => [pointer, code]),
      [['/other', 'unknown_field']],
    );
  });

  test('cannot be computed for a list without maxItems, which is a bug in the shape', () => {
    assert.throws(() => faultsOf(Type.Array(Type.String()), []), /no maxItems/);
  });

  test('cannot be computed for a rule without a fault code, which is a bug in the shape', () => {
    assert.throws(
      () => faultsOf(Type.Array(Type.String(), { maxItems: 9, uniqueItems: true }), []),
      /uniqueItems has no fault code/,
    );
  });
});

describe('a pointer', () => {
  test('can be parsed back into its segments, for any segments', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (segments) => {
        assert.deepEqual(
          segmentsOf(pointerTo(...segments)),
          segments.map((segment) => segment.toWellFormed()),
        );
      }),
    );
  });

  test('is escaped according to RFC 6901', () => {
    assert.equal(pointerTo(), '');
    assert.equal(pointerTo('a/b', 0, 'm~n', ''), '/a~1b/0/m~0n/');
  });
});

describe('faults in a response', () => {
  const fault = (pointer: string, code: Fault['code'] = 'required'): Fault => ({ pointer, code, detail: 'x' });

  test('each pointer and code is listed once, in the order found', () => {
    assert.deepEqual(
      listed([fault('/a'), fault('/b'), fault('/a'), fault('/a', 'wrong_type')]).map(
        ({ pointer, code }) => `${pointer} ${code}`,
      ),
      ['/a required', '/b required', '/a wrong_type'],
    );
  });

  test('at most a hundred are listed, then the number of the others', () => {
    for (const count of [0, 1, FAULTS_LISTED_MAX, FAULTS_LISTED_MAX + 1, FAULTS_LISTED_MAX + 99]) {
      const faults = listed(Array.from({ length: count }, (_, n) => fault(`/${n}`)));
      const over = count - FAULTS_LISTED_MAX;
      assert.equal(faults.length, over > 0 ? FAULTS_LISTED_MAX + 1 : count);
      if (over > 0) assert.deepEqual([faults.at(-1)?.code, faults.at(-1)?.pointer], ['more', '']);
      if (over > 1) assert.equal(faults.at(-1)?.detail, `${over} more faults were found.`);
    }
  });

  test('the others are counted up to a hundred, even if one value has several errors', () => {
    const list = Type.Array(Type.String({ pattern: '^a', format: 'uuid' }), { maxItems: 1_000 });
    const moreOf = (items: number, item: unknown) => listed(faultsOf(list, Array(items).fill(item))).at(-1)?.detail;
    for (const item of ['\0', 7]) {
      assert.equal(moreOf(199, item), '99 more faults were found.');
      assert.equal(moreOf(1_000, item), 'At least 100 more faults were found.');
    }
  });
});

describe('shapes', () => {
  test('a nullable choice also accepts null, and no other value', () => {
    const team = Nullable(OneOf(['A', 'B']));
    assert.deepEqual(
      [null, 'A', 'C', 1].map((value) => faultsOf(team, value).map(({ code }) => code)),
      [[], [], ['not_one_of'], ['wrong_type']],
    );
  });

  test('a nullable shape has exactly one other type', () => {
    assert.throws(() => Nullable(Nullable(Text(1, 2))), /exactly one type/);
    assert.throws(() => Nullable(Type.Unknown()), /exactly one type/);
  });

  test('a name does not change the accepted values', () => {
    assert.deepEqual(faultsOf(named('Name', Fields({ a: Text(1, 2) })), { a: 'x' }), []);
  });
});
