import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analysisInputOf } from '../../../src/domain/analysis/index.ts';
import { MODEL } from '../../../src/rating/index.ts';
import type { PlayerRow } from '../../../src/store/players/players.ts';

const NOW = Date.UTC(2026, 5, 1);
const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS - MODEL.K * MODEL.S_NEW;

test('The move of the score is what the matches of the window show, also while one of them waits to be rated', () => {
  const player = {
    mean: 0,
    variance: 0.5,
    shown: shownOf(1580),
    last_played_at: NOW,
    matches_played: 2,
  } as PlayerRow;
  const lately = {
    matches: 3,
    wins: 3,
    played_to_the_end: 3,
    // The one that waits is the oldest, and applied to the present score.
    steps: [
      [shownOf(1580), shownOf(1592)],
      [null, shownOf(1550)],
      [shownOf(1550), shownOf(1580)],
    ] as const,
    oldest_at: NOW,
  };
  const { standing } = analysisInputOf({ player, matches: [], calibration: null }, lately, NOW);
  assert.deepEqual(standing.lately, { matches: 3, change: 92 });
});
