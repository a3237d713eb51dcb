/**
 * The complete example bodies of the documentation. The service accepts them if their players are registered. On the demo,
 * they are.
 */

const participants = [
  { username: 'ines.carvalho', team: 'A', court_position: 'left' },
  { username: 'tiago_m', team: 'A', court_position: 'right' },
  { username: 'lucia.v', team: 'B', court_position: 'left' },
  { username: 'marcosroig', team: 'B', court_position: 'right' },
];

const session = { competition_type: 'social', venue_label: 'Club Norte', session_external_ref: 'night-42' };

export const exampleSubmission = {
  external_ref: 'night-42-m7',
  played_at: '2026-05-01T19:10:00Z',
  winning_team: 'A',
  trust_tier: 'partner_attested',
  participants,
  set_scores: [
    {
      set_number: 1,
      team_a_games: 6,
      team_b_games: 4,
      game_winners: ['A', 'B', 'A', 'A', 'B', 'A', 'B', 'A', 'B', 'A'],
      first_server_team: 'A',
    },
    {
      set_number: 2,
      team_a_games: 6,
      team_b_games: 3,
      game_winners: ['A', 'A', 'B', 'A', 'B', 'A', 'A', 'B', 'A'],
      first_server_team: 'A',
    },
  ],
  outcome: 'played',
  scoring: 'games',
  duration_minutes: 55,
  ...session,
};

/** Two matches of a night with rotating pairs, with only the required fields. */
export const exampleBatch = {
  ...session,
  matches: [
    {
      external_ref: 'night-42-m8',
      played_at: '2026-05-01T20:00:00Z',
      winning_team: 'B',
      trust_tier: 'partner_attested',
      participants: [
        { username: 'ines.carvalho', team: 'A' },
        { username: 'lucia.v', team: 'A' },
        { username: 'tiago_m', team: 'B' },
        { username: 'marcosroig', team: 'B' },
      ],
      set_scores: [
        { set_number: 1, team_a_games: 4, team_b_games: 6 },
        { set_number: 2, team_a_games: 6, team_b_games: 7 },
      ],
    },
    {
      external_ref: 'night-42-m9',
      played_at: '2026-05-01T20:40:00Z',
      winning_team: 'A',
      trust_tier: 'partner_attested',
      participants: [
        { username: 'ines.carvalho', team: 'A' },
        { username: 'marcosroig', team: 'A' },
        { username: 'tiago_m', team: 'B' },
        { username: 'lucia.v', team: 'B' },
      ],
      set_scores: [{ set_number: 1, team_a_games: 9, team_b_games: 7 }],
    },
  ],
};

/** Corrects a scoreline that was entered with the teams swapped, and the winner. */
export const exampleAmendment = {
  revision: 1,
  winning_team: 'B',
  set_scores: [
    { set_number: 1, team_a_games: 4, team_b_games: 6 },
    { set_number: 2, team_a_games: 3, team_b_games: 6 },
  ],
};

/** A preview of the next match between the same four players. */
export const examplePreview = {
  played_at: '2026-05-08T19:10:00Z',
  trust_tier: 'partner_attested',
  participants,
  set_scores: [
    { set_number: 1, team_a_games: 6, team_b_games: 4 },
    { set_number: 2, team_a_games: 6, team_b_games: 3 },
  ],
  competition_type: 'league',
};
