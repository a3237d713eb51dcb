import { type Queryable, statement } from '@bandeja/postgres/database';
import { type MatchRow, matches } from '../history/match-row.ts';

/** Four players rarely start another match so soon: one of the two was probably entered twice. */
export const NEARBY_MINUTES = 20;

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
 * The limit of the look-up by id matters where the tables have no statistics, as after a first import. The planner would otherwise
 * compare each match found with all matches of the partner.
 */
const nearest = statement(
  'matches_nearby',
  `select given.id as near, found.id, found.external_ref, found.played_at
   from (${given.source()}) given
   cross join lateral (
     select m.id, m.external_ref, m.played_at
     from (
       (select pm.match_id as id from player_matches pm where pm.player_id = given.player_ids[1] and pm.${WITHIN})
       union all ${[1, 2, 3, 4].map(notCompletedAt).join('\n       union all ')}
     ) near cross join lateral (select * from matches where id = near.id limit 1) m
     where m.partner_id = given.partner_id and m.status <> 'voided' and m.id <> given.id and m.player_ids @> given.player_ids
     order by abs(extract(epoch from m.played_at - given.played_at)), m.id limit 1
   ) found`,
);

/** For each match, stored or not, the nearest stored one that is not voided, if there is one. */
export function findNearbyMatches(database: Queryable, rows: readonly MatchRow[]): Promise<NearbyMatch[]> {
  return database.query<NearbyMatch>(nearest, given.values(rows));
}
