import { instantSince1970, type TimeWindow } from '../analysis/time-order.ts';
import { instant, type Queryable, statement } from '../engine/database.ts';
import type { Page } from '../page.ts';

/** A match of some session: where it stands in time. */
export interface SessionStep {
  readonly session_external_ref: string;
  readonly played_at: number;
  readonly id: string;
}

/** When the last match of a session was played that is not voided: its place in the list. */
export interface SessionEnd {
  readonly session_external_ref: string;
  readonly ended_at: number;
}

const steps = statement(
  'session_list_steps',
  `select session_external_ref, played_at, id from matches
   where partner_id = $1 and session_external_ref is not null and status <> 'voided' and (played_at, id) < ($2, $3)
   order by played_at desc, id desc limit $4`,
);

/** The partner's matches of any session that are not voided, newest first, at most `limit` of those before a place. */
export async function readSessionSteps(
  database: Queryable,
  partnerId: string,
  before: { readonly played_at: number; readonly id: string },
  limit: number,
): Promise<SessionStep[]> {
  return database.query<SessionStep>(steps, [partnerId, instantSince1970(before.played_at), before.id, limit]);
}

/** Selects when the session `ref` ended, without looking at any match before its last. */
const endOf = (ref: string): string => `select m.played_at as ended_at from matches m
    where m.partner_id = $1 and m.session_external_ref = ${ref} and m.status <> 'voided'
    order by m.played_at desc, m.id desc limit 1`;

const ends = statement(
  'session_list_ends',
  `select asked.ref as session_external_ref, last.ended_at
   from unnest($2::text[]) as asked(ref) cross join lateral (${endOf('asked.ref')}) last`,
);

/** When these sessions of the partner ended, in no order. */
export async function readSessionEnds(
  database: Queryable,
  partnerId: string,
  refs: readonly string[],
): Promise<SessionEnd[]> {
  const values: [string, readonly string[]] = [partnerId, refs];
  return database.query<SessionEnd>(ends, values);
}

// From one reference right to the next and to its end: two looks into an index a session, however many matches it has.
const byReference = statement(
  'session_list_by_reference',
  `with recursive refs(ref) as (
     (select session_external_ref from matches where partner_id = $1 and session_external_ref is not null
      order by session_external_ref limit 1)
     union all
     select (select m.session_external_ref from matches m where m.partner_id = $1 and m.session_external_ref > refs.ref
       order by m.session_external_ref limit 1)
     from refs where refs.ref is not null
   )
   select refs.ref as session_external_ref, last.ended_at
   from refs cross join lateral (${endOf('refs.ref')}) last
   where ($2::timestamptz is null or last.ended_at >= $2) and ($3::timestamptz is null or last.ended_at < $3)
     and ($4::timestamptz is null or last.ended_at < $4 or (last.ended_at = $4 and refs.ref > $5::text))
   order by last.ended_at desc, refs.ref limit $6 offset $7`,
);

/**
 * A stretch of the partner's sessions, newest first by their ends, then by reference. Costs a little for each session that
 * the partner has, and nothing for its matches.
 * @param window judges when a session ended.
 */
export async function listSessionEnds(
  database: Queryable,
  partnerId: string,
  { since, until }: TimeWindow,
  { after, offset, limit }: Page<SessionEnd>,
): Promise<SessionEnd[]> {
  return database.query<SessionEnd>(byReference, [
    partnerId,
    instantSince1970(since),
    instantSince1970(until),
    instant(after?.ended_at ?? null),
    after?.session_external_ref ?? null,
    limit,
    offset,
  ]);
}

/** A session as its completed and pending matches make it. */
export interface SessionRow extends SessionEnd {
  readonly started_at: number;
  readonly matches: number;
  /** Different ones in these matches. */
  readonly players: number;
  /** The commonest that was sent with completed matches, walkovers aside; of equally common ones, that of the latest match. */
  readonly venue_label: string | null;
}

const ofAsked = 'from matches where partner_id = $1 and session_external_ref = asked.ref';

const sessions = statement(
  'session_list_rows',
  `select asked.ref as session_external_ref, whole.started_at, whole.ended_at, whole.matches,
     (select count(distinct player_id)::integer
      from (select player_ids ${ofAsked} and status <> 'voided') played cross join unnest(played.player_ids) as player_id) as players,
     (select venue_label ${ofAsked} and status = 'completed' and outcome <> 'walkover' and venue_label is not null
      group by venue_label order by count(*) desc, max(played_at) desc,
        (array_agg(id order by played_at desc, id desc))[1] desc limit 1) as venue_label
   from unnest($2::text[]) as asked(ref)
   cross join lateral (
     select min(played_at) as started_at, max(played_at) as ended_at, count(*)::integer as matches
     ${ofAsked} and status <> 'voided'
   ) whole`,
);

/** These sessions of the partner, each of which has a match that is not voided, in no order. */
export async function readSessions(
  database: Queryable,
  partnerId: string,
  refs: readonly string[],
): Promise<SessionRow[]> {
  const values: [string, readonly string[]] = [partnerId, refs];
  return database.query<SessionRow>(sessions, values);
}

/** Comes after every id: the place before which all matches of an instant stand. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
