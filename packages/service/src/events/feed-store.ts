/** Reads the event log of one partner. docs/events-and-deliveries.md explains its order. */

import { matchEventTypes } from '@bandeja/contract/event-types';
import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { bigint, bytea, integer, nullable, oneOf, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import type { RatingChange } from '../history/rating-change.ts';

/** A row has an event of the subject, unless only ratings changed, and an event per changed rating. */
const log = table('event_log', {
  position: bigint,
  id: bigint,
  at: timestamptz,
  kind: oneOf([
    ...matchEventTypes,
    'rating.updated',
    'player.registered',
    'player.erased',
    'webhook_endpoint.gone',
    'webhook_endpoint.failing',
  ]),
  /** The match, the player or the endpoint; null if only ratings changed. */
  subject_id: nullable(uuid),
  /** Null unless the subject is a match. */
  revision: nullable(integer),
  /** {@link RATING_BYTES} each. */
  ratings: nullable(bytea),
});
const places = log.only('position', 'id');

type Row = RowOf<typeof log>;

/** The place of a row in its partner's log, ordered by position, then id. */
export interface LogPlace extends RowOf<typeof places> {}

export interface LoggedChange extends Omit<Row, 'ratings'> {
  readonly ratings: readonly RatingChange[];
}

const after = statement(
  'event_log_after',
  `select ${log.select('l')} from event_log l
   where l.partner_id = $1 and (l.position, l.id) > ($2::bigint, $3::bigint) and l.position < (select event_horizon())
   order by l.position, l.id limit $4`,
);

/** The changes after a place, at most `limit`. */
export async function readChangesAfter(
  database: Queryable,
  partnerId: string,
  { position, id }: LogPlace,
  limit: number,
): Promise<LoggedChange[]> {
  return (await database.query<Row>(after, [partnerId, position, id, limit])).map(decode);
}

const at = statement(
  'event_log_at',
  `select ${log.select('l')} from (${places.source(2)}) sent
   join event_log l on l.partner_id = $1 and l.position = sent.position and l.id = sent.id
   order by l.position, l.id`,
);

/** The changes at these places, in order. Removed ones are omitted. */
export async function readChangesAt(
  database: Queryable,
  partnerId: string,
  asked: readonly LogPlace[],
): Promise<LoggedChange[]> {
  const unique = [...new Map(asked.map((place) => [place.id, place])).values()];
  return (await database.query<Row>(at, [partnerId, ...places.values(unique)])).map(decode);
}

const newest = statement(
  'event_log_newest',
  `select ${log.select('l')} from event_log l where l.partner_id = $1 and l.position < (select event_horizon())
   order by l.position desc, l.id desc limit 1`,
);

/** The newest change that a partner may read; undefined if there is none. */
export async function readNewestChange(database: Queryable, partnerId: string): Promise<LoggedChange | undefined> {
  return (await database.query<Row>(newest, [partnerId])).map(decode)[0];
}

const since = statement(
  'event_log_since',
  `select position, id - 1 as id from event_log where partner_id = $1 and at >= $2::timestamptz order by position, id limit 1`,
);

/** The place before the first change that happened at or after an instant; undefined if there is none. */
export async function readPlaceBefore(
  database: Queryable,
  partnerId: string,
  instantMs: number,
): Promise<LogPlace | undefined> {
  return (await database.query<LogPlace>(since, [partnerId, instant(instantMs)]))[0];
}

const lag = statement(
  'event_log_lag',
  `select (extract(epoch from clock_timestamp() - min(hidden.at)) * 1000)::float8 as ms
   from partners p cross join lateral (
     select at from event_log where partner_id = p.id and position >= (select event_horizon()) order by position, id limit 1) hidden`,
);

/** The age of the oldest change that readers do not see yet, ms; 0 if they see all. It grows while a write transaction stays open. */
export async function readFeedLag(database: Queryable): Promise<number> {
  return Math.max(0, (await database.query<{ ms: number | null }>(lag))[0]?.ms ?? 0);
}

/** The size of a rating: the player's id, the sequence, the scores before and after. */
const RATING_BYTES = 24;

function decode({ ratings, ...row }: Row): LoggedChange {
  if (ratings === null) return { ...row, ratings: [] };
  const bytes = Buffer.from(ratings.buffer, ratings.byteOffset, ratings.byteLength);
  return {
    ...row,
    ratings: Array.from({ length: bytes.length / RATING_BYTES }, (_, index): RatingChange => {
      const from = index * RATING_BYTES;
      return {
        player_id: bytes.toString('hex', from, from + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
        sequence: bytes.readInt32BE(from + 16),
        score_before: bytes.readInt16BE(from + 20),
        score_after: bytes.readInt16BE(from + 22),
      };
    }),
  };
}
