/** The rules of a recap, one by one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SessionMatchRow } from '../../src/sessions/store.ts';
import { aNote, idOf, known, type Note, recapOf } from './night.ts';

const recap = (...matches: readonly SessionMatchRow[]) => recapOf(matches, 1);
/** A match of four who play every time. */
const plain = (place: number, note: Partial<Note> = {}, columns: Partial<SessionMatchRow> = {}): SessionMatchRow =>
  aNote(place, { players: 'ana bea cruz dani', won: 'A', ...note }, columns);

describe('A leaderboard', () => {
  test('lets players share a rank who are equal in wins, win rate and games difference, and counts on after them', () => {
    const { leaderboard } = recap(plain(1, { sets: '6-4' }), plain(2, { players: 'eva fran gael hugo', sets: '6-3' }));
    assert.deepEqual(
      leaderboard.map((row) => [row.rank, row.username]),
      [
        [1, 'eva'],
        [1, 'fran'],
        [3, 'ana'],
        [3, 'bea'],
        [5, 'cruz'],
        [5, 'dani'],
        [7, 'gael'],
        [7, 'hugo'],
      ],
    );
  });

  test('sets the better win rate above more games, and more wins above a better win rate', () => {
    const { leaderboard } = recap(
      plain(1, { sets: '6-0' }),
      plain(2, { players: 'ana eva cruz fran', won: 'B', sets: '6-7' }),
      plain(3, { players: 'ana gael dani hugo', won: 'A', sets: '7-6' }),
    );
    assert.deepEqual(
      leaderboard.map((row) => [row.username, row.wins, row.win_rate]),
      [
        ['ana', 2, 0.6667],
        ['bea', 1, 1],
        ['fran', 1, 1],
        ['gael', 1, 1],
        ['cruz', 1, 0.5],
        ['eva', 0, 0],
        ['hugo', 0, 0],
        ['dani', 0, 0],
      ],
    );
  });

  test('counts a third set of ten as one game, unless the scoreline was sent in points', () => {
    const games = (scoring: 'games' | 'points' | null) =>
      recap(plain(1, { sets: '6-4 3-6 10-8' }, { scoring })).leaderboard.map((row) => row.games_won);
    assert.deepEqual(games(null), [10, 10, 10, 10]);
    assert.deepEqual(games('games'), [10, 10, 10, 10]);
    assert.deepEqual(games('points'), [19, 19, 18, 18]);
  });

  test('compares usernames byte by byte, so that a digit stands before a letter and a dot before both', () => {
    const { leaderboard } = recap(plain(1, { players: 'a_b a.b a-b a1b' }));
    assert.deepEqual(
      leaderboard.map((row) => row.username),
      ['a.b', 'a_b', 'a-b', 'a1b'],
    );
  });
});

describe('Who won most over what was expected', () => {
  const even = { ana: known(1), bea: known(1), cruz: known(1), dani: known(1) };
  const strong = { ana: known(2), bea: known(2), cruz: known(0), dani: known(0) };

  test('is told with both numbers, the first by username among equals', () => {
    const { most_over_expected: most } = recap(
      plain(1, { won: 'B', before: even }),
      plain(2, { won: 'B', before: strong }),
    );
    assert.deepEqual([most?.username, most?.matches, most?.actual_wins, most?.expected_wins], ['cruz', 2, 2, 0.53]);
  });

  test('is nobody where nobody won more than expected', () => {
    assert.equal(recap(plain(1, {})).most_over_expected, null);
  });
});

describe('Pairs', () => {
  test('of three matches together or more stand by wins, then win rate, then usernames, each by username', () => {
    const { pairs } = recap(
      plain(1, { players: 'hugo gael dani eva', won: 'A' }),
      plain(2, { players: 'gael hugo eva dani', won: 'A' }),
      plain(3, { players: 'dani eva hugo gael', won: 'A' }),
      plain(4, { players: 'bea fran cruz ana', won: 'A' }),
    );
    assert.deepEqual(
      pairs.map((pair) => [pair.players.map((player) => player.username).join(' '), pair.wins, pair.played]),
      [
        ['gael hugo', 2, 3],
        ['dani eva', 1, 3],
      ],
    );
  });
});

describe('Of durations', () => {
  test('the mean is rounded to a tenth of a minute', () => {
    const { average_duration_minutes: mean } = recap(
      ...[17, 17, 18].map((duration_minutes, index) => plain(index + 1, {}, { duration_minutes })),
    );
    assert.equal(mean, 17.3);
  });

  test('there is none where none was sent', () => {
    const { average_duration_minutes: mean, duration_sample: sample } = recap(plain(1));
    assert.deepEqual([mean, sample], [null, 0]);
  });
});

