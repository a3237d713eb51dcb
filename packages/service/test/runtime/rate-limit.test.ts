import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RATE_WINDOW_MS, RateLimit } from '../../src/runtime/rate-limit.ts';

function aLimit() {
  let now = 0;
  const rate = new RateLimit(() => now);
  const pass = (ms: number): void => {
    now += ms;
  };
  return { rate, pass };
}

describe('a rate limit', () => {
  it('lets an owner spend the limit at once, and reports what is left and when there is more', () => {
    const { rate } = aLimit();
    assert.deepEqual(rate.spend('ana', 60, 20), { isAllowed: true, limit: 60, remaining: 40, waitSeconds: 1 });
    assert.deepEqual(rate.spend('ana', 60, 40), { isAllowed: true, limit: 60, remaining: 0, waitSeconds: 1 });
    assert.deepEqual(rate.spend('ana', 60, 7), { isAllowed: false, limit: 60, remaining: 0, waitSeconds: 7 });
  });

  it('refills evenly within a minute, and never above the limit', () => {
    const { rate, pass } = aLimit();
    rate.spend('ana', 120, 120);
    pass(30_500);
    assert.equal(rate.spend('ana', 120, 1).remaining, 60);
    pass(59_000);
    assert.equal(rate.spend('ana', 120, 1).remaining, 119);
    pass(24 * 3_600_000);
    assert.equal(rate.spend('ana', 120, 1).remaining, 119);
  });

  it('takes nothing from the bucket for a refused request, or from other owners', () => {
    const { rate } = aLimit();
    rate.spend('ana', 60, 50);
    assert.equal(rate.spend('ana', 60, 11).isAllowed, false);
    assert.equal(rate.spend('ana', 60, 10).isAllowed, true);
    assert.equal(rate.spend('bea', 60, 60).isAllowed, true);
  });

  it('keeps what was spent when the limit of an owner changes', () => {
    const { rate } = aLimit();
    rate.spend('ana', 40, 25);
    assert.equal(rate.spend('ana', 10, 1).isAllowed, false);
    assert.equal(rate.spend('ana', 40, 14).isAllowed, true);
    assert.deepEqual(rate.spend('ana', 1_000, 1).remaining, 960);
  });

  it('allows a refused request after exactly the announced seconds, and not a second earlier', () => {
    const aRequest = fc.record({ units: fc.integer({ min: 1, max: 200 }), seconds: fc.nat(10) });
    // Whole units a second, so that many requests are due at a whole second: there a rounding error would cost a second.
    const aLimitOfUnits = fc.integer({ min: 4, max: 40 }).map((aSecond) => aSecond * 60);
    const property = fc.property(fc.array(aRequest, { minLength: 20 }), aLimitOfUnits, (requests, limit) => {
      const { rate, pass } = aLimit();
      rate.spend('ana', limit, limit);
      for (const { units, seconds } of requests) {
        pass(seconds * 1_000);
        const { isAllowed, waitSeconds } = rate.spend('ana', limit, units);
        if (isAllowed) continue;
        pass((waitSeconds - 1) * 1_000);
        assert.equal(rate.spend('ana', limit, units).isAllowed, false);
        pass(1_000);
        assert.equal(rate.spend('ana', limit, units).isAllowed, true);
      }
    });
    fc.assert(property);
  });

  it('never lets an owner spend more than the limit and its refill, in any order of requests', () => {
    const aRequest = fc.record({ units: fc.integer({ min: 1, max: 200 }), ms: fc.nat(5_000) });
    const property = fc.property(fc.array(aRequest), fc.integer({ min: 200, max: 2_000 }), (requests, limit) => {
      const { rate, pass } = aLimit();
      const spent: { at: number; units: number }[] = [];
      let now = 0;
      for (const { units, ms } of requests) {
        pass(ms);
        now += ms;
        if (!rate.spend('ana', limit, units).isAllowed) continue;
        spent.push({ at: now, units });
        for (const { at: from } of spent) {
          const inWindow = spent.filter(({ at }) => at >= from).reduce((sum, one) => sum + one.units, 0);
          assert.ok(inWindow <= limit * (1 + (now - from) / RATE_WINDOW_MS) + 0.01);
        }
      }
    });
    fc.assert(property);
  });

  it('spends nothing when asked for nothing', () => {
    const { rate } = aLimit();
    assert.equal(rate.spend('ana', 200, 0).remaining, 200);
  });
});
