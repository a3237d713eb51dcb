import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { holdRateOf } from '../../src/calibration/pool.ts';

describe('The hold rate of a pool', () => {
  test('the hold rate is its prior, 0.63, without service games', () => {
    assert.equal(holdRateOf({ serviceGames: 0, holds: 0 }), 0.63);
  });

  test('the prior counts as 2,000 games', () => {
    assert.equal(holdRateOf({ serviceGames: 2000, holds: 2000 }), (1260 + 2000) / 4000);
    assert.equal(holdRateOf({ serviceGames: 2000, holds: 0 }), 1260 / 4000);
    assert.equal(holdRateOf({ serviceGames: 500, holds: 350 }), (1260 + 350) / 2500);
  });

  test('one night hardly moves the hold rate, and many move it to the counted rate', () => {
    assert.ok(Math.abs(holdRateOf({ serviceGames: 120, holds: 90 }) - 0.63) < 0.01);
    assert.ok(Math.abs(holdRateOf({ serviceGames: 1_000_000, holds: 750_000 }) - 0.75) < 0.001);
  });

  test('the hold rate is between the prior and the counted rate', () => {
    const aCount = fc
      .integer({ min: 1, max: 10_000_000 })
      .chain((serviceGames) => fc.nat(serviceGames).map((holds) => ({ serviceGames, holds })));
    fc.assert(
      fc.property(aCount, (count) => {
        const [low = 0, high = 1] = [0.63, count.holds / count.serviceGames].sort((a, b) => a - b);
        const rate = holdRateOf(count);
        assert.ok(rate >= low - 1e-12 && rate <= high + 1e-12 && rate > 0 && rate < 1, `${low} ${rate} ${high}`);
      }),
    );
  });

  test('impossible counts are rejected', () => {
    for (const [serviceGames, holds] of [
      [10, 11],
      [10, -1],
      [Number.NaN, 0],
      [10, Number.NaN],
      [Number.POSITIVE_INFINITY, 0],
    ] as const) {
      assert.throws(() => holdRateOf({ serviceGames, holds }), RangeError);
    }
  });
});
