import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MatchSubmission } from '@bandeja/contract/match-bodies';
import { Registration } from '@bandeja/contract/players';
import { Fields, Maybe, Nullable, OneOf, Text } from '@bandeja/contract/shapes';
import { Type } from 'typebox';
import { faultsOf } from '../../src/validation/faults-of.ts';

/** The sentence about the only fault at a place. */
function detailAt(pointer: string, faults: ReturnType<typeof faultsOf>): string {
  const [fault, ...others] = faults.filter((one) => one.pointer === pointer);
  assert.deepEqual(others, []);
  return fault?.detail ?? assert.fail(`no fault at ${pointer}`);
}

describe('the sentence about a broken rule', () => {
  it('contains the exact length of a list that has one', () => {
    for (const participants of [[], [{}], [{}, {}, {}, {}, {}]]) {
      const detail = detailAt('/participants', faultsOf(MatchSubmission, { participants }));
      assert.equal(detail, 'Must have exactly 4 entries.');
    }
  });

  it('names the bounds of a list, whether it has one or two', () => {
    const shape = Fields({ list: Type.Array(Type.Integer(), { minItems: 1, maxItems: 2 }) });
    assert.equal(detailAt('/list', faultsOf(shape, { list: [] })), 'Must have at least 1 entry.');
    assert.equal(detailAt('/list', faultsOf(shape, { list: [1, 2, 3] })), 'Must have at most 2 entries.');
  });

  it('describes a country code instead of listing all codes or linking elsewhere', () => {
    for (const country_code of ['pt', 'PRT', 'XX']) {
      const detail = detailAt('/country_code', faultsOf(Registration, { username: 'ana', country_code }));
      assert.equal(detail, 'Must be an ISO 3166-1 alpha-2 code in upper case, such as PT.');
    }
  });

  it('contains the alternative to null for an optional field that cannot be null', () => {
    const shape = Fields({
      list: Type.Array(
        Fields({ side: Type.Optional(OneOf(['left', 'right'])), count: Type.Optional(Type.Integer()) }),
        {
          maxItems: 3,
        },
      ),
    });
    const faults = faultsOf(shape, { list: [{ side: null }, { count: null }, null] });
    const keep = 'To keep the current value, leave the field out.';
    assert.equal(detailAt('/list/0/side', faults), `Must be one of: left, right. ${keep}`);
    assert.equal(detailAt('/list/1/count', faults), `Must be an integer. ${keep}`);
    assert.equal(detailAt('/list/2', faults), 'Must be an object, not null.');
  });

  it('names the wrong type of the value', () => {
    const shape = Fields({ count: Maybe(Type.Integer()), names: Maybe(Type.Array(Text(1, 9), { maxItems: 2 })) });
    assert.equal(detailAt('/count', faultsOf(shape, { count: '1' })), 'Must be an integer or null, not a string.');
    assert.equal(detailAt('/count', faultsOf(shape, { count: 1.5 })), 'Must be an integer or null, not 1.5.');
    assert.equal(detailAt('/names/0', faultsOf(shape, { names: [[]] })), 'Must be a string, not a list.');
    assert.equal(detailAt('/names', faultsOf(shape, { names: {} })), 'Must be a list or null, not an object.');
  });

  it('explains why a fixed field cannot be sent', () => {
    const shape = Fields({}, { 'x-fixed': { id: 'Cannot change.' } });
    assert.equal(detailAt('/id', faultsOf(shape, { id: 1 })), 'Cannot change.');
    const unknown = 'This field does not exist here. Names are case-sensitive.';
    assert.equal(detailAt('/constructor', faultsOf(shape, { constructor: 1 })), unknown);
  });

  it('lists a few choices', () => {
    const shape = Fields({ side: Maybe(OneOf(['left', 'right'])) });
    assert.equal(detailAt('/side', faultsOf(shape, { side: 'up' })), 'Must be one of: left, right, null.');
    const required = Fields({ side: Nullable(OneOf(['left', 'right'])) });
    assert.equal(detailAt('/side', faultsOf(required, {})), 'This field is required.');
  });
});
