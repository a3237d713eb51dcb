/** Reads the event log of one partner. docs/events-and-deliveries.md explains its order. */
import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import type { MatchEventKind, RatingChange } from './log-store.ts';

/** The place of a row in its partner's log, ordered by position, then id. */
export interface LogPlace {
  readonly position: number;
  readonly id: number;
}

/** A row of the log. It has an event of the subject, unless only ratings changed, and an event per changed rating. */
export interface LoggedChange extends LogPlace {
  readonly at: number;
  readonly kind:
    | MatchEventKind
    | 'rating.updated'
    | 'player.registered'
    | 'player.erased'
    | 'webhook_endpoint.gone'
    | 'webhook_endpoint.failing';
  /** The match, the player or the endpoint; null if only ratings changed. */
  readonly subject_id: string | null;
  /** Null unless the subject is a match. */
  readonly revision: number | null;
  readonly ratings: readonly RatingChange[];
}

type Row = Omit<LoggedChange, 'ratings'> & { readonly ratings: Uint8Array | null };

const COLUMNS = 'l.position, l.id, l.at, l.kind, l.subject_id, l.revision, l.ratings';

const after = statement(
  'event_log_after',
  `select ${COLUMNS} from event_log l
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
  `select ${COLUMNS} from unnest($2::bigint[], $3::bigint[]) as sent(position, id)
   join event_log l on l.partner_id = $1 and l.position = sent.position and l.id = sent.id
   order by l.position, l.id`,
);

/** The changes at these places, in order. Removed ones are omitted. */
export async function readChangesAt(
  database: Queryable,
  partnerId: string,
  places: readonly LogPlace[],
): Promise<LoggedChange[]> {
  const unique = [...new Map(places.map((place) => [place.id, place])).values()];
  const values = [partnerId, unique.map(({ position }) => position), unique.map(({ id }) => id)];
  return (await database.query<Row>(at, values)).map(decode);
}

const newest = statement(
  'event_log_newest',
  `select ${COLUMNS} from event_log l where l.partner_id = $1 and l.position < (select event_horizon())
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

/** The age of the oldest change that readers do not see yet, ms; 0 if they see all. */
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
