import { Match, type MatchView, type ParticipantView } from '@bandeja/contract/matches';
import { type Column, column, columnsOf, NO_COLUMNS, type OwnColumns } from '../http/csv/columns.ts';

const seats = (['A', 'B'] as const).flatMap((team) => [0, 1].map((place) => ({ team, place })));

/** `team` is in the name of the column, and `won` follows from `winning_team`. */
const participantColumns = columnsOf(Match.properties.participants.items).filter(
  ({ name }) => name !== 'team' && name !== 'won',
);

/** The columns `team_a_1.username` … by team, and in a team in the order sent: `bandeja import` reads them. */
const seatColumns: readonly Column[] = seats.flatMap(({ team, place }) =>
  participantColumns.map(({ name, read }) =>
    column(`team_${team.toLowerCase()}_${place + 1}.${name}`, (participants: readonly ParticipantView[]) =>
      read(participants.filter((one) => one.team === team)[place]),
    ),
  ),
);

/** `6–4 3–6`, team A first. A hyphen would not do: Excel takes `6-4` for a day. */
const scoreText = (sets: MatchView['set_scores']): string =>
  sets.map(({ team_a_games, team_b_games }) => `${team_a_games}–${team_b_games}`).join(' ');

/** Of a match in a list. The order of games and the answers of the players are only in the JSON. */
export const matchColumns: OwnColumns = {
  participants: seatColumns,
  set_scores: [column('set_scores', scoreText)],
  'confirmation.answers': NO_COLUMNS,
};
