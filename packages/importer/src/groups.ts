/** Which faults and warnings count together. */
import type { Fault, Warning } from './message.ts';

const faultGroups = {
  cells: ['cells'],
  text: ['only_cell'],
  names: ['not_a_username'],
  external_id: ['unknown_id', 'id_of_another'],
  unclear: ['unclear_name'],
  placeholder: ['placeholder'],
  unknown_player: ['unknown_player'],
  player: ['player_missing', 'not_a_name'],
  twice: ['twice', 'one_player'],
  pair: ['not_a_pair'],
  date: [
    'no_date',
    'not_a_date',
    'invalid_date',
    'days_of_month',
    'not_in_order',
    'two_dates',
    'two_times',
    'no_zone',
    'not_a_time',
    'span_or_zone',
  ],
  no_time: ['no_time'],
  score: ['not_a_score', 'not_a_match_tie_break', 'one_side_empty'],
  score_as_date: ['score_as_date'],
  two_scores: ['scores_differ', 'games_without_score', 'games_differ'],
  winner: ['unknown_winner', 'name_of_both_teams', 'players_of_both_teams', 'side_or_team', 'winner_in_unused'],
  no_winner: ['winner_needed', 'last_set_level', 'no_result', 'level_score'],
  outcome: ['unknown_outcome', 'not_played', 'two_outcomes'],
  unused_outcome: ['unused_outcome'],
  reference: ['no_reference'],
  repeated: ['repeats_row'],
  duration: ['not_minutes'],
  item: ['not_an_object', 'nested', 'missing_columns', 'rival_columns'],
  size: ['too_large'],
  left_out: ['left_out'],
} as const;

/** Why rows are rejected, the problems of the service included. */
export type FaultGroup =
  | keyof typeof faultGroups
  | 'period'
  | 'implausible'
  | 'contradiction'
  | 'not_eligible'
  | 'player_refused'
  | 'refused';

const warningGroups = {
  unfinished_set: ['unfinished_set'],
  unusual_score: ['points_total', 'long_tie_break', 'stray_tie_break'],
  same_players_nearby: ['same_players_nearby', 'same_players_in_file'],
  stored_that_day: ['stored_that_day'],
  stored_with_another_player: ['stored_with_another_player'],
  repeated_with_another_player: ['repeated_with_another_player'],
  player_in_two_rows: ['player_in_two_rows'],
  missing_set: ['missing_set'],
  no_format: ['level_with_winner', 'many_sets', 'goes_on', 'mixed_sets'],
} as const;

export type WarningGroup = keyof typeof warningGroups;

/** Code → group. */
const inverted = <P extends string, C extends string, G extends string>(
  prefix: P,
  groups: Readonly<Record<G, readonly C[]>>,
) =>
  Object.fromEntries(
    (Object.entries(groups) as [G, readonly C[]][]).flatMap(([group, codes]) =>
      codes.map((code) => [`${prefix}.${code}`, group]),
    ),
  ) as Readonly<Record<`${P}.${C}`, G>>;

// These do not compile if a code has no group.
const groupsOfFaults: Readonly<Record<Fault['code'], FaultGroup>> = inverted('fault', faultGroups);
const groupsOfWarnings: Readonly<Record<Warning['code'], WarningGroup>> = inverted('warning', warningGroups);

export const groupOfFault = ({ code }: Pick<Fault, 'code'>): FaultGroup => groupsOfFaults[code];
export const groupOfWarning = ({ code }: Pick<Warning, 'code'>): WarningGroup => groupsOfWarnings[code];
