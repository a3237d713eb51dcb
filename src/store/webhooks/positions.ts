import { instant, type Queryable, statement } from '../engine/database.ts';

// A binary search, since a partner may have millions of places. Their changes are in the order of time, but for those whose transactions
// were open for long: these come later than their instants say. So the search goes by minutes earlier, and the rest is looked through.
const before = statement(
  'webhook_position_before',
  `with recursive search(low, high) as (
     select (select min(position) from event_places where partner_id = $1), (select max(position) + 1 from event_places where partner_id = $1)
     union all
     select case when is_before then middle + 1 else low end, case when is_before then high else middle end
     from (
       select low, high, middle, (
         select c.at from event_places p join change_log c on c.id = p.change_id where p.partner_id = $1 and p.position = middle
       ) < $2::timestamptz - interval '5 minutes' as is_before
       from (select low, high, (low + high) / 2 as middle from search where low < high) halves
     ) compared
   )
   select coalesce((
     select p.position - 1 from event_places p cross join lateral (select at from change_log where id = p.change_id offset 0) c
     where p.partner_id = $1 and p.position >= (select max(low) from search) and c.at >= $2::timestamptz order by p.position limit 1
   ), (select max(position) from event_places where partner_id = $1), 0) as position`,
);

/** The position after which all events of a partner from an instant on stand. */
export async function readPositionBefore(database: Queryable, partnerId: string, at: number): Promise<number> {
  const [row] = await database.query<{ position: number }>(before, [partnerId, instant(at)]);
  return row?.position ?? 0;
}
