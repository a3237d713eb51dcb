import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCORE_MOVE_WINDOW, windowStarts, windowsOf } from '../../../src/domain/card/windows.ts';
import { MODEL } from '../../../src/rating/index.ts';
import type { WindowRow } from '../../../src/store/windows.ts';

const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS - MODEL.K * MODEL.S_NEW;

const nothing: WindowRow = {
  matches: 0,
  wins: 0,
  played_to_the_end: 0,
  rated: 0,
  shown_before: null,
  shown_after: null,
};
const seven = {
  ...nothing,
  matches: 3,
  wins: 2,
  rated: 3,
  shown_before: shownOf(1520),
  shown_after: shownOf(1544),
};
const thirty = { ...nothing, matches: 3, wins: 0, rated: 3, shown_after: shownOf(1466) };

describe('the windows of a card', () => {
  it('begin 7, 30 and 90 days ago', () => {
    const now = Date.parse('2026-05-31T12:00:00Z');
    assert.deepEqual(
      windowStarts(now).map((ms) => new Date(ms).toISOString()),
      ['2026-05-24T12:00:00.000Z', '2026-05-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    );
  });

  it('count, and tell the change from before the first rated match to after the last', () => {
    assert.deepEqual(windowsOf([seven, thirty, nothing]), {
      '7d': { matches: 3, wins: 2, losses: 1, win_rate: 0.6667, service_score_change: 24 },
      // A newcomer began at 1500.
      '30d': { matches: 3, wins: 0, losses: 3, win_rate: 0, service_score_change: -34 },
      '90d': { matches: 0, wins: 0, losses: 0, win_rate: null, service_score_change: 0 },
    });
  });

  it('are one for each of their beginnings', () => {
    assert.throws(() => windowsOf([seven]), /a row for each/);
    assert.equal(SCORE_MOVE_WINDOW, 1);
  });
});
