/** Writes the event log. docs/events-and-deliveries.md explains its order. */
import type { DisabledByService } from '@bandeja/contract/events';
import { type Database, statement, type Transaction } from '@bandeja/postgres/database';
import { packIntegers, packTexts, packUuids } from '@bandeja/postgres/packed';

export type MatchEventKind = 'match.pending' | 'match.completed' | 'match.amended' | 'match.voided';

/** A change of one player's rating. */
export interface RatingChange {
  readonly player_id: string;
  /** The version of the rating after the change. */
  readonly sequence: number;
  readonly score_before: number;
  readonly score_after: number;
}

/** A change of a match. */
export interface LoggedMatch {
  readonly kind: MatchEventKind;
  readonly partner_id: string;
  readonly match_id: string;
  readonly revision: number;
  /** The changed ratings of its players. */
  readonly ratings: readonly RatingChange[];
}

type LoggedChange = LoggedMatch | Pick<LoggedMatch, 'ratings'>;

/** Bounds a row, so that readers never load many more events than they need. */
const RATINGS_PER_ROW = 64;

// Looks up each player once, not once per rating: a player may be in every match of a batch.
const append = statement(
  'event_log_append',
  `with change as materialized (
     select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::integer[]) with ordinality
       as c(kind, partner_id, subject_id, revision, n)
   ), rating as materialized (
     select n, player_id, place,
       uuid_send(player_id) || int4send(sequence) || int2send(score_before::smallint) || int2send(score_after::smallint) as bytes
     from unnest($5::integer[], $6::uuid[], $7::integer[], $8::integer[], $9::integer[]) with ordinality
       as r(n, player_id, sequence, score_before, score_after, place)
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
   select partner_id, (select event_position()), coalesce(kind, 'rating.updated'), subject_id, revision, ratings
   from (select * from change where partner_id is not null) own full join readable using (n, partner_id)
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
  const changes: LoggedChange[] = [...matches];
  for (let from = 0; from < otherRatings.length; from += RATINGS_PER_ROW) {
    changes.push({ ratings: otherRatings.slice(from, from + RATINGS_PER_ROW) });
  }
  if (changes.length === 0) return Promise.resolve();
  const own = changes.map((change) => ('kind' in change ? change : null));
  const ratings = changes.flatMap((change, index) =>
    change.ratings.map((rating) => ({ ...rating, change: index + 1 })),
  );
  return transaction.query(append, [
    packTexts(own.map((match) => match?.kind ?? null)),
    packUuids(own.map((match) => match?.partner_id ?? null)),
    packUuids(own.map((match) => match?.match_id ?? null)),
    packIntegers(own.map((match) => match?.revision ?? null)),
    packIntegers(ratings.map(({ change }) => change)),
    packUuids(ratings.map((rating) => rating.player_id)),
    packIntegers(ratings.map((rating) => rating.sequence)),
    packIntegers(ratings.map((rating) => rating.score_before)),
    packIntegers(ratings.map((rating) => rating.score_after)),
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
const trim = statement(
  'event_log_trim',
  `with old as (
     select oldest.partner_id, oldest.position, oldest.id
     from partners p
     cross join lateral (
       select position, id from event_log where partner_id = p.id order by position desc, id desc limit 1) newest
     cross join lateral (
       select * from event_log where partner_id = p.id and (position, id) < (newest.position, newest.id)
       order by position, id limit $2) oldest
     where oldest.at < clock_timestamp() - make_interval(days => $1)
     limit $2
   ), removed as (
     delete from event_log l using old where (l.partner_id, l.position, l.id) = (old.partner_id, old.position, old.id)
     returning l.id
   )
   select count(*)::integer as count from removed`,
);

/** Removes events older than this number of days. @returns the number of removed rows, at most `limit` */
export async function trimEventLog(database: Database, days: number, limit: number): Promise<number> {
  return (await database.query<{ count: number }>(trim, [days, limit]))[0]?.count ?? 0;
}
