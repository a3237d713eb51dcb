/** Whether events reach the partners. */
import { type Queryable, statement } from '../engine/database.ts';

const oldest = statement(
  'diagnosis_oldest_unpublished',
  `select extract(epoch from clock_timestamp() - min(at))::float8 as seconds, count(*)::int as changes
   from (select at from change_log where id > (select last_change_id from event_publisher) order by id limit 10000) c`,
);

/** Changes that are no events yet, up to 10,000, and for how long the oldest has waited; null without any. */
export async function readUnpublished(database: Queryable): Promise<{ seconds: number | null; changes: number }> {
  const [row] = await database.query<{ seconds: number | null; changes: number }>(oldest);
  return row ?? { seconds: null, changes: 0 };
}

/** An endpoint of a partner that takes no events. */
export interface UnwellEndpoint {
  readonly id: string;
  readonly partner: string;
  /** Why it was disabled; null while it is tried again. */
  readonly disabled_reason: string | null;
  readonly failures_in_a_row: number;
  readonly seconds: number;
}

const unwell = statement(
  'diagnosis_unwell_endpoints',
  `select e.id, p.name as partner, e.disabled_reason, e.failures_in_a_row,
     extract(epoch from clock_timestamp() - coalesce(e.disabled_at, e.failing_since))::float8 as seconds
   from webhook_endpoints e join partners p on p.id = e.partner_id
   where e.disabled_reason in ('gone', 'failing') or e.failing_since < clock_timestamp() - $1::float8 * interval '1 second'
   order by seconds desc limit 20`,
);

/** Endpoints that were disabled because they failed, and those that have been failing for so many seconds. */
export function readUnwellEndpoints(database: Queryable, seconds: number): Promise<UnwellEndpoint[]> {
  return database.query(unwell, [seconds]);
}
