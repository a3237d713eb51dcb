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

const nearest = statement(
  'matches_nearby',
  `select given.id as near, found.id, found.external_ref, found.played_at
   from (${given.source()}) given
   cross join lateral (
     select m.id, m.external_ref, m.played_at from matches m
     where m.partner_id = given.partner_id and m.status <> 'voided' and m.id <> given.id
       and m.played_at between given.played_at - interval '${NEARBY_MINUTES} minutes'
         and given.played_at + interval '${NEARBY_MINUTES} minutes'
       and m.player_ids @> given.player_ids
     order by abs(extract(epoch from m.played_at - given.played_at)), m.id limit 1
   ) found`,
);

/** For each match, stored or not, the nearest stored one that is not voided, if there is one. */
export function findNearbyMatches(database: Queryable, rows: readonly MatchRow[]): Promise<NearbyMatch[]> {
  return database.query<NearbyMatch>(nearest, given.values(rows));
}
