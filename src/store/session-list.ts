import { type Queryable, statement } from './database.ts';
import { instantSince1970 } from './time-order.ts';

/** A match of some session: where it stands in time. */
export interface SessionStep {
  readonly session_external_ref: string;
  readonly played_at: number;
  readonly id: string;
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

/** A session as its completed and pending matches make it. */
export interface SessionRow {
  readonly session_external_ref: string;
  readonly started_at: number;
  readonly ended_at: number;
  readonly matches: number;
  readonly players: number;
  /** By match, oldest first, as sent. */
  readonly venue_labels: readonly (string | null)[];
}

const sessions = statement(
  'session_list_rows',
  `select m.session_external_ref, min(m.played_at) as started_at, max(m.played_at) as ended_at, count(*)::integer as matches,
     (select count(distinct player_id)::integer from matches p cross join unnest(p.player_ids) as player_id
      where p.partner_id = $1 and p.session_external_ref = m.session_external_ref and p.status <> 'voided') as players,
     json_agg(m.venue_label order by m.played_at, m.id) as venue_labels
   from matches m
   where m.partner_id = $1 and m.session_external_ref = any($2::text[]) and m.status <> 'voided'
   group by m.session_external_ref`,
);

/** These sessions of the partner, in no order. */
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
