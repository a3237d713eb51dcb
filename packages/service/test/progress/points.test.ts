/** Score histories worked by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL } from '@bandeja/rating';
import { inOrder, pointOf, summaryOf } from '../../src/progress/points.ts';

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
    assert.deepEqual(summaryOf(points, 1500, 1525), {
      first: 1500,
      current: 1525,
      peak: 1540,
      lowest: 1520,
      change: 25,
    });
    assert.deepEqual(summaryOf(points.slice(1), 1520, 1525), {
      first: 1520,
      current: 1525,
      peak: 1540,
      lowest: 1525,
      change: 5,
    });
  });

  it('the summary without points is the current score', () => {
    assert.deepEqual(summaryOf([], 1500, 1612), { first: 1612, current: 1612, peak: 1612, lowest: 1612, change: 0 });
  });

  it('a day begins with what came first, and ends with what led to the last score', () => {
    const at = (hour: number) => Date.parse(`2026-05-04T${String(hour).padStart(2, '0')}:00:00.000Z`);
    const row = (cause: 'match' | 'older_result', hour: number, entered: number, before: number, after: number) => ({
      cause,
      at: at(hour),
      match_id: null,
      shown_before: shownOf(before),
      shown_after: shownOf(after),
      variance_after: 1,
      matches_played: 5,
      last_played_at: at(hour),
      first_entered_at: at(entered),
      start: at(0),
    });
    // Played at 9, entered at 11; the score shifted at 10.
    const rows = [row('match', 9, 11, 1512, 1538), row('older_result', 10, 10, 1500, 1512)];
    const dayOf = (some: typeof rows) => inOrder(some, 'day', shownOf(1538)).map((one) => pointOf(one));
    assert.deepEqual(
      dayOf(rows).map(({ service_score, delta }) => [service_score, delta]),
      [[1538, 38]],
    );
    // Entered at 9: the shift came last.
    const inTurn = [row('match', 9, 9, 1500, 1526), row('older_result', 10, 10, 1526, 1538)];
    assert.deepEqual(
      dayOf(inTurn).map(({ service_score, delta }) => [service_score, delta]),
      [[1538, 38]],
    );
  });
});
