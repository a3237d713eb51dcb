import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { windowsOf } from '../../src/card/card.ts';
import { aMatch, DAY_MS } from '../analysis/nights.ts';

const NOW = Date.parse('2026-05-31T12:00:00Z');

/** A match some days ago that moved the score between two values. Null means a newcomer at 1500. */
const played = (days: number, won: boolean, before: number | null, after: number | null) =>
  aMatch({ won: won ? 'A' : 'B', moved: [before, after] }, { played_at: NOW - days * DAY_MS });

describe('The windows of a card', () => {
  it('windows count their matches and add up the changes of rated ones', () => {
    const matches = [
      played(1, true, 1529, 1544),
      played(2, false, 1533, 1529),
      played(3, true, 1520, 1533),
      played(8, false, 1533, null),
      played(31, false, null, 1480),
    ];
    assert.deepEqual(windowsOf(matches, NOW), {
      '7d': { matches: 3, wins: 2, draws: 0, losses: 1, win_rate: 0.6667, service_score_change: 24 },
      '30d': { matches: 4, wins: 2, draws: 0, losses: 2, win_rate: 0.5, service_score_change: 24 },
      // A newcomer began at 1500.
      '90d': { matches: 5, wins: 2, draws: 0, losses: 3, win_rate: 0.4, service_score_change: 4 },
    });
  });

  it('a window without matches has no rate', () => {
    const none = { matches: 0, wins: 0, draws: 0, losses: 0, win_rate: null, service_score_change: 0 };
    assert.deepEqual(windowsOf([], NOW), { '7d': none, '30d': none, '90d': none });
  });

  it('windows start exactly 7, 30 and 90 days ago, inclusive, and end now', () => {
    for (const [name, days] of [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
    ] as const) {
      const at = (ms: number) => aMatch({}, { played_at: NOW - days * DAY_MS + ms });
      assert.equal(windowsOf([at(1), at(0), at(-1)], NOW)[name].matches, 2, name);
    }
    const now = (ms: number) => aMatch({}, { played_at: NOW + ms });
    assert.equal(windowsOf([now(1), now(0)], NOW)['7d'].matches, 1);
  });

  it('windows add up the changes in the matches, even while they are not consecutive', () => {
    // A late match, applied to the current score, precedes one that was rated without it.
    const settling = [played(1, true, 1500, 1520), played(2, false, 1520, 1511)];
    assert.equal(windowsOf(settling, NOW)['7d'].service_score_change, 11);
  });
});
