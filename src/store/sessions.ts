import { type Queryable, statement } from './database.ts';
import type { MatchRowWithNames } from './match-rows.ts';
import { MATCH_COLUMNS, OWN_NAMES, RATING_CHANGE_COLUMNS, RATING_CHANGE_JOINS } from './matches.ts';

/**
 * So many of the newest completed matches of a session are summed up. A night has about a dozen; a partner that sends one
 * reference for years is answered about the end of them, at a cost that does not grow.
 */
export const SESSION_MATCHES_MAX = 500;

/** A match of a session with the states that its prediction needs, winners first; null when it is not rated. */
export interface SessionMatchRow extends MatchRowWithNames {
  readonly length: number | null;
  readonly mean_before: readonly (number | null)[] | null;
  readonly variance_before: readonly (number | null)[] | null;
  readonly last_played_at_before: readonly (number | null)[] | null;
  readonly matches_played_before: readonly number[] | null;
}

/** How many matches a session has by status, and when its first and its last completed one were played. */
export interface SessionWhole {
  readonly completed: number;
  readonly pending: number;
  readonly voided: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}

/** What a recap is made of, all of it as of one moment. */
export interface SessionReading {
  /** Of all matches of the session. */
  readonly whole: SessionWhole;
  /** The newest {@link SESSION_MATCHES_MAX} completed ones, oldest first. */
  readonly matches: readonly SessionMatchRow[];
}

const ofSession = statement(
  'session_matches',
  `select whole.*, newest.*
   from (
     select count(*) filter (where status = 'completed')::integer as completed,
       count(*) filter (where status = 'pending')::integer as pending,
       count(*) filter (where status = 'voided')::integer as voided,
       min(played_at) filter (where status = 'completed') as started_at,
       max(played_at) filter (where status = 'completed') as ended_at
     from matches where partner_id = $1 and session_external_ref = $2
   ) whole
   left join (
     select ${MATCH_COLUMNS}, ${OWN_NAMES}, ${RATING_CHANGE_COLUMNS},
       coalesce(r.length, h.length) as length, coalesce(r.mean_before, h.mean_before) as mean_before,
       coalesce(r.variance_before, h.variance_before) as variance_before,
       coalesce(r.last_played_at_before, h.last_played_at_before) as last_played_at_before,
       coalesce(r.matches_played_before, h.matches_played_before) as matches_played_before
     from (
       select * from matches where partner_id = $1 and session_external_ref = $2 and status = 'completed'
       order by played_at desc, id desc limit ${SESSION_MATCHES_MAX}
     ) m ${RATING_CHANGE_JOINS}
   ) newest on true
   order by newest.played_at, newest.id`,
);

/** What a recap of one of the partner's sessions is made of; undefined where it has no match in any status. */
export async function readSession(
  database: Queryable,
  partnerId: string,
  sessionExternalRef: string,
): Promise<SessionReading | undefined> {
  // A session without completed matches is one row whose match is null.
  type Row = SessionWhole & (SessionMatchRow | { readonly id: null });
  const rows = await database.query<Row>(ofSession, [partnerId, sessionExternalRef]);
  const [whole] = rows;
  if (whole === undefined || whole.completed + whole.pending + whole.voided === 0) return undefined;
  return { whole, matches: rows.filter((row): row is SessionWhole & SessionMatchRow => row.id !== null) };
}
