/** The rules of a recap, one by one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SessionMatchRow } from '../../src/sessions/store.ts';
import { aNote, idOf, known, type Note, recapOf } from './night.ts';

const recap = (...matches: readonly SessionMatchRow[]) => recapOf(matches, 1);
/** A match of the usual four. */
const plain = (place: number, note: Partial<Note> = {}, columns: Partial<SessionMatchRow> = {}): SessionMatchRow =>
  aNote(place, { players: 'ana bea cruz dani', won: 'A', ...note }, columns);

describe('A leaderboard', () => {
  test('counts a third set of ten as one game, unless the scoreline was sent in points', () => {
    const games = (scoring: 'games' | 'points' | null) =>
      recap(plain(1, { sets: '6-4 3-6 10-8' }, { scoring })).leaderboard.map((row) => row.games_won);
    assert.deepEqual(games(null), [10, 10, 10, 10]);
    assert.deepEqual(games('games'), [10, 10, 10, 10]);
    assert.deepEqual(games('points'), [19, 19, 18, 18]);
  });

  test('compares usernames by bytes, so that a digit comes before a letter and a dot before both', () => {
    const { leaderboard } = recap(plain(1, { players: 'a_b a.b a-b a1b' }));
    assert.deepEqual(
      leaderboard.map((row) => row.username),
      ['a.b', 'a_b', 'a-b', 'a1b'],
    );
  });
});

describe('The player furthest above expectation', () => {
  const even = { ana: known(1), bea: known(1), cruz: known(1), dani: known(1) };
  const strong = { ana: known(2), bea: known(2), cruz: known(0), dani: known(0) };

  test('is shown with both numbers, and is the first of equals by username', () => {
    const { most_over_expected: most } = recap(
      plain(1, { won: 'B', before: even }),
      plain(2, { won: 'B', before: strong }),
    );
    assert.deepEqual([most?.username, most?.matches, most?.actual_wins, most?.expected_wins], ['cruz', 2, 2, 0.53]);
  });

  test('is null if no player won more than expected', () => {
    assert.equal(recap(plain(1, {})).most_over_expected, null);
  });
});

describe('Close and lopsided', () => {
  const shares = (...sets: readonly string[]) =>
    recap(...sets.map((of, index) => plain(index + 1, { sets: of, won: sideOf(of) }))).scorelines;
  const sideOf = (sets: string) =>
    (sets.split(' ')[0] ?? '')
      .split('-')
      .map(Number)
      .reduce((a, b) => a - b) > 0
      ? 'A'
      : 'B';

  test('a match is close if the losers won at least 43 % of the games', () => {
    assert.equal(shares('57-43').close_matches, 1);
    assert.equal(shares('58-43').close_matches, 0);
  });

  test('a match is lopsided if the losers won at most 25 % of the games', () => {
    assert.equal(shares('6-2').lopsided_matches, 1);
    assert.equal(shares('23-8').lopsided_matches, 0);
    assert.equal(shares('0-6').lopsided_matches, 1);
  });

  test('a draw may be the closest match, but never the most lopsided', () => {
    const drawn = plain(1, { sets: '12-12' }, { winning_team: null, scoring: 'points' });
    const { closest, most_lopsided: lopsided } = recap(drawn).scorelines;
    assert.deepEqual([closest?.set_scores, lopsided], ['12-12', null]);
  });

  test('a round in points is compared by its points', () => {
    const { most_lopsided: only, close_matches } = shares('11-13');
    assert.deepEqual([only?.set_scores, only?.games_share_loser, close_matches], ['13-11', 0.4583, 1]);
  });
});

describe('The biggest upset', () => {
  const strong = { ana: known(2), bea: known(2), cruz: known(0), dani: known(0) };
  const even = { ana: known(1), bea: known(1), cruz: known(1), dani: known(1) };

  test('is the least likely win, with its probability', () => {
    const upset = recap(
      plain(1, { won: 'A', before: strong }),
      plain(2, { won: 'B', before: { ...strong, ana: known(1) } }),
      plain(3, { won: 'B', before: strong }),
      plain(4, { won: 'B', before: { ...strong, bea: known(1.5) } }),
    ).biggest_upset;
    // Four players of sd 0.5 and two logits between the teammates’ means each: a gap of 4, with an uncertainty of
    // 1 logit²: 1 / (1 + exp(4 / sqrt(1 + π/8 × 1))).
    assert.deepEqual([upset?.match_id, upset?.winner_probability, upset?.winning_team], [idOf(3), 0.0326, 'B']);
    assert.deepEqual(
      upset?.players.B.map((player) => player.username),
      ['cruz', 'dani'],
    );
    assert.deepEqual([upset?.set_scores, upset?.games_share_loser], [null, null]);
  });

  test('uses the current steepness of the pool', () => {
    const { biggest_upset: upset } = recapOf([plain(1, { won: 'B', before: strong })], 2);
    // Twice as steep: 1 / (1 + exp(8 / sqrt(1 + π/8 × 1))).
    assert.equal(upset?.winner_probability, 0.0011);
  });

  test('is null if no pair won against the odds', () => {
    assert.equal(
      recap(plain(1, { won: 'A', before: strong }), plain(2, { won: 'A', before: even })).biggest_upset,
      null,
    );
    assert.equal(recap(plain(1, { won: 'B' }, { outcome: 'walkover' })).biggest_upset, null);
  });

  test('is the later of two equal ones', () => {
    const upset = recap(plain(1, { won: 'B', before: strong }), plain(2, { won: 'B', before: strong })).biggest_upset;
    assert.equal(upset?.match_id, idOf(2));
  });
});

describe('A session without a completed match', () => {
  test('has an empty recap', () => {
    const night = recap(plain(1, { sets: '6-0' }, { status: 'pending' }), plain(2, {}, { status: 'voided' }));
    assert.deepEqual(night, {
      session_external_ref: 'night-42',
      name: null,
      day: null,
      venue_label: null,
      competition_type: null,
      started_at: null,
      ended_at: null,
      matches: { completed: 0, pending: 1, voided: 1 },
      unique_players: { count: 0, players: [] },
      average_duration_minutes: null,
      duration_sample: 0,
      scorelines: { closest: null, most_lopsided: null, close_matches: 0, lopsided_matches: 0 },
      ranked_by: 'wins',
      rank_by: 'wins',
      rank_by_setting: null,
      leaderboard: [],
      most_over_expected: null,
      pairs: [],
      biggest_upset: null,
    });
  });
});
