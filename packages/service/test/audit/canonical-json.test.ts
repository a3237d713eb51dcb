import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyCharacter } from '@bandeja/postgres/test/support/any-character';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalJson } from '../../src/audit/canonical-json.ts';

describe('Canonical JSON', () => {
  test('equals the output of another implementation of RFC 8785 for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 6 }), (value) => {
        assert.equal(canonicalJson(value), canonicalize(value));
      }),
      { numRuns: 500 },
    );
  });

  // https://www.rfc-editor.org/rfc/rfc8785#section-3.2.3
  test('has its keys in the order of RFC 8785’s own example: by UTF-16 code units', () => {
    const value = { '€': 1, '\r': 2, '\u{fb33}': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 };
    assert.equal(canonicalJson(value), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\u{fb33}":3}');
  });

  test('has no white space and writes numbers as ECMAScript does', () => {
    const value = { b: [1e21, -0, 0.000001, 1e-7], a: { d: null, c: [] } };
    assert.equal(canonicalJson(value), '{"a":{"c":[],"d":null},"b":[1e+21,0,0.000001,1e-7]}');
  });

  test('rejects values that JSON cannot represent', () => {
    for (const value of [
      '\ud800',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      undefined,
      1n,
      { a: undefined },
      { '\udc00': 1 },
    ]) {
      assert.throws(() => canonicalJson(value), TypeError);
    }
  });
});
