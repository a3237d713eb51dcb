import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MODEL } from '@bandeja/rating';
import { ratingSummaryOf, SCORE_MOVE_DAYS } from '../../src/insights/facts.ts';
import type { PlayerRow } from '../../src/players/store.ts';
import { aMatch, DAY_MS } from '../analysis/nights.ts';

const NOW = Date.UTC(2026, 5, 1);
const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS - MODEL.K * MODEL.S_NEW;
const player = {
  mean: 0,
  variance: 0.5,
  shown: shownOf(1580),
  last_played_at: NOW - 3 * DAY_MS,
  matches_played: 2,
} as PlayerRow;

test('The move of the score is what the matches of the window show, retired ones among them, also while one of them waits to be rated', () => {
  const played = (days: number, before: number | null, after: number) =>
    aMatch({ moved: [before, after] }, { played_at: NOW - days * DAY_MS });
  // The one that waits is the oldest, and applied to the present score.
  const retired = { ...played(2, null, 1550), wasPlayedToTheEnd: false };
  const matches = [played(0, 1550, 1580), retired, played(SCORE_MOVE_DAYS, 1580, 1592)];
  const outside = [played(-1, 1500, 1600), played(SCORE_MOVE_DAYS + 1, 1500, 1600)];
  const summary = ratingSummaryOf(player, [...matches, ...outside], NOW);
  assert.deepEqual(summary.recent, { matches: 3, change: 92 });
  assert.deepEqual([summary.daysSinceLastMatch, summary.matchesPlayed], [3, 2]);
});
