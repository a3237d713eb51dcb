/** A whole night, written out as a scorer would. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SessionMatchRow } from '../../src/sessions/store.ts';
import { aNote, idOf, nameOf, playedAt, recapOf } from './night.ts';

const recap = (...matches: readonly SessionMatchRow[]) => recapOf(matches, 1);
describe('The recap of a night of six', () => {
  const social = { competition_type: 'social', venue_label: 'Club Norte' } as const;
  const night = recap(
    aNote(
      1,
      { players: 'ana bea cruz dani', won: 'A', sets: '6-4 7-5', deltas: [40, 38, -41, -37] },
      { ...social, duration_minutes: 60 },
    ),
    aNote(
      2,
      { players: 'eva fran ana cruz', won: 'B', sets: '1-6 2-6', deltas: [-30, -31, 25, 24] },
      { ...social, duration_minutes: 40.5 },
    ),
    aNote(
      3,
      { players: 'bea dani eva fran', won: 'B', sets: '6-4 3-6 10-12', deltas: [-12, -11, 15, 14] },
      { duration_minutes: 75 },
    ),
    aNote(4, { players: 'ana dani bea cruz', won: 'A' }, { outcome: 'walkover', duration_minutes: 5 }),
    aNote(5, { players: 'ana eva bea fran', won: 'B', sets: '5-2', deltas: [-8, -9, 10, 11] }, { outcome: 'retired' }),
    aNote(6, { players: 'cruz dani eva fran', won: 'A', sets: '6-0' }, { status: 'pending' }),
    aNote(7, { players: 'cruz dani eva fran', won: 'A', sets: '6-0' }, { status: 'voided', venue_label: 'Elsewhere' }),
  );

  test('counts its matches by status and names everybody who played', () => {
    assert.deepEqual(night.matches, { completed: 5, pending: 1, voided: 1 });
    assert.equal(night.unique_players.count, 6);
    assert.deepEqual(night.unique_players.players, ['ana', 'bea', 'cruz', 'dani', 'eva', 'fran'].map(nameOf));
  });

  test('runs from the first to the last completed match, in what was sent most often', () => {
    assert.deepEqual([night.started_at, night.ended_at], [playedAt(1), playedAt(5)]);
    assert.deepEqual([night.venue_label, night.competition_type], ['Club Norte', 'social']);
  });

  test('averages the three durations of matches that were played', () => {
    assert.deepEqual([night.average_duration_minutes, night.duration_sample], [58.5, 3]);
  });

  test('ranks by wins, then win rate, then games difference', () => {
    // Played, won, lost; sets; games: counted by hand from the notes above. The tie-break of match 3 is one game.
    const wanted = [
      ['ana', 1, 4, 3, 1, [5, 0], [30, 14], 57],
      ['fran', 2, 3, 2, 1, [2, 4], [16, 26], -6],
      ['bea', 3, 4, 2, 2, [3, 3], [24, 25], 36],
      ['cruz', 4, 3, 1, 2, [2, 2], [21, 16], -17],
      ['eva', 5, 3, 1, 2, [3, 3], [19, 23], -24],
      ['dani', 6, 3, 1, 2, [1, 4], [18, 24], -48],
    ];
    assert.deepEqual(
      night.leaderboard.map((row) => [
        row.username,
        row.rank,
        row.played,
        row.wins,
        row.losses,
        [row.sets_won, row.sets_lost],
        [row.games_won, row.games_lost],
        row.service_score_change,
      ]),
      wanted,
    );
    assert.deepEqual(night.leaderboard[0], {
      rank: 1,
      ...nameOf('ana'),
      average: 10,
      first_session: true,
      note: {
        code: 'first_session',
        text: 'First session: placed at 1492 after 3 matches. Each result counts for a lot at first, and for less later.',
        values: { service_score: 1492, matches: 3 },
      },
      played: 4,
      wins: 3,
      draws: 0,
      losses: 1,
      win_rate: 0.75,
      expected_wins: 1.5,
      sets_won: 5,
      sets_lost: 0,
      games_won: 30,
      games_lost: 14,
      games_difference: 16,
      service_score_change: 57,
      confidence_level: 'provisional',
    });
  });

  test('lists no pair, since none played three matches together', () => assert.deepEqual(night.pairs, []));

  test('sets the closest match beside the most lopsided one', () => {
    // Losers’ games of all games: 9 of 22, 3 of 15, 9 of 20 (a tie-break is one game). Walkover and retirement do not compete.
    assert.deepEqual(night.scorelines, {
      closest: {
        match_id: idOf(3),
        played_at: playedAt(3),
        winning_team: 'B',
        set_scores: '4-6 6-3 12-10',
        games_share_loser: 0.45,
        players: { A: [nameOf('bea'), nameOf('dani')], B: [nameOf('eva'), nameOf('fran')] },
      },
      most_lopsided: {
        match_id: idOf(2),
        played_at: playedAt(2),
        winning_team: 'B',
        set_scores: '6-1 6-2',
        games_share_loser: 0.2,
        players: { A: [nameOf('eva'), nameOf('fran')], B: [nameOf('ana'), nameOf('cruz')] },
      },
      close_matches: 1,
      lopsided_matches: 1,
    });
  });
});
