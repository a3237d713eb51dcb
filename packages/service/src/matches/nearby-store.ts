import { type Queryable, statement } from '@bandeja/postgres/database';
import { type MatchRow, matches } from '../history/match-row.ts';

/** Four players rarely start another match so soon: one of the two was probably entered twice. */
export const NEARBY_MINUTES = 20;

/**
 * All matches of a player: completed ones are in the player's history, the others in an index for each place. Without the limit of the
 * look-up by id, the planner would read all matches of a partner where the tables have no statistics.
 */
export const matchesOf = (playerId: string): string =>
  [
    `select m.* from player_matches pm cross join lateral (select * from matches where id = pm.match_id limit 1) m
     where pm.player_id = ${playerId}`,
    ...[1, 2, 3, 4].map(
      (place) => `select m.* from matches m where m.status <> 'completed' and m.player_ids[${place}] = ${playerId}`,
    ),
  ].join(' union all ');

/** A match of the same partner with the same four players, at most {@link NEARBY_MINUTES} before or after another. */
export interface NearbyMatch extends Pick<MatchRow, 'id' | 'external_ref' | 'played_at'> {
  /** The id of the other match. */
  readonly near: string;
}

const given = matches.only('id', 'partner_id', 'played_at', 'player_ids');

/**
 * How many matches to read from each index. No player plays 200 within {@link NEARBY_MINUTES}, but a partner can send thousands of a public
 * player at one instant. Without a bound, each later match of the player there would read them all.
 */
const READ_MAX = 200;

const WITHIN = `played_at between given.played_at - interval '${NEARBY_MINUTES} minutes'
        and given.played_at + interval '${NEARBY_MINUTES} minutes' limit ${READ_MAX}`;

/** Matches of the first player at a place of `player_ids`, unless they are completed. Then they are in `player_matches`. */
const notCompletedAt = (place: number): string =>
  `(select o.id from matches o where o.player_ids[${place}] = given.player_ids[1] and o.status <> 'completed' and o.${WITHIN})`;

/**
 * The nearest match of each given one. The limit of the look-up by id matters where the tables have no statistics, as after a first
 * import. The planner would otherwise compare each match found with all matches of the partner.
 * @param source selects the columns of `given`
 */
const nearestOf = (source: string): string => `select given.id as near, found.id, found.external_ref, found.played_at
   from (${source}) given
   cross join lateral (
     select m.id, m.external_ref, m.played_at
     from (
       (select pm.match_id as id from player_matches pm where pm.player_id = given.player_ids[1] and pm.${WITHIN})
       union all ${[1, 2, 3, 4].map(notCompletedAt).join('\n       union all ')}
     ) near cross join lateral (select * from matches where id = near.id limit 1) m
     where m.partner_id = given.partner_id and m.status <> 'voided' and m.id <> given.id and m.player_ids @> given.player_ids
     order by abs(extract(epoch from m.played_at - given.played_at)), m.id limit 1
   ) found`;

const nearest = statement('matches_nearby', nearestOf(given.source()));

/** For each match, stored or not, the nearest stored one that is not voided, if there is one. */
export function findNearbyMatches(database: Queryable, rows: readonly MatchRow[]): Promise<NearbyMatch[]> {
  return database.query<NearbyMatch>(nearest, given.values(rows));
}

const nearbyAfterMerge = statement(
  'matches_nearby_after_merge',
  `select near as match_id, id as other_match_id, (count(*) over ())::integer as count from (
     ${nearestOf(`select m.id, m.partner_id, m.played_at, array_replace(m.player_ids, $2::uuid, $3::uuid) as player_ids
       from (${matchesOf('$2')}) m where m.partner_id = $1 and m.status <> 'voided' and not $3 = any(m.player_ids)`)}
   ) pair order by played_at desc, near limit $4`,
);

/** A match that a merge would amend, and the nearest match of the other player that would then be {@link NearbyMatch}. */
export interface NearbyPair {
  readonly match_id: string;
  readonly other_match_id: string;
  /** Of all pairs. */
  readonly count: number;
}

/** @param merge the partner, the player to replace and the one that takes its place @param most how many pairs to return */
export function findNearbyAfterMerge(
  database: Queryable,
  merge: readonly [partnerId: string, fromId: string, intoId: string],
  most: number,
): Promise<NearbyPair[]> {
  return database.query<NearbyPair>(nearbyAfterMerge, [...merge, most]);
}
