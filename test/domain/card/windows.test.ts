import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreMoveWindowOf, windowStarts, windowsOf } from '../../../src/domain/card/windows.ts';
import { MODEL } from '../../../src/rating/index.ts';
import type { WindowRow } from '../../../src/store/analysis/windows.ts';

const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS - MODEL.K * MODEL.S_NEW;

const step = (before: number | null, after: number): [number | null, number] => [
  before === null ? null : shownOf(before),
  shownOf(after),
];

const nothing: WindowRow = { matches: 0, wins: 0, played_to_the_end: 0, steps: [] };
const seven = { ...nothing, matches: 3, wins: 2, steps: [step(1520, 1533), step(1533, 1529), step(1529, 1544)] };
const thirty = { ...nothing, matches: 3, steps: [step(null, 1480), step(1480, 1473), step(1473, 1466)] };

describe('the windows of a card', () => {
  it('begin 7, 30 and 90 days ago', () => {
    const now = Date.parse('2026-05-31T12:00:00Z');
    assert.deepEqual(
      windowStarts(now).map((ms) => new Date(ms).toISOString()),
      ['2026-05-24T12:00:00.000Z', '2026-05-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    );
  });

  it('count, and tell the change over their rated matches', () => {
    assert.deepEqual(windowsOf([seven, thirty, nothing]), {
      '7d': { matches: 3, wins: 2, losses: 1, win_rate: 0.6667, service_score_change: 24 },
      // A newcomer began at 1500.
      '30d': { matches: 3, wins: 0, losses: 3, win_rate: 0, service_score_change: -34 },
      '90d': { matches: 0, wins: 0, losses: 0, win_rate: null, service_score_change: 0 },
    });
  });

  it('add up the changes that the matches show, also while these do not follow each other', () => {
    // A late match, applied to the present score, stands before one that was rated without it.
    const settling = { ...nothing, matches: 2, steps: [step(1520, 1511), step(1500, 1520)] };
    assert.equal(windowsOf([settling, thirty, nothing])['7d'].service_score_change, 11);
  });

  it('are one for each of their beginnings', () => {
    assert.throws(() => windowsOf([seven]), /a row for each/);
    assert.equal(scoreMoveWindowOf([seven, thirty, nothing]), thirty);
  });
});
