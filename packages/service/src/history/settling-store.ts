/**
 * SQL conditions: whether an unsettled change of the history reaches a match or a player. docs/ledger.md explains marks and guards.
 * Guards and rebuilds are rare, so their tables are read once per statement or not at all.
 */

import { type Queryable, statement } from '@bandeja/postgres/database';

const IS_REBUILDING = '(select rebuild_started_at is not null from ledger_state)';

/** @param match an alias of `matches`: a rated match. For others the condition means nothing. */
export const isMatchSettling = (match: string): string => `(exists (
       select from player_ratings u
       where u.unsettled_at is not null and u.player_id = any(${match}.player_ids)
         and (u.unsettled_at, u.unsettled_match) <= (${match}.played_at, ${match}.id)
     ) or exists (
       select from guards g join player_ratings u on u.region = any(g.regions)
       where u.player_id = ${match}.player_ids[1] and (g.played_at, g.match_id) <= (${match}.played_at, ${match}.id)
     ) or ${IS_REBUILDING})`;

/** @param rating an alias of `player_ratings` */
export const isPlayerSettling = (rating: string): string => `(${rating}.unsettled_at is not null or exists (
       select from guards g where ${rating}.region = any(g.regions)
         and (g.played_at, g.match_id) <= (${rating}.last_played_at, ${rating}.last_match_id)
     ) or (${IS_REBUILDING} and ${rating}.last_match_id is not null))`;

const unsettled = statement(
  'matches_unsettled',
  `select m.id from matches m where m.id = any($1::uuid[]) and ${isMatchSettling('m')}`,
);

/** Which of these matches are settling. Those that are not rated mean nothing. */
export async function readUnsettled(database: Queryable, matchIds: readonly string[]): Promise<Set<string>> {
  const found = await database.query<{ id: string }>(unsettled, [matchIds]);
  return new Set(found.map(({ id }) => id));
}
