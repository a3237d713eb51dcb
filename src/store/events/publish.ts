/** How logged changes get their places among the events of partners. */
import { type Database, type Queryable, statement } from '../engine/database.ts';

/** So many changes get their places in one transaction at most. */
const CHANGES_AT_ONCE = 1_000;

const look = statement(
  'event_publisher_look',
  `select last_change_id < (select id from change_log order by id desc limit 1)
     or not isempty(gaps) or not isempty(older_gaps) as is_due
   from event_publisher`,
);

const lock = statement('event_publisher_lock', 'select id from event_publisher for no key update skip locked');

// Each gap is looked up by itself; without the offset the planner reads the whole log.
// Everything that the statement's snapshot shows and that has no place yet, by id. If a change is among it, so is every earlier
// change of the same match or player: its transaction had committed before the later one could take its lock, and so its id.
// The planner takes the lists of the statement for short, so they carry what would otherwise be joined by nested loops.
// Told of a rating are the creator of the player (an erased one has none) and the partners that have it on a roster as their guest.
const publish = statement(
  'event_publisher_publish',
  `with publisher as (
     select *, older_than <= pg_snapshot_xmin(pg_current_snapshot()) or older_than > pg_current_xact_id() as are_older_over
     from event_publisher limit 1
   ), taken as materialized (
     (select c.* from unnest((select gaps + older_gaps from publisher)) gap cross join lateral (
        select * from change_log where id >= lower(gap) and id < upper(gap) offset 0) c
      order by c.id limit $1)
     union all
     (select * from change_log where id > (select last_change_id from publisher) order by id limit $1)
     order by id limit $1
   ), rated as materialized (
     select t.id as change_id, r.player_id, r.n::integer, cardinality(t.player_ids) as ratings
     from taken t cross join lateral unnest(t.player_ids) with ordinality as r(player_id, n) where t.sequences is not null
   ), told as materialized (
     select r.player_id, p.partner_id
     from (select distinct player_id from rated) r cross join lateral (
       select creator_partner_id as partner_id from players where id = r.player_id limit 1) p
     where p.partner_id is not null
     union
     select r.player_id, m.partner_id
     from (select distinct player_id from rated) r cross join lateral (
       select partner_id from roster_members where player_id = r.player_id and is_guest offset 0) m
   ), telling as (
     select change_id, partner_id, true as is_told, case when count(*) < max(ratings) then array_agg(n) end as ratings
     from rated join told using (player_id) group by change_id, partner_id
   ), owned as (
     select id as change_id, partner_id, case when sequences is not null then '{}'::integer[] end as ratings
     from taken where partner_id is not null
   ), numbered as (
     select change_id, partner_id, case when is_told then telling.ratings else owned.ratings end as ratings,
       row_number() over (partition by partner_id order by change_id) as number
     from owned full join telling using (change_id, partner_id)
   ), placed as (
     insert into event_places (partner_id, position, change_id, ratings)
     select partner_id, max(last) over (partition by partner_id) + number, change_id, ratings
     from (
       select *, case when number = 1 then coalesce(
         (select p.position from event_places p where p.partner_id = n.partner_id order by p.position desc limit 1), 0) end as last
       from numbered n) n
   ), seen as (
     select count(*)::integer as count, coalesce(max(id), 0) as last_id,
       coalesce(range_agg(int8range(id, id, '[]')), '{}') as ids
     from taken
   )
   update event_publisher e set
     last_change_id = greatest(p.last_change_id, seen.last_id),
     gaps = (case when p.are_older_over and seen.count < $1 then '{}' else p.gaps end
       + int8multirange(int8range(p.last_change_id, greatest(p.last_change_id, seen.last_id), '(]'))) - seen.ids,
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
    transaction.commitWithLast();
    return (await published)[0]?.count ?? 0;
  });
}

const lag = statement(
  'event_publisher_lag',
  `select (extract(epoch from clock_timestamp() - c.at) * 1000)::float8 as ms
   from change_log c where c.id > (select last_change_id from event_publisher) order by c.id limit 1`,
);

/** The age of the earliest change that has no places yet, ms; 0 if all have. */
export async function readPublishingLag(database: Queryable): Promise<number> {
  return Math.max(0, (await database.query<{ ms: number }>(lag))[0]?.ms ?? 0);
}
