import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { faultsOf } from '../../../src/domain/faults/faults-of.ts';
import { readJson } from '../../../src/domain/faults/read-json.ts';
import { MatchSubmission } from '../../../src/domain/matches/bodies.ts';
import { Fields, Maybe, OneOf, Text } from '../../../src/domain/shapes.ts';
import { aMatch } from '../../support/matches.ts';

const shape = Fields({
  name: Text(1, 5),
  count: Type.Integer({ minimum: 0, maximum: 9 }),
  inner: Maybe(Fields({ at: Maybe(Text(1, 9)), open: Maybe(Type.Boolean()) })),
  list: Maybe(Type.Array(Fields({ side: OneOf(['left', 'right']) }), { maxItems: 2 })),
});

const names = ['name', 'count', 'inner', 'list', 'at', 'side', 'other', '__proto__', 'a"b\\c', '\u2028', ''];
const space = fc.constantFrom('', '', ' ', '\n\t\r ');
const inSpace = (text: fc.Arbitrary<string>) => fc.tuple(space, text, space).map((parts) => parts.join(''));
const string = fc.oneof(
  fc.constantFrom(...names).map((name) => JSON.stringify(name)),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\u0000"', '"\\ud83c\\udfbe"', '"\\/\\b\\f\\n\\r\\t\\u00E9"', '"🎾"', '"left"'),
);
/** JSON as a text, with white space, escapes, repeated names and every way to write a number. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: inSpace(
    fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        'null',
        'true',
        'false',
        '0',
        '-0',
        '1.50',
        '-12e3',
        '1E+2',
        '0.1e-7',
        '1e400',
        '12345678901234567890',
      ),
      string,
      fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
      fc
        .array(fc.tuple(inSpace(string), tie('json')), { maxLength: 5 })
        .map((fields) => `{${fields.map((pair) => pair.join(':')).join()}}`),
    ),
  ),
}));

const outcome = (read: () => unknown): unknown => {
  try {
    return { value: read() };
  } catch (error) {
    assert.ok(error instanceof SyntaxError, String(error));
    return 'no JSON';
  }
};

describe('JSON read by a shape', () => {
  test('has the faults of what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(json, (text) => {
        assert.deepEqual(faultsOf(shape, readJson(text, shape)).view(), faultsOf(shape, JSON.parse(text)).view());
      }),
      { numRuns: 1_000 },
    );
  });

  test('is the same value if it is right', () => {
    const text = JSON.stringify(aMatch());
    assert.deepEqual(readJson(text, MatchSubmission), JSON.parse(text));
    assert.deepEqual(readJson(` ${text}\n`, Type.Unknown()), JSON.parse(text));
  });

  test('is refused where JSON.parse refuses it, wherever it is damaged', () => {
    const damaged = fc
      .tuple(
        json,
        fc.nat(),
        fc.constantFrom('', '"', '\\', ',', ':', '[', '}', '0', '-', '.', 'e', 'u', ' ', '\v', '\u0001', '\ufeff'),
      )
      .map(([text, at, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        const isJson = (read: () => unknown): boolean => outcome(read) !== 'no JSON';
        assert.equal(
          isJson(() => readJson(text, shape)),
          isJson(() => JSON.parse(text)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('of a name twice the last counts, and __proto__ is a name like any other', () => {
    const value = readJson('{"name":"a","__proto__":{"x":1},"name":"b"}', shape);
    assert.deepEqual(Object.entries(value as object), [
      ['name', 'b'],
      ['__proto__', null],
    ]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  test('keeps no more than is judged', () => {
    const many = 50_000;
    const items = Array.from({ length: many }, () => '{"side":[[]],"x":[{}]}');
    const fields = Array.from({ length: many }, (_, index) => `"x${index}":{}`);
    const value = readJson(`{"list":[${items}],"inner":{${fields}},"name":[${items}]}`, shape) as Record<
      string,
      object
    >;
    assert.deepEqual(value['list'], [{ side: [], x: null }, { side: [], x: null }, null]);
    assert.equal(Object.keys(value['inner'] ?? {}).length, 200);
    assert.deepEqual(value['name'], []);
  });

  test('is read however deep it is nested', () => {
    const depth = 200_000;
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    assert.deepEqual(readJson(`{"name":${deep},"x":{"y":${deep}}}`, shape), { name: [], x: null });
    assert.throws(() => readJson('{"x":'.repeat(depth), shape), SyntaxError);
  });
});
