import { instant, type Queryable, statement } from '../engine/database.ts';

// Places are given in about the order of time, so the answer is found from the end of the feed.
const before = statement(
  'webhook_position_before',
  `select coalesce(min(p.position) - 1, (select position from event_feeds where partner_id = $1), 0) as position
   from event_places p join change_log c on c.id = p.change_id where p.partner_id = $1 and c.at >= $2::timestamptz`,
);

/** The position after which all events of a partner from an instant on stand. */
export async function readPositionBefore(database: Queryable, partnerId: string, at: number): Promise<number> {
  const [row] = await database.query<{ position: number }>(before, [partnerId, instant(at)]);
  return row?.position ?? 0;
}
