/** Score histories worked by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL } from '@bandeja/rating';
import { pointOf, summaryOf } from '../../src/progress/points.ts';

/** The shown strength of a score. */
const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS;

/** A match as a scorer would note it: when, and the score before and after. */
const aPoint = (at: string, before: number | null, after: number) =>
  pointOf({
    cause: 'match',
    at: Date.parse(at),
    match_id: `match of ${at}`,
    shown_before: before === null ? null : shownOf(before),
    shown_after: shownOf(after),
    variance_after: 1,
    matches_played: 5,
    last_played_at: Date.parse(at),
    entered_at: Date.parse(at),
  });

const points = [
  aPoint('2026-05-03T23:59:59.999Z', null, 1520),
  aPoint('2026-05-04T19:00:00.000Z', 1520, 1540),
  aPoint('2026-05-04T21:00:00.000Z', 1540, 1525),
];

describe('A score history', () => {
  it('a point has the score after the match and its change', () => {
    assert.deepEqual(points[0], {
      at: '2026-05-03T23:59:59.999Z',
      match_id: 'match of 2026-05-03T23:59:59.999Z',
      cause: 'match',
      service_score: 1520,
      // A newcomer began at 1500.
      delta: 20,
      uncertainty: 120,
      confidence_level: 'medium',
    });
    assert.equal(points[2]?.delta, -15);
  });

  it('the summary covers the shown points', () => {
    assert.deepEqual(summaryOf(points, 1500), { first: 1500, current: 1525, peak: 1540, lowest: 1520, change: 25 });
    assert.deepEqual(summaryOf(points.slice(1), 1520), {
      first: 1520,
      current: 1525,
      peak: 1540,
      lowest: 1525,
      change: 5,
    });
  });

  it('the summary without points is the current score', () => {
    assert.deepEqual(summaryOf([], 1612), { first: 1612, current: 1612, peak: 1612, lowest: 1612, change: 0 });
  });
});
