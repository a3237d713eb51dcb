import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { rateOfCounts, rateWhere } from '../../src/analysis/rate.ts';

describe('A rate', () => {
  test('a rate has neither value nor interval below five trials', () => {
    assert.deepEqual(rateOfCounts(4, 4), { value: null, won: 4, played: 4, interval: null });
    assert.notEqual(rateOfCounts(0, 5).value, null);
  });

  test('the interval of a rate equals published tables of Wilson’s interval', () => {
    // Newcombe (1998), Statistics in Medicine 17, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    const published: [won: number, played: number, low: number, high: number][] = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ];
    for (const [won, played, ...interval] of published) assert.deepEqual(rateOfCounts(won, played).interval, interval);
  });

  test('a rate counts wins', () => {
    const results = [true, false, true, true, false].map((won) => ({ won }));
    assert.deepEqual(
      rateWhere(results, () => true),
      {
        value: 0.6,
        won: 3,
        played: 5,
        interval: [0.2307, 0.8824],
      },
    );
  });

  test('the interval ends exactly at 0 without a win and at 1 without a loss', () => {
    for (let played = 5; played < 400; played += 1) {
      const [low] = rateOfCounts(0, played).interval ?? [];
      const [, high] = rateOfCounts(played, played).interval ?? [];
      assert.ok(Object.is(low, 0) && high === 1, `${played} played`);
    }
  });
});

const aCount = fc.integer({ min: 5, max: 6000 }).chain((played) => fc.tuple(fc.nat(played), fc.constant(played)));

describe('The interval of any rate', () => {
  test('the interval ends at the shares that are 1.96 standard deviations from the count', () => {
    fc.assert(
      fc.property(aCount, ([won, played]) => {
        const [low = 0, high = 1] = rateOfCounts(won, played).interval ?? [];
        const share = won / played;
        const isTooFar = (p: number): boolean =>
          Math.abs(share - p) > 1.959963984540054 * Math.sqrt((p * (1 - p)) / played);
        assert.ok(Math.abs(low - edge(0, share, isTooFar)) < 0.00006, `${low}`);
        assert.ok(Math.abs(high - edge(1, share, isTooFar)) < 0.00006, `${high}`);
      }),
      { numRuns: 500 },
    );
  });

  test('the interval contains its value, is within 0 to 1, and mirrors the interval of losses', () => {
    fc.assert(
      fc.property(aCount, ([won, played]) => {
        const { value, interval } = rateOfCounts(won, played);
        const lost = rateOfCounts(played - won, played);
        if (value === null || interval === null) return assert.fail();
        assert.ok(0 <= interval[0] && interval[0] <= value && value <= interval[1] && interval[1] <= 1);
        assert.ok(Math.abs(interval[0] + (lost.interval?.[1] ?? 2) - 1) < 0.000101);
      }),
    );
  });
});

/** Where a share stops being too far, by halving the way from an end that may be too far to one that is not. */
function edge(far: number, near: number, isTooFar: (share: number) => boolean): number {
  let [outside, inside] = [far, near];
  if (!isTooFar(outside)) return outside;
  for (let step = 0; step < 60; step += 1) {
    const middle = (outside + inside) / 2;
    if (isTooFar(middle)) outside = middle;
    else inside = middle;
  }
  return inside;
}
