/** A rule that a part of a body, or a query parameter, can break; the `code` of an entry of `errors[]`. */
export interface FaultDefinition {
  readonly meaning: string;
}

export const faultRegistry = {
  required: { meaning: 'The field is missing or null.' },
  unknown_field: { meaning: 'The field or parameter is unknown. Names are case-sensitive.' },
  wrong_type: { meaning: 'The value has the wrong JSON type; 1.5 is not an integer.' },
  out_of_range: { meaning: 'A number, or the length of a text or a list, is out of bounds.' },
  bad_format: {
    meaning:
      'The text does not have the required format, or is a malformed username or id. Or it contains U+0000 or a lone surrogate. Text that people see is also refused if it has no visible character, or has characters that change the direction of text.',
  },
  not_one_of: { meaning: 'The value is not one of the allowed values.' },
  repeated: { meaning: 'The query parameter is given more than once.' },
  conflicting: { meaning: 'The two parameters or fields cannot be used together.' },
  team_size: { meaning: 'The match does not have exactly four participants, two in team A and two in team B.' },
  duplicate_participant: { meaning: 'The same player is in the match twice.' },
  court_position_conflict: { meaning: 'Both players of a team are on the same side of the court.' },
  set_numbers: {
    meaning: 'The set numbers are not unique, or do not run from 1 without gaps. Their order does not matter.',
  },
  empty_set: { meaning: 'The score of a set is 0–0, so the set was not played.' },
  game_winners_mismatch: { meaning: 'The game winners do not add up to the score of the set.' },
  score_contradicts_winner: { meaning: 'According to the scoreline, the other team won.' },
  implausible_score: {
    meaning: 'No format of padel has such a set, or the sets do not fit together as games or as points.',
  },
  played_at_in_future: { meaning: 'The time of the match is more than five minutes ahead of the server’s clock.' },
  pair_conflict: {
    meaning:
      'A pair is both fixed and avoided or has one player twice, or a player is in two fixed pairs or, in a night of teams, in none.',
  },
  not_enough_players: { meaning: 'Fewer than four players can play in a round.' },
  batch_too_large: { meaning: 'The batch has more than 25 matches, or more than 100 players.' },
  batch_empty: { meaning: 'The batch has no entries.' },
  duplicate_line: { meaning: 'Two rows of the batch have the same `line`.' },
  duplicate_key: { meaning: 'Two players of the batch have the same `key`.' },
  unknown_player_key: {
    meaning: 'The row names a player by a key that neither its batch nor a stored row of the import has.',
  },
  player_refused: { meaning: 'The row names a player of the batch who was refused.' },
  participant_not_eligible: { meaning: 'The participant is not visible to the partner, or does not exist.' },
  more: {
    meaning: 'There are more than 100 faults. `detail` has the number of those that are not shown, counted up to 100.',
  },
} as const satisfies Record<string, FaultDefinition>;

export type FaultCode = keyof typeof faultRegistry;
