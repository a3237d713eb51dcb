import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MODEL } from '@bandeja/rating';
import { ratingSummaryOf } from '../../src/insights/facts.ts';
import type { PlayerRow } from '../../src/players/store.ts';
import { DAY_MS } from '../analysis/nights.ts';

const NOW = Date.UTC(2026, 5, 1);
const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS;
const player = {
  mean: 0,
  variance: 0.5,
  shown: shownOf(1580),
  last_played_at: NOW - 3 * DAY_MS,
  matches_played: 2,
} as PlayerRow;

test('the summary of a rating counts whole days since the newest rated match', () => {
  const recent = { matches: 3, change: 92 };
  const summary = ratingSummaryOf(player, recent, NOW);
  assert.deepEqual(summary.recent, recent);
  assert.deepEqual([summary.daysSinceLastMatch, summary.matchesPlayed], [3, 2]);
});
