import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packTexts, packUuids } from '@bandeja/postgres/packed';
import { integer, type RowOf, table, text, timestamptz } from '@bandeja/postgres/table';
import type { Page } from '../paging/page.ts';
import { instantSince1970, nameParts, type TimeWindow, type Values } from '../paging/time-order.ts';

/** A session, from its completed and pending matches. */
const sessions = table('sessions', {
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

export interface SessionCount extends SessionKey, Pick<SessionRow, 'matches'> {}

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

/** The cursor of the list. */
export type SessionEnd = Pick<SessionRow, 'session_external_ref' | 'ended_at'>;

export interface SessionRow extends RowOf<typeof sessions> {
  /** The number of distinct players. */
  readonly players: number;
  /** The most common venue of completed matches without walkovers; the one of the latest match among equally common ones. */
  readonly venue_label: string | null;
}

const OF_SESSION = 'from matches m where m.partner_id = $1 and m.session_external_ref = s.session_external_ref';

/**
 * A page of the partner's sessions, newest first by their ends, then by reference. Only the matches of this page are read.
 * @param window limits the end of a session
 */
export async function listSessions(
  database: Queryable,
  partnerId: string,
  window: TimeWindow,
  { after, offset, limit }: Page<SessionEnd>,
): Promise<SessionRow[]> {
  const values: Values = [partnerId];
  const conditions = ['partner_id = $1'];
  const parameter = (value: Values[number]): string => `$${values.push(value)}`;
  if (window.since !== null) conditions.push(`ended_at >= ${parameter(instantSince1970(window.since))}`);
  if (window.until !== null) conditions.push(`ended_at < ${parameter(instantSince1970(window.until))}`);
  if (after !== null) {
    const at = parameter(instant(after.ended_at));
    const ref = parameter(after.session_external_ref);
    conditions.push(`ended_at <= ${at} and (ended_at < ${at} or session_external_ref > ${ref}::text)`);
  }
  const order = 'order by ended_at desc, session_external_ref';
  const page = `limit ${parameter(limit)} offset ${parameter(offset)}`;
  return database.query<SessionRow>(
    statement(
      ['sessions_list', ...nameParts(window, after)].join('_'),
      `select ${sessions.select('s')},
         (select count(distinct player_id)::integer
          from (select m.player_ids ${OF_SESSION} and m.status <> 'voided') played cross join unnest(played.player_ids) as player_id) as players,
         (select m.venue_label ${OF_SESSION} and m.status = 'completed' and m.outcome <> 'walkover' and m.venue_label is not null
          group by m.venue_label order by count(*) desc, max(m.played_at) desc,
            (array_agg(m.id order by m.played_at desc, m.id desc))[1] desc limit 1) as venue_label
       from (select * from sessions where ${conditions.join(' and ')} ${order} ${page}) s ${order}`,
    ),
    values,
  );
}
