import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import type { RowOf } from '@bandeja/postgres/table';
import { sessions } from '../matches/sessions-store.ts';
import type { Page } from '../paging/page.ts';
import { instantSince1970, nameParts, type TimeWindow, type Values } from '../paging/time-order.ts';

/** The cursor of the list. */
export type SessionEnd = Pick<SessionRow, 'session_external_ref' | 'ended_at'>;

export interface SessionRow extends RowOf<typeof sessions> {
  /** The number of distinct players. */
  readonly players: number;
  /** The most common venue of completed matches without walkovers; the one of the latest match among equally common ones. */
  readonly venue_label: string | null;
  /** The name of its plan. */
  readonly name: string | null;
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
            (array_agg(m.id order by m.played_at desc, m.id desc))[1] desc limit 1) as venue_label,
         (select p.settings ->> 'name' from session_plans p
          where p.partner_id = $1 and p.session_external_ref = s.session_external_ref) as name
       from (select * from sessions where ${conditions.join(' and ')} ${order} ${page}) s ${order}`,
    ),
    values,
  );
}
