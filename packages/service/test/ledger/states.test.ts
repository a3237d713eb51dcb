import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { comparePlaces } from '../../src/history/place.ts';
import { isSameState } from '../../src/history/stored-states.ts';

describe('Two states are the same', () => {
  const state = { mean: 0.1, variance: 0.5, shown: 0, at: 1000, played: 3 };
  const next = (value: number): number => value + Number.EPSILON * value;

  test('two states are equal if every bit is equal', () => {
    assert.ok(isSameState(state, { ...state }));
    assert.ok(isSameState(null, null));
  });

  for (const [name, change] of Object.entries({
    'the mean in its last bit': { mean: next(0.1) },
    'the variance in its last bit': { variance: next(0.5) },
    'the shown strength by its sign alone': { shown: -0 },
    'the instant': { at: 1001 },
    'the count of matches': { played: 4 },
  })) {
    test(`but not when they differ in ${name}`, () => assert.ok(!isSameState(state, { ...state, ...change })));
  }

  test('two states differ if one player has never played', () => {
    assert.ok(!isSameState(state, null));
    assert.ok(!isSameState(null, state));
  });
});

describe('The history', () => {
  test('the history is sorted by time, then by id like in the database', () => {
    const keys = [
      { played_at: 1, match_id: 'ff000000-0000-8000-8000-000000000000' },
      { played_at: 2, match_id: '09000000-0000-8000-8000-000000000000' },
      { played_at: 2, match_id: '0a000000-0000-8000-8000-000000000000' },
      { played_at: 10, match_id: '00000000-0000-8000-8000-000000000000' },
    ];
    assert.deepEqual(keys.toReversed().sort(comparePlaces), keys);
    for (const key of keys) assert.equal(comparePlaces(key, { ...key }), 0);
  });
});
