import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expectedShareBefore, MODEL } from '../src/index.ts';

test('The expected share is sigmoid(1.15·k·d), where k = 1/sqrt(units) and units are at least those of a standard match.', () => {
  const units = { won: 12, lost: 9, std: 20 };
  assert.ok(Math.abs(expectedShareBefore(2, units) - 1 / (1 + Math.exp((-1.15 * 2) / Math.sqrt(21)))) < 1e-15);
  assert.equal(
    expectedShareBefore(1, { won: 6, lost: 1, std: 20 }),
    expectedShareBefore(1, { won: 12, lost: 8, std: 20 }),
  );
});

test('The expected share is a half between equals, and the shares of both pairs add up to 1.', () => {
  fc.assert(
    fc.property(fc.double({ min: -8, max: 8, noNaN: true }), fc.integer({ min: 1, max: 60 }), (gap, won) => {
      const units = { won, lost: 20, std: MODEL.STD_GAMES };
      const sum = expectedShareBefore(gap, units) + expectedShareBefore(-gap, units);
      assert.ok(Math.abs(sum - 1) < 1e-12);
    }),
  );
  assert.equal(expectedShareBefore(0, { won: 3, lost: 2, std: MODEL.STD_GAMES }), 0.5);
});
