import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_SCALE, levelOf, pointsOfLevel, type Scale } from '../src/index.ts';

/** From the reference implementation. */
const LEVELS = [
  [0, 0],
  [1, 0],
  [450, 0.23],
  [999, 0.5],
  [1000, 0.5],
  [1001, 0.51],
  [1199, 1.5],
  [1385, 2.43],
  [1499, 3],
  [1500, 3],
  [1501, 3.01],
  [1502, 3.01],
  [1615, 3.58],
  [1850, 4.75],
  [1899, 5],
  [1900, 5],
  [1901, 5],
  [2299, 6.5],
  [2301, 6.5],
  [2750, 6.82],
  [2998, 7],
  [3000, 7],
] as const;
const POINTS = [
  [0, 0],
  [0.01, 20],
  [0.5, 1000],
  [0.51, 1002],
  [1.5, 1200],
  [2.25, 1350],
  [3, 1500],
  [3.01, 1502],
  [3.5, 1600],
  [4.2, 1740],
  [5.55, 2047],
  [6.5, 2300],
  [6.99, 2986],
  [7, 3000],
] as const;

/** Scales with knots from 0 to 3000 in which a point is worth at most 0.01. */
const scales = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2999 }), fc.integer({ min: 1, max: 699 })), {
    maxLength: 18,
    selector: ([score]) => score,
  })
  .map((inner): Scale => {
    const knots: [number, number][] = [[0, 0]];
    for (const [score, level] of inner.sort(([a], [b]) => a - b)) {
      const [x, y] = knots.at(-1) ?? [0, 0];
      if (level > y && level - y <= score - x) knots.push([score, level]);
    }
    const [x, y] = knots.at(-1) ?? [0, 0];
    knots.push([3000, Math.max(y + 1, Math.min(700, y + 3000 - x))]);
    return knots.map(([score, level]) => [score, level / 100]);
  });

test('scores have the levels of the reference, and levels its scores', () => {
  assert.deepEqual(
    LEVELS.map(([score]) => [score, levelOf(score, DEFAULT_SCALE)]),
    LEVELS,
  );
  assert.deepEqual(
    POINTS.map(([level]) => [level, pointsOfLevel(level, DEFAULT_SCALE)]),
    POINTS,
  );
});

test('a score or a level beyond the scale is an error', () => {
  const wanted = new RangeError('beyond the scale');
  assert.throws(() => levelOf(3001, DEFAULT_SCALE), wanted);
  assert.throws(() => pointsOfLevel(7.01, DEFAULT_SCALE), wanted);
});

test('on every scale, levels never fall with the score, and a level that becomes points is the same level again', () => {
  const property = fc.property(scales, fc.nat(2999), fc.nat(700), (scale, score, hundredths) => {
    assert.ok(levelOf(score, scale) <= levelOf(score + 1, scale));
    const level = Math.min(hundredths / 100, scale.at(-1)?.[1] ?? 7);
    assert.equal(levelOf(pointsOfLevel(level, scale), scale), level);
  });
  fc.assert(property, { numRuns: 2000 });
});
