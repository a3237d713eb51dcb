import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { turned } from '../src/sides.ts';

describe('a submission with its sides swapped', () => {
  const submission = {
    external_ref: 'm1',
    winning_team: 'A',
    participants: [
      { username: 'ana', team: 'A', court_position: 'left' },
      { username: 'bea', team: 'B' },
    ],
    set_scores: [
      { set_number: 1, team_a_games: 2, team_b_games: 1, first_server_team: 'B', game_winners: ['A', 'B', 'A'] },
      { set_number: 2, team_a_games: 6, team_b_games: 3 },
    ],
  };

  it('has the players, the winner, the games, their servers and winners on the other side', () => {
    assert.deepEqual(turned(submission), {
      external_ref: 'm1',
      winning_team: 'B',
      participants: [
        { username: 'ana', team: 'B', court_position: 'left' },
        { username: 'bea', team: 'A' },
      ],
      set_scores: [
        { set_number: 1, team_a_games: 1, team_b_games: 2, first_server_team: 'A', game_winners: ['B', 'A', 'B'] },
        { set_number: 2, team_a_games: 3, team_b_games: 6 },
      ],
    });
    assert.deepEqual(turned(turned(submission)), submission);
  });
});
