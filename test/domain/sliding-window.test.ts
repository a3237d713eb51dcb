import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { unitsSpent, waitUntilSpent } from '../../src/domain/sliding-window.ts';
import { SLOT_MS, SLOTS } from '../../src/store/spending.ts';

const spendings = fc.record({
  spent: fc.array(fc.nat(100), { minLength: SLOTS + 1, maxLength: SLOTS + 1 }),
  passed: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
const afterMs = fc.double({ min: 0, max: 2 * SLOTS * SLOT_MS, noNaN: true });

/** What rounding may change of a sum of some hundred units. */
const ROUNDING = 1e-6;

describe('what was spent in the last minute', () => {
  it('counts each unit until a minute after it was spent, and its slot’s end at most', () => {
    const spending = { spent: [0, 60, ...Array<number>(SLOTS - 1).fill(0)], passed: 0.5 };
    assert.equal(unitsSpent(spending, 0), 60);
    assert.equal(unitsSpent(spending, 10.5 * SLOT_MS), 60);
    assert.equal(unitsSpent(spending, 11 * SLOT_MS), 30);
    assert.equal(unitsSpent(spending, 11.5 * SLOT_MS), 0);
  });

  it('becomes little enough when it says, and not a moment before', () => {
    fc.assert(
      fc.property(spendings, afterMs, fc.nat(1_000), (spending, after, units) => {
        const waitMs = waitUntilSpent(spending, after, units);
        assert.ok(unitsSpent(spending, after + waitMs) <= units + ROUNDING);
        if (waitMs > 1) assert.ok(unitsSpent(spending, after + waitMs - 1) > units - ROUNDING);
      }),
    );
  });

  it('has left the minute with the end of its slot, whatever the moment of the question', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.nat(SLOTS * SLOT_MS),
        (passed, after) => {
          const spending = { spent: [60, ...Array<number>(SLOTS).fill(0)], passed };
          const untilEndMs = (SLOTS + 1 - passed) * SLOT_MS - after;
          assert.ok(Math.abs(waitUntilSpent(spending, after, 0) - untilEndMs) < ROUNDING);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
