/** Score histories worked by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL, scoreOfShown } from '@bandeja/rating';
import fc from 'fast-check';
import { type Interval, intervalOf, intervals, pointsOf, scoreBefore, summaryOf } from '../../src/progress/points.ts';
import type { RatedStepRow } from '../../src/progress/store.ts';

/** The summary of the points of these matches. */
const summary = (matches: readonly RatedStepRow[], interval: Interval) =>
  summaryOf(pointsOf(matches, interval), scoreBefore(matches) ?? assert.fail());

/** The shown strength of a score. */
const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS - MODEL.K * MODEL.S_NEW;

/** A match as a scorer would note it: when, the score before and after, whose. */
function aStep(at: string, before: number | null, after: number, isOwn = true): RatedStepRow {
  return {
    match_id: `match of ${at}`,
    played_at: Date.parse(at),
    is_own: isOwn,
    shown_before: before === null ? null : shownOf(before),
    shown_after: shownOf(after),
    variance_after: 1,
    matches_played: 5,
  };
}

/** Newest first: a Sunday and a Monday that belong to different weeks, and a second match on the Monday. */
const steps = [
  aStep('2026-05-04T21:00:00.000Z', 1540, 1525),
  aStep('2026-05-04T19:00:00.000Z', 1520, 1540, false),
  aStep('2026-05-03T23:59:59.999Z', 1533, 1520),
  aStep('2026-04-27T00:00:00.000Z', null, 1533),
];

describe('The points of a score history', () => {
  it('the points are the matches, oldest first, without the ids of other partners’ matches', () => {
    const points = pointsOf(steps, 'match');
    assert.deepEqual(
      points.map((point) => [point.at, point.match_id, point.service_score, point.delta]),
      [
        ['2026-04-27T00:00:00.000Z', 'match of 2026-04-27T00:00:00.000Z', 1533, 33],
        ['2026-05-03T23:59:59.999Z', 'match of 2026-05-03T23:59:59.999Z', 1520, -13],
        ['2026-05-04T19:00:00.000Z', null, 1540, 20],
        ['2026-05-04T21:00:00.000Z', 'match of 2026-05-04T21:00:00.000Z', 1525, -15],
      ],
    );
    assert.deepEqual([points[0]?.uncertainty, points[0]?.confidence_level], [120, 'medium']);
  });

  it('a daily point is at the day’s last match, with the sum of its changes', () => {
    assert.deepEqual(
      pointsOf(steps, 'day').map((point) => [point.at, point.match_id, point.service_score, point.delta]),
      [
        ['2026-04-27T00:00:00.000Z', null, 1533, 33],
        ['2026-05-03T23:59:59.999Z', null, 1520, -13],
        ['2026-05-04T21:00:00.000Z', null, 1525, 5],
      ],
    );
  });

  it('weekly points use weeks that start on Monday, in UTC', () => {
    assert.deepEqual(
      pointsOf(steps, 'week').map((point) => [point.at, point.service_score, point.delta]),
      [
        ['2026-05-03T23:59:59.999Z', 1520, 20],
        ['2026-05-04T21:00:00.000Z', 1525, 5],
      ],
    );
  });

  it('the interval of a point equals that of a calendar', () => {
    const anInstant = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anInstant, (date) => {
        const step = { played_at: date.getTime(), match_id: 'm' };
        const midnight = new Date(date);
        midnight.setUTCHours(0, 0, 0, 0);
        assert.equal(intervalOf(step, 'day'), midnight.getTime());
        while (midnight.getUTCDay() !== 1) midnight.setUTCDate(midnight.getUTCDate() - 1);
        assert.equal(intervalOf(step, 'week'), midnight.getTime());
      }),
    );
  });
});

describe('The summary of a score history', () => {
  it('the summary covers the shown points', () => {
    assert.deepEqual(summary(steps, 'match'), {
      first: 1500,
      current: 1525,
      peak: 1540,
      lowest: 1520,
      change: 25,
    });
    assert.deepEqual(summary(steps.slice(0, 2), 'match'), {
      first: 1520,
      current: 1525,
      peak: 1540,
      lowest: 1525,
      change: 5,
    });
  });

  it('the summary without points is the current score', () => {
    assert.equal(scoreBefore([]), null);
    assert.deepEqual(summaryOf([], 1612), { first: 1612, current: 1612, peak: 1612, lowest: 1612, change: 0 });
  });

  it('the summary starts before the oldest match, even while a late match of that day is provisional', () => {
    const settling = [
      aStep('2026-05-04T21:00:00.000Z', 1500, 1520),
      // The late one.
      aStep('2026-05-04T19:00:00.000Z', 1540, 1533),
    ];
    for (const interval of intervals) {
      const { first, current, change } = summary(settling, interval);
      assert.deepEqual([first, current, change], [1540, 1520, -20], interval);
    }
  });

  it('the summary of the same matches is equal for every interval', () => {
    const aHistory = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3000 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(aHistory, fc.constantFrom<Interval>(...intervals), (entries, interval) => {
        const inOrder = entries.map(([day]) => day).sort((a, b) => a - b);
        const newestFirst = entries
          .map(([, after], index) => {
            const before = index === 0 ? null : (entries[index - 1]?.[1] ?? null);
            const at = new Date(Date.UTC(2026, 0, 1 + (inOrder[index] ?? 0), 12, 0, index)).toISOString();
            return aStep(at, before, after);
          })
          .reverse();
        const { first, current, change } = summary(newestFirst, interval);
        assert.equal(first, MODEL.ZERO);
        assert.equal(current, scoreOfShown(shownOf(entries.at(-1)?.[1] ?? 0)));
        assert.equal(
          change,
          pointsOf(newestFirst, interval).reduce((sum, point) => sum + point.delta, 0),
        );
      }),
    );
  });
});

describe('The points of any score history', () => {
  it('daily and weekly points equal a simple walk over days or weeks', () => {
    const anEntry = fc.record({
      day: fc.integer({ min: 0, max: 40 }),
      score: fc.integer({ min: 0, max: 3000 }),
      isOwn: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anEntry), fc.constantFrom('day', 'week'), (entries, interval) => {
        const inOrder = entries.toSorted((a, b) => a.day - b.day);
        const history = inOrder.map(({ day, score, isOwn }, index) =>
          aStep(
            new Date(Date.UTC(2026, 0, 1 + day, 12, 0, index)).toISOString(),
            inOrder[index - 1]?.score ?? null,
            score,
            isOwn,
          ),
        );
        const slow = [];
        // 2025-12-29 was a Monday; seven weeks of seven days reach over all entries.
        const length = interval === 'day' ? 1 : 7;
        for (let day = 0; day < 49; day += length) {
          const from = Date.UTC(2025, 11, 29 + day);
          const until = Date.UTC(2025, 11, 29 + day + length);
          const inside = history.filter((step) => step.played_at >= from && step.played_at < until);
          const [first, last] = [inside[0], inside.at(-1)];
          if (first === undefined || last === undefined) continue;
          const before = first.shown_before === null ? 1500 : scoreOfShown(first.shown_before);
          const after = scoreOfShown(last.shown_after);
          slow.push([new Date(last.played_at).toISOString(), null, after, after - before]);
        }
        assert.deepEqual(
          pointsOf(history.toReversed(), interval as Interval).map((point) => [
            point.at,
            point.match_id,
            point.service_score,
            point.delta,
          ]),
          slow,
        );
      }),
    );
  });
});
