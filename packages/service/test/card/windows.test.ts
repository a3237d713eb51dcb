import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL } from '@bandeja/rating';
import { windowsOf } from '../../src/card/card.ts';
import { scoreWindow } from '../../src/played/played-match.ts';

const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS;

/** A window as counted in the database. Null before it means a newcomer at 1500; null after it, that no match was rated. */
const counted = (matches: number, wins: number, before: number | null, after: number | null, draws = 0) =>
  scoreWindow({
    matches,
    wins,
    draws,
    shown_before: before === null ? null : shownOf(before),
    shown_after: after === null ? null : shownOf(after),
  });

describe('The windows of a card', () => {
  it('the windows show counts, rates and the change of the score', () => {
    assert.deepEqual(windowsOf([counted(3, 2, 1520, 1544), counted(4, 2, 1533, 1544, 1), counted(5, 2, null, 1544)]), {
      '7d': { matches: 3, wins: 2, draws: 0, losses: 1, win_rate: 0.6667, service_score_change: 24 },
      '30d': { matches: 4, wins: 2, draws: 1, losses: 1, win_rate: 0.6667, service_score_change: 11 },
      '90d': { matches: 5, wins: 2, draws: 0, losses: 3, win_rate: 0.4, service_score_change: 44 },
    });
  });

  it('a window without matches has no rate, and one without rated matches no change', () => {
    const none = { matches: 0, wins: 0, draws: 0, losses: 0, win_rate: null, service_score_change: 0 };
    const drawn = { ...none, matches: 1, draws: 1 };
    const [empty, unrated] = [counted(0, 0, null, null), counted(1, 0, null, null, 1)];
    assert.deepEqual(windowsOf([empty, empty, unrated]), { '7d': none, '30d': none, '90d': drawn });
  });
});
