/** The sides of a match: the same match may be written with either team as A. */
import { type JsonObject, listOf, objectOf } from './json-value.ts';
import type { ReadyRow } from './rows.ts';

/** Anything but a side is not changed. */
export function otherSide(team: unknown): unknown {
  return team === 'A' ? 'B' : team === 'B' ? 'A' : team;
}

/** The row with its sides swapped. Players and sets keep their places, by which the service names them. */
export function turnedRow(row: ReadyRow): ReadyRow {
  return { ...row, submission: turned(row.submission) };
}

/** A submission with its sides swapped. */
export function turned<T extends object>(submission: T): T {
  const { participants, winning_team, set_scores } = submission as JsonObject;
  return {
    ...submission,
    participants: listOf(participants).map((one) => ({ ...objectOf(one), team: otherSide(objectOf(one)['team']) })),
    ...(winning_team === undefined ? {} : { winning_team: otherSide(winning_team) }),
    ...(Array.isArray(set_scores) ? { set_scores: set_scores.map(turnedSet) } : {}),
  };
}

function turnedSet(set: unknown): JsonObject {
  const { team_a_games, team_b_games, first_server_team: server, game_winners: winners, ...others } = objectOf(set);
  return {
    ...others,
    team_a_games: team_b_games,
    team_b_games: team_a_games,
    ...(server === undefined ? {} : { first_server_team: otherSide(server) }),
    ...(winners === undefined ? {} : { game_winners: Array.isArray(winners) ? winners.map(otherSide) : winners }),
  };
}
