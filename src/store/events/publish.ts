/** How logged changes get their places among the events of partners. */
import { type Database, statement } from '../engine/database.ts';

/** So many changes get their places in one transaction at most. */
const CHANGES_AT_ONCE = 1_000;

const within = (gaps: string): string =>
  `select c.* from unnest(${gaps}) gap cross join lateral (select * from change_log where id >= lower(gap) and id < upper(gap)) c`;

const look = statement(
  'event_publisher_look',
  `select exists(select from change_log where id > p.last_change_id) or exists(${within('p.gaps + p.older_gaps')}) as is_due
   from event_publisher p`,
);

const lock = statement('event_publisher_lock', 'select id from event_publisher for no key update skip locked');

/**
 * The partners that are told of a rating: the creator of the player, and those that have it on a roster as their guest. An erased
 * player has no creator.
 */
const TOLD = `select creator_partner_id as partner_id from players where id = r.player_id and creator_partner_id is not null
     union all
     select partner_id from roster_members where player_id = r.player_id and is_guest`;

// Everything that the statement's snapshot shows and that has no place yet, by id. If a change is among it, so is every earlier
// change of the same match or player: its transaction had committed before the later one could take its lock, and so its id.
const publish = statement(
  'event_publisher_publish',
  `with publisher as (
     select *, older_than <= pg_snapshot_xmin(pg_current_snapshot()) or older_than > pg_current_xact_id() as are_older_over
     from event_publisher
   ), taken as materialized (
     (${within('(select gaps + older_gaps from publisher)')} order by c.id limit $1)
     union all
     (select * from change_log where id > (select last_change_id from publisher) order by id limit $1)
     order by id limit $1
   ), told as (
     select t.id as change_id, told.partner_id, array_agg(distinct r.n::integer order by r.n::integer) as ratings
     from taken t
     cross join lateral unnest(t.player_ids) with ordinality as r(player_id, n)
     cross join lateral (${TOLD}) told
     where t.sequences is not null
     group by t.id, told.partner_id
   ), owned as (
     select id as change_id, partner_id from taken where partner_id is not null
   ), numbered as (
     select change_id, partner_id, coalesce(told.ratings, '{}') as ratings,
       coalesce(f.position, 0) + row_number() over (partition by partner_id order by change_id) as position
     from owned full join told using (change_id, partner_id)
     left join event_feeds f using (partner_id)
   ), placed as (
     insert into event_places (partner_id, position, change_id, ratings)
     select n.partner_id, n.position, n.change_id,
       case when cardinality(n.ratings) < cardinality(t.sequences) then n.ratings end
     from numbered n join taken t on t.id = n.change_id
   ), fed as (
     insert into event_feeds (partner_id, position) select partner_id, max(position) from numbered group by partner_id
     on conflict (partner_id) do update set position = excluded.position
   ), seen as (
     select count(*)::integer as count, greatest(max(t.id), max(p.last_change_id)) as last_id,
       coalesce(range_agg(int8range(t.id, t.id, '[]')) filter (where t.id is not null), '{}') as ids
     from publisher p left join taken t on true
   )
   update event_publisher e set
     last_change_id = seen.last_id,
     gaps = (case when p.are_older_over and seen.count < $1 then '{}' else p.gaps end
       + int8multirange(int8range(p.last_change_id, seen.last_id, '(]'))) - seen.ids,
     older_gaps = (case when p.are_older_over and seen.count < $1 then p.gaps else p.older_gaps end) - seen.ids,
     older_than = case when p.are_older_over and seen.count < $1 then pg_current_xact_id() else p.older_than end
   from publisher p, seen
   returning seen.count`,
);

/**
 * Gives the changes that are committed by now and have no place yet their places, some at a time: each change once, whatever ends
 * the process. If another process is doing it, nothing is done here.
 * @returns how many changes got places.
 */
export async function publishChanges(database: Database, changesAtOnce = CHANGES_AT_ONCE): Promise<number> {
  const [due] = await database.query<{ is_due: boolean }>(look);
  if (due?.is_due !== true) return 0;
  return database.transaction(async (transaction) => {
    const locked = await transaction.query(lock);
    if (locked.length === 0) return 0;
    // Only a statement that begins after the lock is held sees all that the last publisher has done.
    const published = transaction.query<{ count: number }>(publish, [changesAtOnce]);
    transaction.conclude();
    return (await published)[0]?.count ?? 0;
  });
}
