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

/** The columns of a match's rating changes, from `matches m` with {@link RATING_CHANGE_JOINS}. */
export const RATING_CHANGE_COLUMNS = `r.player_ids as rated_player_ids, shown_before(r.before) as shown_before,
  shown_after(r.after) as shown_after, ${isMatchSettling('m')} as is_settling`;

/**
 * The ledger rows of `matches m`. The limit makes the planner look up each match. It does not know how short a page is, and might
 * otherwise read and hash the whole ledger.
 */
export const RATING_CHANGE_JOINS = `left join lateral (select * from match_ratings where match_id = m.id limit 1) r on true`;

const unsettled = statement(
  'matches_unsettled',
  `select m.id from matches m where m.id = any($1::uuid[]) and ${isMatchSettling('m')}`,
);

/** Which of these matches are settling. Those that are not rated mean nothing. */
export async function readUnsettled(database: Queryable, matchIds: readonly string[]): Promise<Set<string>> {
  const found = await database.query<{ id: string }>(unsettled, [matchIds]);
  return new Set(found.map(({ id }) => id));
}
