import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type RatingState, rate, rateMatch, scoreOf } from '../src/index.ts';
import { START } from './arbitraries.ts';

describe('Impossible input', () => {
  test('is an error, instead of a variance that no later match could mend', () => {
    const match = { winners: [null, null], losers: [null, null], at: START, units: null, length: 1 } as const;
    const fault = new RangeError('The match gives a variance of NaN: its input is impossible.');
    assert.throws(() => rate({ ...match, weight: Number.NaN }), fault);
    assert.throws(() => rateMatch({ ...match, weight: Number.NaN }), fault);
  });
});

describe('Extreme input gives finite states', () => {
  const isPossible = ({ mean, variance, shown }: RatingState): boolean =>
    [mean, variance, shown].every(Number.isFinite) && variance > 0;

  test('1,000 straight wins over the same pair', () => {
    let rated = rateMatch({
      winners: [null, null],
      losers: [null, null],
      at: START,
      units: null,
      weight: 1,
      length: 1,
    });
    for (let count = 1; count < 1000; count += 1) {
      const [w0, w1, l0, l1] = rated.after;
      const units = { won: 12, lost: 0, std: 20 };
      rated = rateMatch({ winners: [w0, w1], losers: [l0, l1], at: START, units, weight: 1, length: 1 });
      assert.ok(rated.after.every(isPossible));
    }
    assert.deepEqual(
      rated.after.map(scoreOf).map((score) => score > 1500),
      [true, true, false, false],
    );
  });

  test('Gaps of ±80 logits and variances of 1e-12, with every kind of evidence', () => {
    const variances = [1e-12, 0.2, 5.76];
    const gaps = [-80, -20, 20, 80];
    for (const variance of variances) {
      for (const gap of gaps) {
        const state = (mean: number): RatingState => ({
          mean,
          variance,
          shown: mean,
          at: START,
          played: 9,
        });
        for (const units of [null, { won: 12, lost: 0, std: 20 }, { won: 0, lost: 12, std: 20 }]) {
          const rated = rateMatch({
            winners: [state(gap / 2), state(gap / 2)],
            losers: [state(-gap / 2), state(-gap / 2)],
            at: START,
            units,
            weight: 1,
            length: 1,
          });
          assert.ok(rated.after.every(isPossible), `variance ${variance}, gap ${gap}`);
          assert.ok(Object.values(rated.expected).every((value) => value === null || Number.isFinite(value)));
        }
      }
    }
  });
});
