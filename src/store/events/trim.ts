/** Which events are still kept. */
import { type Database, statement } from '../engine/database.ts';

/** So many rows of a partner, or of the log, are removed by a statement at most: it takes some tens of milliseconds. */
const ROWS_AT_ONCE = 5_000;

// The first places of each partner, as far as their changes are old; of the changes the ids are enough, since they rise with time but
// for some seconds, for which an hour is added. The last place stays, so that a reader who has read everything can always go on.
const trimPlaces = statement(
  'event_places_trim',
  `with recent as (
     select id from change_log where at >= clock_timestamp() - make_interval(days => $1, hours => 1) order by id limit 1
   ), first as (
     select p.partner_id, p.position, p.change_id from event_feeds f cross join lateral (
       select * from event_places where partner_id = f.partner_id and position < f.position order by position limit $2) p
   ), removed as (
     delete from event_places p using first
     where p.partner_id = first.partner_id and p.position = first.position
       and first.change_id < coalesce((select id from recent), (select last_change_id from event_publisher))
     returning p.position
   )
   select count(*)::integer as count from removed`,
);

// A day later than their places, and none that a place refers to.
const trimLog = statement(
  'change_log_trim',
  `with recent as (
     select id from change_log where at >= clock_timestamp() - make_interval(days => $1 + 1) order by id limit 1
   ), used as (
     select min(p.change_id) as first_id from event_feeds f cross join lateral (
       select position, change_id from event_places where partner_id = f.partner_id order by position limit 1) p
     where p.position < f.position
   ), old as materialized (
     select c.id from change_log c
     where c.id < (select least(first_id, last_change_id, (select id from recent)) from used, event_publisher)
       and not c.id <@ (select gaps + older_gaps from event_publisher)
       and c.id not in (select p.change_id from event_feeds f join event_places p on p.partner_id = f.partner_id and p.position = f.position)
     order by c.id limit $2
   ), removed as (
     delete from change_log where id in (select id from old) returning id
   )
   select count(*)::integer as count from removed`,
);

/**
 * Removes some of the events that are older than so many days, but for the last one of each partner.
 * @returns whether there may be more of them
 */
export async function trimEvents(database: Database, days: number, rowsAtOnce = ROWS_AT_ONCE): Promise<boolean> {
  let removed = 0;
  for (const trim of [trimPlaces, trimLog]) {
    const [row] = await database.query<{ count: number }>(trim, [days, rowsAtOnce]);
    removed += row?.count ?? 0;
  }
  return removed > 0;
}