describe('What was sent most often', () => {
  const venues = (...labels: readonly (string | null)[]) =>
    recap(...labels.map((venue_label, index) => plain(index + 1, {}, { venue_label }))).venue_label;

  test('wins, also when others came later', () => assert.equal(venues('x', 'x', 'y', null), 'x'));
  test('of two that are equal is the one of the later match', () =>
    assert.equal(venues('x', 'y', 'y', 'x', null), 'x'));
  test('of three that are equal is the one of the latest match', () => assert.equal(venues('x', 'y', 'z'), 'z'));
  test('is not of a walkover, which counts in results alone', () => {
    const walkover = { outcome: 'walkover', venue_label: 'Elsewhere', competition_type: 'league' } as const;
    const { venue_label, competition_type } = recap(plain(1, {}, walkover), plain(2, {}, { venue_label: 'x' }));
    assert.deepEqual([venue_label, competition_type], ['x', null]);
  });
  test('is null when nothing was sent', () => assert.equal(venues(null, null), null));
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

  test('a match is close from 43 % of the games for the losers on', () => {
    assert.equal(shares('57-43').close_matches, 1);
    assert.equal(shares('58-43').close_matches, 0);
  });

  test('a match is lopsided up to 25 % of the games for the losers', () => {
    assert.equal(shares('6-2').lopsided_matches, 1);
    assert.equal(shares('23-8').lopsided_matches, 0);
    assert.equal(shares('0-6').lopsided_matches, 1);
  });

  test('of equal shares the later match is the closest, and the most lopsided too', () => {
    const { closest, most_lopsided: lopsided } = shares('6-4', '4-6', '12-8');
    assert.deepEqual([closest?.match_id, lopsided?.match_id], [idOf(3), idOf(3)]);
  });

  test('a draw may be the closest match, and never the most lopsided', () => {
    const drawn = plain(1, { sets: '12-12' }, { winning_team: null, scoring: 'points' });
    const { closest, most_lopsided: lopsided } = recap(drawn).scorelines;
    assert.deepEqual([closest?.set_scores, lopsided], ['12-12', null]);
  });

  test('a round of points counts its points', () => {
    const { closest, close_matches } = shares('11-13');
    assert.deepEqual([closest?.set_scores, closest?.games_share_loser, close_matches], ['13-11', 0.4583, 1]);
  });

  test('without a scored match there is neither', () => {
    const wanted = { closest: null, most_lopsided: null, close_matches: 0, lopsided_matches: 0 };
    assert.deepEqual(recap(plain(1), plain(2, { sets: '6-0' }, { outcome: 'retired' })).scorelines, wanted);
  });
});

describe('The biggest upset', () => {
  const strong = { ana: known(2), bea: known(2), cruz: known(0), dani: known(0) };
  const even = { ana: known(1), bea: known(1), cruz: known(1), dani: known(1) };

  test('is the least likely win, with the probability that the winners had', () => {
    const upset = recap(
      plain(1, { won: 'A', before: strong }),
      plain(2, { won: 'B', before: { ...strong, ana: known(1) } }),
      plain(3, { won: 'B', before: strong }),
      plain(4, { won: 'B', before: { ...strong, bea: known(1.5) } }),
    ).biggest_upset;
    // Four players of sd 0.5 and two logits between the teammates’ means each: a gap of 4, seen through an unsureness of
    // 1 logit²: 1 / (1 + exp(4 / sqrt(1 + π/8 × 1))).
    assert.deepEqual([upset?.match_id, upset?.winner_probability, upset?.winning_team], [idOf(3), 0.0326, 'B']);
    assert.deepEqual(
      upset?.players.B.map((player) => player.username),
      ['cruz', 'dani'],
    );
    assert.deepEqual([upset?.set_scores, upset?.games_share_loser], [null, null]);
  });

  test('is told with the steepness that the pool has now', () => {
    const { biggest_upset: upset } = recapOf([plain(1, { won: 'B', before: strong })], 2);
    // Twice as steep: 1 / (1 + exp(8 / sqrt(1 + π/8 × 1))).
    assert.equal(upset?.winner_probability, 0.0011);
  });

  test('is none where nobody won against the odds', () => {
    assert.equal(
      recap(plain(1, { won: 'A', before: strong }), plain(2, { won: 'A', before: even })).biggest_upset,
      null,
    );
    assert.equal(recap(plain(1, { won: 'B' }, { outcome: 'walkover' })).biggest_upset, null);
  });

  test('of equal ones is the later', () => {
    const upset = recap(plain(1, { won: 'B', before: strong }), plain(2, { won: 'B', before: strong })).biggest_upset;
    assert.equal(upset?.match_id, idOf(2));
  });
});

describe('A session without a completed match', () => {
  test('has a recap all the same, with nothing in it', () => {
    const night = recap(plain(1, { sets: '6-0' }, { status: 'pending' }), plain(2, {}, { status: 'voided' }));
    assert.deepEqual(night, {
      session_external_ref: 'night-42',
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
      leaderboard: [],
      most_over_expected: null,
      pairs: [],
      biggest_upset: null,
    });
  });
});
