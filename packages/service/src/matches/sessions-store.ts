/** What a partner's matches say of its sessions: each verb that changes a match updates the session's row. */
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packTexts, packUuids } from '@bandeja/postgres/packed';
import { integer, type RowOf, table, text, timestamptz } from '@bandeja/postgres/table';

/** A session, from its completed and pending matches. */
export const sessions = table('sessions', {
  session_external_ref: text,
  /** When the first and the last of its matches were played. */
  started_at: timestamptz,
  ended_at: timestamptz,
  matches: integer,
});

/** A session of a partner. */
export interface SessionKey {
  readonly partner_id: string;
  readonly session_external_ref: string;
}

const counts = statement(
  'sessions_count_matches',
  `select s.partner_id, s.session_external_ref, s.matches
   from unnest($1::uuid[], $2::text[]) as wanted(partner_id, ref)
   join sessions s on s.partner_id = wanted.partner_id and s.session_external_ref = wanted.ref`,
);

export interface SessionCount extends SessionKey {
  readonly matches: number;
}

/** The number of matches of these sessions that are not voided. A session without one is not returned. */
export async function countSessionMatches(database: Queryable, keys: readonly SessionKey[]): Promise<SessionCount[]> {
  if (keys.length === 0) return [];
  return database.query(counts, [
    packUuids(keys.map((key) => key.partner_id)),
    packTexts(keys.map((key) => key.session_external_ref)),
  ]);
}

const changes = sessions.only('session_external_ref', 'matches');

/** The number of matches that a session gains or loses. */
export interface SessionChange extends RowOf<typeof changes> {}

const follow = statement(
  'sessions_update',
  `with changed as (
     select asked.ref, asked.more, first.played_at as started_at, last.played_at as ended_at
     from (
       select session_external_ref as ref, sum(matches)::integer as more from (${changes.source(2)}) change group by ref
     ) asked
     left join lateral (
       select m.played_at from matches m where m.partner_id = $1 and m.session_external_ref = asked.ref and m.status <> 'voided'
       order by m.played_at, m.id limit 1
     ) first on true
     left join lateral (
       select m.played_at from matches m where m.partner_id = $1 and m.session_external_ref = asked.ref and m.status <> 'voided'
       order by m.played_at desc, m.id desc limit 1
     ) last on true
   ), removed as (
     delete from sessions s using changed
     where s.partner_id = $1 and s.session_external_ref = changed.ref and changed.ended_at is null
   ), updated as (
     update sessions s set started_at = changed.started_at, ended_at = changed.ended_at, matches = s.matches + changed.more
     from changed where s.partner_id = $1 and s.session_external_ref = changed.ref and changed.ended_at is not null
     returning s.session_external_ref
   )
   insert into sessions (partner_id, session_external_ref, started_at, ended_at, matches)
   select $1, ref, started_at, ended_at, more from changed
   where ended_at is not null and ref not in (select session_external_ref from updated)`,
);

/**
 * Updates a partner's sessions after some of their matches were amended or voided. The caller has locked the partner's audit chain,
 * so no other transaction changes these sessions.
 */
export async function updateSessions(
  transaction: Transaction,
  partnerId: string,
  changed: readonly SessionChange[],
): Promise<void> {
  if (changed.length > 0) await transaction.query(follow, [partnerId, ...changes.values(changed)]);
}
