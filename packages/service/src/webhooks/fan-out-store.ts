/** Fills the delivery queue from the event log. See docs/events-and-deliveries.md. */
import type { Plan } from '@bandeja/contract/account-enums';
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { LogPlace } from '../events/feed-store.ts';
import { activeEndpoint, HOLD_AFTER_FAILURES } from './endpoint-health-store.ts';

/** Batch size: rows of the log that are queued for an endpoint at once. */
const LOG_ROWS_AT_ONCE = 100;

// Bounds of an endpoint's queue, for receivers that are dead, slow, or refuse some events. Above them, the endpoint stops reading the
// log.
const QUEUED_MAX_ON_HOLD = 20;
const UNTRIED_MAX = 200;
const QUEUED_MAX = 1_000;

const fanOut = statement(
  'webhook_queue_fan_out',
  `with endpoint as materialized (
     select e.id, e.partner_id, e.event_types, e.queued_position, e.queued_id
     from webhook_endpoints e
     join partners p on p.id = e.partner_id
     cross join lateral (
       select count(*) as queued, count(*) filter (where attempts = 0) as untried
       from (select attempts from webhook_queue where endpoint_id = e.id limit ${QUEUED_MAX}) q) queue
     where ${activeEndpoint('$1')}
       and exists (
         select from event_log l where l.partner_id = e.partner_id and (l.position, l.id) > (e.queued_position, e.queued_id)
           and l.position < (select event_horizon()))
       and untried < ${UNTRIED_MAX}
       and queued < case when e.failures_in_a_row < ${HOLD_AFTER_FAILURES} then ${QUEUED_MAX} else ${QUEUED_MAX_ON_HOLD} end
     for no key update of e skip locked
   ), change as materialized (
     select endpoint.id as endpoint_id, endpoint.event_types, l.*
     from endpoint cross join lateral (
       select position, id as log_id, kind, subject_id, ratings from event_log
       where partner_id = endpoint.partner_id and (position, id) > (queued_position, queued_id)
         and position < (select event_horizon())
       order by position, id limit ${LOG_ROWS_AT_ONCE}) l
   ), event as (
     select *, 0 as part,
       case when starts_with(kind, 'webhook_endpoint.') then 'webhook_endpoint.disabled' else kind end as type
     from change where subject_id is not null
     union all
     select endpoint_id, event_types, position, log_id, kind,
       encode(substring(ratings from 24 * part - 23 for 16), 'hex')::uuid, ratings, part, 'rating.updated'
     from change cross join lateral generate_series(1, octet_length(ratings) / 24) as part
   ), queued as (
     insert into webhook_queue (endpoint_id, position, log_id, part, subject_id)
     select endpoint_id, position, log_id, part, subject_id from event where event_types is null or type = any(event_types)
     on conflict do nothing
   )
   update webhook_endpoints e set queued_position = last.position, queued_id = last.log_id
   from (select distinct on (endpoint_id) * from change order by endpoint_id, position desc, log_id desc) last
   where e.id = last.endpoint_id
   returning e.id`,
);

/**
 * Queues the next events of each endpoint and saves its position in the log. Endpoints locked by another process are skipped.
 * @param plans the plans with webhooks
 * @returns the number of endpoints with new events
 */
export async function queueEvents(database: Queryable, plans: readonly Plan[]): Promise<number> {
  return (await database.query(fanOut, [plans])).length;
}

const goBack = statement(
  'webhook_endpoints_go_back',
  `update webhook_endpoints set queued_position = $3::bigint, queued_id = $4::bigint
   where id = $1 and partner_id = $2 and (queued_position, queued_id) > ($3::bigint, $4::bigint)`,
);
const dropAfter = statement(
  'webhook_queue_drop_after',
  `delete from webhook_queue q using webhook_endpoints e
   where q.endpoint_id = e.id and e.id = $1 and (q.position, q.log_id) > (e.queued_position, e.queued_id)`,
);

/** Moves an endpoint back to a place in the log, if it has read beyond it. */
export async function replayAfter(
  transaction: Transaction,
  partnerId: string,
  id: string,
  place: LogPlace,
): Promise<void> {
  await Promise.all([
    transaction.query(goBack, [id, partnerId, place.position, place.id]),
    transaction.query(dropAfter, [id]),
  ]);
}

// Skips events that the endpoint has not reached yet: they will be queued anyway.
const put = statement(
  'webhook_queue_put',
  `insert into webhook_queue as q (endpoint_id, position, log_id, part, subject_id)
   select e.id, sent.* from webhook_endpoints e
   cross join unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::uuid[]) as sent(position, log_id, part, subject_id)
   where e.id = $1 and e.partner_id = $2 and (sent.position, sent.log_id) <= (e.queued_position, e.queued_id)
   on conflict (endpoint_id, position, log_id, part) do update
     set attempts = 0, first_tried_at = null, due_at = excluded.due_at, claimed_until = null`,
);

/** Queues events once more. */
export async function replayEvents(
  database: Queryable,
  partnerId: string,
  id: string,
  events: readonly (LogPlace & { readonly part: number; readonly subject_id: string })[],
): Promise<void> {
  const values = [
    events.map(({ position }) => position),
    events.map((event) => event.id),
    events.map(({ part }) => part),
    events.map((event) => event.subject_id),
  ];
  await database.query(put, [id, partnerId, ...values]);
}
