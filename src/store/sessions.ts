import { type Queryable, statement } from './database.ts';
import type { MatchRowWithNames } from './match-rows.ts';
import { MATCH_COLUMNS, OWN_NAMES, RATING_CHANGE_COLUMNS, RATING_CHANGE_JOINS } from './matches.ts';

/** A match of a session with the states that its prediction needs, winners first; null when it is not rated. */
export interface SessionMatchRow extends MatchRowWithNames {
  readonly length: number | null;
  readonly mean_before: readonly (number | null)[] | null;
  readonly variance_before: readonly (number | null)[] | null;
  readonly last_played_at_before: readonly (number | null)[] | null;
  readonly matches_played_before: readonly number[] | null;
}

const ofSession = statement(
  'session_matches',
  `select ${MATCH_COLUMNS}, ${OWN_NAMES}, ${RATING_CHANGE_COLUMNS},
     coalesce(r.length, h.length) as length, coalesce(r.mean_before, h.mean_before) as mean_before,
     coalesce(r.variance_before, h.variance_before) as variance_before,
     coalesce(r.last_played_at_before, h.last_played_at_before) as last_played_at_before,
     coalesce(r.matches_played_before, h.matches_played_before) as matches_played_before
   from matches m ${RATING_CHANGE_JOINS}
   where m.partner_id = $1 and m.session_external_ref = $2
   order by m.played_at, m.id`,
);

/** Every match of one of the partner's sessions, oldest first. A session is an evening's matches: it is read whole. */
export async function readSessionMatches(
  database: Queryable,
  partnerId: string,
  sessionExternalRef: string,
): Promise<SessionMatchRow[]> {
  return database.query<SessionMatchRow>(ofSession, [partnerId, sessionExternalRef]);
}
