/** The complete example bodies of night plans. The service accepts them if their players are registered, as on the demo. */

export const examplePlan = {
  format: 'americano',
  players: [
    { username: 'ines.carvalho' },
    { username: 'tiago_m' },
    { username: 'lucia.v' },
    { username: 'marcosroig', from_round: 2 },
    { username: 'carmen-ortega' },
  ],
  courts: 1,
  rounds: 5,
  scoring: 'points',
  points_per_match: 24,
  minutes_per_round: 15,
  avoid_pairs: [[1, 2]],
  courts_named: ['Pista 3'],
  venue_label: 'Club Norte',
  competition_type: 'social',
  seed: 7,
};

/** A player leaves, another one comes late. */
export const examplePlanAmendment = {
  revision: 1,
  join: [{ username: 'harriet.b', from_round: 2 }],
  leave: [{ number: 5, after_round: 3 }],
  fixed_pairs: [[1, 3]],
  avoid_pairs: [[1, 2]],
};

export const exampleRound = {
  revision: 1,
  courts: [{ court: 1, team_a: [1, 2], team_b: [3, 5] }],
};

export const exampleResult = {
  seen: null,
  players: { A: [1, 2], B: [3, 5] },
  set_scores: [{ set_number: 1, team_a_games: 15, team_b_games: 9 }],
};
