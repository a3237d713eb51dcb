import { type Queryable, statement } from '@bandeja/postgres/database';
import { type MatchRow, matches } from './match-rows.ts';

/** Four players rarely start another match so soon: one of the two was probably entered twice. */
export const NEARBY_MINUTES = 20;

/** A match of the same partner with the same four players, at most {@link NEARBY_MINUTES} before or after another. */
export interface NearbyMatch extends Pick<MatchRow, 'id' | 'external_ref' | 'played_at'> {
  /** The id of the other match. */
  readonly near: string;
}

const given = matches.only('id', 'partner_id', 'played_at', 'player_ids');

/** How many matches to read in each direction. Without a bound, thousands at one instant would slow down every further one there. */
const READ_MAX = 200;

const side = (condition: string, order: string): string => `(
      select m.id, m.external_ref, m.played_at, m.status, m.player_ids from matches m
      where m.partner_id = given.partner_id and ${condition} order by m.played_at ${order}, m.id ${order} limit ${READ_MAX})`;

const earlier = side(
  `m.played_at between given.played_at - interval '${NEARBY_MINUTES} minutes' and given.played_at`,
  'desc',
);
const later = side(
  `m.played_at > given.played_at and m.played_at <= given.played_at + interval '${NEARBY_MINUTES} minutes'`,
  'asc',
);

const nearest = statement(
  'matches_nearby',
  `select given.id as near, found.id, found.external_ref, found.played_at
   from (${given.source()}) given
   cross join lateral (
     select m.id, m.external_ref, m.played_at from (${earlier} union all ${later}) m
     where m.status <> 'voided' and m.id <> given.id and m.player_ids @> given.player_ids
     order by abs(extract(epoch from m.played_at - given.played_at)), m.id limit 1
   ) found`,
);

/** For each match, stored or not, the nearest stored one that is not voided, if there is one. */
export function findNearbyMatches(database: Queryable, rows: readonly MatchRow[]): Promise<NearbyMatch[]> {
  return database.query<NearbyMatch>(nearest, given.values(rows));
}
