import { type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';

export const playerMatches = table('player_matches', { player_id: uuid, played_at: timestamptz, match_id: uuid });

/** A place in the history of a player. */
export interface PlayerPlace extends RowOf<typeof playerMatches> {}

/** Selects the rows of `player_matches` of the completed ones of these matches. @param source a table or a query with a name */
export const historyRows = (source: string): string => `select player_id, m.played_at, m.id,
    result_of(m.outcome, m.winning_team, m.teams, place::integer)
  from ${source} m, unnest(m.player_ids) with ordinality as player(player_id, place) where m.status = 'completed'`;

/** The condition that a row of `player_matches` has its match. @param row an alias of the table */
export const isInHistory = (row: string): string => `exists (
       select from matches m
       where m.id = ${row}.match_id and m.played_at = ${row}.played_at and m.status = 'completed' and ${row}.player_id = any(m.player_ids)
     )`;
