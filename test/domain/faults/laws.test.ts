import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { type Fault, Problem } from '../../../src/domain/errors/problem.ts';
import { FAULTS_SHOWN_MAX, FaultList } from '../../../src/domain/faults/collect.ts';
import { faultsOf } from '../../../src/domain/faults/faults-of.ts';
import { parseBody } from '../../../src/domain/faults/parse-body.ts';
import { pointerTo, segmentsOf } from '../../../src/domain/faults/pointer.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, Text, Uuid } from '../../../src/domain/shapes.ts';

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

describe('the faults of a value', () => {
  test('are found for any JSON whatever, and the value is left as it was', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const before = JSON.stringify(value);
        faultsOf(shape, value);
        return JSON.stringify(value) === before;
      }),
    );
  });

  test('point at places of the value, or at the places where something is missing', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        for (const fault of faultsOf(shape, value).view()) {
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

  test('are none exactly for the values that are taken', () => {
    const good = { name: 'ana', count: 1, inner: { id: '0190a0b0-1111-7222-8333-444455556666' }, list: [] };
    assert.deepEqual(faultsOf(shape, good).view(), []);
    assert.deepEqual(parseBody(shape, good), good);
    assert.throws(() => parseBody(shape, {}), Problem);
  });

  test('a value that a shape leaves open is left to another judge, U+0000 and all', () => {
    const envelope = Fields({ matches: Type.Array(Type.Unknown(), { maxItems: 9 }) });
    assert.ok(faultsOf(envelope, { matches: ['\0', { '\ud800': '\0' }, 7] }).isEmpty);
  });

  test('are of the length alone where a list is too long: what is in it is not even read', () => {
    const items = new Proxy([{ side: 'left' }, 1, 2], {
      get: (list, name) =>
        name === '0' || name === '1' || name === '2' ? assert.fail('an item was read') : Reflect.get(list, name),
    });
    const faults = faultsOf(shape, { name: 'ana', count: 1, list: items }).view();
    assert.deepEqual(
      faults.map(({ pointer, code }) => [pointer, code]),
      [['/list', 'out_of_range']],
    );
  });

  test('are of the name alone where there is no such field: what is in it is not even read', () => {
    const value = { name: 'ana', count: 1 };
    Object.defineProperty(value, 'other', { enumerable: true, get: () => assert.fail('the field was read') });
    assert.deepEqual(
      faultsOf(shape, value)
        .view()
        .map(({ pointer, code }) => [pointer, code]),
      [['/other', 'unknown_field']],
    );
  });

  test('get a sentence each up to a hundred, however many there are', () => {
    const fields = Array.from({ length: 50_000 }, (_, n) => [`x${n}`, 1]);
    const faults = faultsOf(shape, { name: 'ana', count: 1, ...Object.fromEntries(fields) });
    assert.equal(faults.view().length, FAULTS_SHOWN_MAX + 1);
    assert.equal(faults.view().at(-1)?.detail, 'At least 100 more faults were found.');
  });

  test('a shape of a request with a list of any length is our mistake, too', () => {
    assert.throws(() => faultsOf(Type.Array(Type.String()), []), /no maxItems/);
  });

  test('a shape with a rule that has no code is our mistake, found when it is first used', () => {
    assert.throws(
      () => faultsOf(Type.Array(Type.String(), { maxItems: 9, uniqueItems: true }), []),
      /uniqueItems has no fault code/,
    );
  });
});

describe('a pointer', () => {
  test('leads back to its segments, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (segments) => {
        assert.deepEqual(
          segmentsOf(pointerTo(...segments)),
          segments.map((segment) => segment.toWellFormed()),
        );
      }),
    );
  });

  test('is written as RFC 6901 has it', () => {
    assert.equal(pointerTo(), '');
    assert.equal(pointerTo('a/b', 0, 'm~n', ''), '/a~1b/0/m~0n/');
  });
});

describe('a collection of faults', () => {
  const fault = (pointer: string, code: Fault['code'] = 'required'): Fault => ({ pointer, code, detail: 'x' });

  test('has each place and code once, in the order found', () => {
    const faults = new FaultList().addAll([fault('/a'), fault('/b')]).addAll([fault('/a'), fault('/a', 'wrong_type')]);
    assert.deepEqual(
      faults.view().map(({ pointer, code }) => `${pointer} ${code}`),
      ['/a required', '/b required', '/a wrong_type'],
    );
  });

  test('shows at most a hundred and counts the others', () => {
    for (const count of [0, 1, FAULTS_SHOWN_MAX, FAULTS_SHOWN_MAX + 1, FAULTS_SHOWN_MAX + 7]) {
      const faults = new FaultList().addAll(Array.from({ length: count }, (_, n) => fault(`/${n}`))).view();
      const over = count - FAULTS_SHOWN_MAX;
      assert.equal(faults.length, over > 0 ? FAULTS_SHOWN_MAX + 1 : count);
      if (over > 0) assert.deepEqual([faults.at(-1)?.code, faults.at(-1)?.pointer], ['more', '']);
      if (over > 1) assert.equal(faults.at(-1)?.detail, `${over} more faults were found.`);
    }
  });

  test('names the nearest place around one that is too long to name', () => {
    const [deep] = new FaultList().addAll([fault(`/a/b${'/0'.repeat(1000)}`)]).view();
    assert.ok((deep?.pointer ?? '').length <= 512);
    assert.match(deep?.pointer ?? '', /^\/a\/b(\/0)+$/);
    assert.equal(new FaultList().addAll([fault(`/${'k'.repeat(1000)}/b`)]).view()[0]?.pointer, '');
  });
});

describe('shapes', () => {
  test('a nullable choice takes null and no other value more', () => {
    const team = Nullable(OneOf(['A', 'B']));
    assert.deepEqual(
      [null, 'A', 'C', 1].map((value) =>
        faultsOf(team, value)
          .view()
          .map(({ code }) => code),
      ),
      [[], [], ['not_one_of'], ['wrong_type']],
    );
  });

  test('what may be null has exactly one other type', () => {
    assert.throws(() => Nullable(Nullable(Text(1, 2))), /exactly one type/);
    assert.throws(() => Nullable(Type.Unknown()), /exactly one type/);
  });

  test('a name changes nothing about what is taken', () => {
    assert.ok(faultsOf(named('Name', Fields({ a: Text(1, 2) })), { a: 'x' }).isEmpty);
  });
});
