import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RankedPlayer } from '@bandeja/contract/rosters';
import { leaderboardSvg } from '../../src/pictures/leaderboard/leaderboard-picture.ts';

const NOW = Date.UTC(2026, 10, 29);

function aRanked(rank: number, previous_rank: number | null, display_name: string): RankedPlayer {
  return {
    ...{ rank, previous_rank, display_name, profile_id: `${rank}`, username: `player.${rank}`, starting_level: null },
    service_score_change: 10 - 5 * rank,
    rating: {
      ...{ service_score: 1900 - rank, level: 5, matches_played: 20, uncertainty: 70, percentile: 50 },
      ...{ confidence_level: 'medium', confidence_label: 'Medium', last_played_at: null, rating_status: 'settled' },
    },
  };
}

const textOf = (
  ranked: readonly RankedPlayer[],
  language: 'en' | 'es' | 'pt' = 'en',
  players = ranked.length,
): string[] =>
  [
    ...leaderboardSvg({ ranked, players, days: 30, now: NOW }, { theme: 'light', language }).matchAll(
      /<text[^>]*>(.*?)<\/text>/g,
    ),
  ].map(([, words]) => (words ?? '').replace(/[\u2068\u2069]/g, ''));

describe('the picture of a ranking', () => {
  it('shows scores, changes and moves, in the language of the reader', () => {
    const ranked = [aRanked(1, 3, 'Ana'), aRanked(2, 2, 'Bea'), aRanked(3, 1, 'Cruz'), aRanked(4, null, 'Dora')];
    const words = textOf(ranked);
    for (const line of [
      'Club ranking',
      '29 Nov 2026',
      'Score · change over 30 days',
      'Ana · up 2',
      'Bea',
      'Cruz · down 2',
    ])
      assert.ok(words.includes(line), `${line} in ${words.join(' | ')}`);
    for (const line of ['1899 · +5', '1898 · 0', '1897 · −5', 'Dora · new']) assert.ok(words.includes(line), line);
    assert.ok(textOf(ranked, 'es').includes('Ana · sube 2'));
    assert.ok(textOf(ranked, 'pt').includes('Cruz · desce 2'));
  });

  it('calls no player new if the club had no ranking before', () => {
    assert.ok(textOf([aRanked(1, null, 'Ana'), aRanked(2, null, 'Bea')]).includes('Ana'));
  });

  it('says how many more players are ranked', () => {
    const ranked = [aRanked(1, 1, 'Ana'), aRanked(2, 2, 'Bea')];
    assert.ok(textOf(ranked, 'en', 7).includes('and 5 more'));
    assert.ok(textOf(ranked).every((words) => !words.includes('more')));
  });

  it('says so if no player is ranked', () => {
    assert.ok(textOf([]).includes('No player is ranked yet.'));
  });
});
