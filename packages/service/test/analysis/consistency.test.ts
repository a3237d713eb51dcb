import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { consistencyOf, consistencyValue, labelOf } from '../../src/analysis/consistency.ts';
import { aMatch, times } from './nights.ts';

const outcomeOf = (...differences: readonly number[]) => {
  const value = consistencyValue(differences);
  return [value, labelOf(value)];
};

describe('The consistency', () => {
  test('differences of chance size give a consistency of 50, steady', () => {
    assert.deepEqual(outcomeOf(1, -1, 1, -1, 0), [50, 'steady']);
  });
  test('differences of twice chance size give a consistency of 9, streaky', () =>
    assert.deepEqual(outcomeOf(2, -2, 2, -2, 0), [9, 'streaky']));
  test('no differences give a consistency of 68, very steady', () =>
    assert.deepEqual(outcomeOf(0, 0, 0, 0, 0), [68, 'very_steady']));
  test('equal differences give a consistency of 68, too', () => {
    assert.deepEqual(outcomeOf(1.5, 1.5, 1.5, 1.5, 1.5), [68, 'very_steady']);
  });
  test('the consistency has no value below five matches', () =>
    assert.deepEqual(outcomeOf(1, -1, 1, -1), [null, 'new']));

  test('the labels of the consistency start at 65, 40 and 20', () => {
    assert.deepEqual([100, 65, 64, 40, 39, 20, 19, 0].map(labelOf), [
      'very_steady',
      'very_steady',
      'steady',
      'steady',
      'changeable',
      'changeable',
      'streaky',
      'streaky',
    ]);
  });

  test('the consistency covers the newest thirty scorable matches', () => {
    const scored = { sets: '6-2 6-2' };
    const unscored = [aMatch({ sets: '21-11' }), aMatch(), aMatch(scored, { outcome: 'retired' })];
    assert.deepEqual(consistencyOf([...unscored, ...times(4, scored)]), { value: null, label: 'new', sample: 4 });
    // The oldest are the wildest, and count no more.
    const wild = [...times(5, { sets: '6-0 6-0' }), ...times(5, { sets: '0-6 0-6' })];
    const { value, sample } = consistencyOf([...unscored, ...times(30, scored), ...wild]);
    assert.deepEqual([value, sample], [consistencyOf(times(30, scored)).value, 30]);
    assert.ok((consistencyOf(wild).value ?? 0) < 20);
  });

  test('the consistency is between 0 and 100, and ignores a constant difference from the rating', () => {
    const some = fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: 5, maxLength: 30 });
    fc.assert(
      fc.property(some, fc.double({ min: -3, max: 3, noNaN: true }), (differences, shift) => {
        const value = consistencyValue(differences) ?? assert.fail();
        assert.ok(value >= 0 && value <= 100);
        const shifted = consistencyValue(differences.map((one) => one + shift)) ?? assert.fail();
        assert.ok(Math.abs(shifted - value) <= 1);
      }),
    );
  });
});
