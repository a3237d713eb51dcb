/** Writes the event log. docs/events-and-deliveries.md explains its order. */

import { matchEventTypes } from '@bandeja/contract/event-types';
import type { DisabledByService } from '@bandeja/contract/events';
import { type Database, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packUuids } from '@bandeja/postgres/packed';
import { integer, oneOf, type RowOf, table, uuid } from '@bandeja/postgres/table';
import type { RatingChange } from '../history/rating-change.ts';
import { type AgedLog, type OldRows, removalOfOldRows, removeOldRows } from '../runtime/aged-rows-store.ts';

export type MatchEventKind = (typeof matchEventTypes)[number];

/** Row `n` of the log contains the ratings with this `n`, in the order of their places. */
const sentRatings = table('event_log', {
  n: integer,
  place: integer,
  player_id: uuid,
  /** The version of the rating after the change. */
  sequence: integer,
  score_before: integer,
  score_after: integer,
});

const sentMatches = table('event_log', {
  n: integer,
  kind: oneOf(matchEventTypes),
  partner_id: uuid,
  match_id: uuid,
  revision: integer,
});

/** A change of a match. */
export interface LoggedMatch extends Omit<RowOf<typeof sentMatches>, 'n'> {
  /** The changed ratings of its players. */
  readonly ratings: readonly RatingChange[];
}

/** Bounds a row, so that readers never load many more events than they need. */
const RATINGS_PER_ROW = 64;

// Looks up each player once, not once per rating: a player may be in every match of a batch.
const append = statement(
  'event_log_append',
  `with change as materialized (
     ${sentMatches.source()}
   ), rating as materialized (
     select n, player_id, place,
       uuid_send(player_id) || int4send(sequence) || int2send(score_before::smallint) || int2send(score_after::smallint) as bytes
     from (${sentRatings.source(1 + Object.keys(sentMatches.columns).length)}) r
   ), player as materialized (
     select distinct player_id from rating
   ), reader as materialized (
     select player_id, creator.partner_id from player cross join lateral (
       select creator_partner_id as partner_id from players where id = player_id limit 1) creator
     where creator.partner_id is not null
     union
     select player_id, guest.partner_id from player cross join lateral (
       select partner_id from roster_members m where m.player_id = player.player_id and m.is_guest offset 0) guest
   ), readable as (
     select n, partner_id, string_agg(bytes, '' order by place) as ratings
     from rating join reader using (player_id) group by n, partner_id
   )
   insert into event_log (partner_id, position, kind, subject_id, revision, ratings)
   select partner_id, (select event_position()), coalesce(kind, 'rating.updated'), match_id, revision, ratings
   from change full join readable using (n, partner_id)
   order by n`,
);

/**
 * Logs changes of matches and ratings for each partner that may read them. Changes of the same rating must be in order, and the
 * transaction must have locked the matches and the ratings.
 * @throws {RangeError} synchronously, before anything is sent, for values that cannot be stored
 */
export function logChanges(
  transaction: Transaction,
  matches: readonly LoggedMatch[],
  otherRatings: readonly RatingChange[] = [],
): Promise<unknown> {
  const rows = matches.map(({ ratings }) => ratings);
  for (let from = 0; from < otherRatings.length; from += RATINGS_PER_ROW) {
    rows.push(otherRatings.slice(from, from + RATINGS_PER_ROW));
  }
  if (rows.length === 0) return Promise.resolve();
  return transaction.query(append, [
    ...sentMatches.values(matches.map((match, n) => ({ ...match, n }))),
    ...sentRatings.values(rows.flatMap((ratings, n) => ratings.map((rating, place) => ({ ...rating, n, place })))),
  ]);
}

const disabled = statement(
  'event_log_endpoint_disabled',
  `insert into event_log (partner_id, position, kind, subject_id) values ($1, event_position(), 'webhook_endpoint.' || $3::text, $2)`,
);

/** Logs that the service disabled an endpoint. The transaction must have locked the endpoint. */
export async function logDisabledEndpoint(
  transaction: Transaction,
  partnerId: string,
  endpointId: string,
  reason: DisabledByService,
): Promise<void> {
  await transaction.query(disabled, [partnerId, endpointId, reason]);
}

const erased = statement(
  'event_log_player_erased',
  `insert into event_log (partner_id, position, kind, subject_id)
   select partner_id, (select event_position()), 'player.erased', $2::uuid from unnest($1::uuid[]) as partner_id`,
);

/** Logs for each of these partners that a player was erased. The transaction must have locked the player. */
export async function logErasedPlayer(
  transaction: Transaction,
  playerId: string,
  partnerIds: readonly string[],
): Promise<void> {
  await transaction.query(erased, [packUuids(partnerIds), playerId]);
}

const advance = statement(
  'event_clock_advance',
  `with stored as (
     select max(position) as position from (
       select newest.position from partners p cross join lateral (
         select position from event_log where partner_id = p.id order by position desc limit 1) newest
       union all
       select queued_position from webhook_endpoints
     ) positions
   )
   update event_clock set xid_offset = stored.position from stored
   where stored.position >= xid_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
);

/**
 * Makes new positions higher than all stored ones. This is needed after a restore from a dump: transaction ids start again on the new
 * server. Call it before anything is logged. Idempotent.
 */
export async function advanceEventClock(database: Database): Promise<void> {
  await database.query(advance);
}

// The newest row of each partner stays, so that a reader with its id can continue.
const log: AgedLog = {
  table: 'event_log',
  key: [
    ['partner_id', 'uuid'],
    ['position', 'bigint'],
    ['id', 'bigint'],
  ],
  keepsNewest: true,
};
const trim = statement('event_log_trim', removalOfOldRows(log));

/** Removes old events. */
export const trimEventLog = (database: Queryable, removal: OldRows): Promise<void> =>
  removeOldRows(database, trim, log, removal);
