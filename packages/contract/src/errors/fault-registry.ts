/** A rule that a part of a body, or a query parameter, can break; the `code` of an entry of `errors[]`. */
export interface FaultDefinition {
  readonly meaning: string;
}

export const faultRegistry = {
  required: { meaning: 'The field is missing or null.' },
  unknown_field: { meaning: 'The field or parameter is not known here. Names are compared exactly, case included.' },
  wrong_type: { meaning: 'The value has the wrong JSON type; 1.5 is not an integer.' },
  out_of_range: { meaning: 'A number, a text’s length or a list’s length is out of its bounds.' },
  bad_format: {
    meaning:
      'The text does not match the required format, is a malformed username or id, or contains U+0000 or a lone surrogate. A text that people see has no visible character, or contains characters that change the direction of text.',
  },
  not_one_of: { meaning: 'The value is not one of the allowed values.' },
  repeated: { meaning: 'The query parameter is given more than once.' },
  conflicting: { meaning: 'The two parameters or fields cannot be used together.' },
  team_size: { meaning: 'A match has exactly four participants, two in team A and two in team B.' },
  duplicate_participant: { meaning: 'The same player is in the match twice.' },
  court_position_conflict: { meaning: 'Both players of a team are on the same side of the court.' },
  set_numbers: { meaning: 'Set numbers are unique and run from 1 without gaps, in any order.' },
  empty_set: { meaning: 'A set of 0–0 was not played.' },
  game_winners_mismatch: { meaning: 'The game winners do not add up to the score of the set.' },
  score_contradicts_winner: { meaning: 'The scoreline says that the other team won.' },
  played_at_in_future: { meaning: 'The match was played more than five minutes ahead of the server’s clock.' },
  batch_too_large: { meaning: 'A batch holds at most 25 matches, or 100 players.' },
  batch_empty: { meaning: 'A batch holds at least one entry.' },
  participant_not_eligible: { meaning: 'The participant is not visible to the partner, or does not exist.' },
  more: { meaning: 'More faults were found than the 100 shown; `detail` has the count, up to 100.' },
} as const satisfies Record<string, FaultDefinition>;

export type FaultCode = keyof typeof faultRegistry;
