/** Fills the delivery queue from the event log. See docs/events-and-deliveries.md. */
import type { Plan } from '@bandeja/contract/account-enums';
import { type Database, statement, type Transaction } from '@bandeja/postgres/database';
import type { LogPlace } from '../events/feed-store.ts';
import { activeEndpoint, HOLD_AFTER_FAILURES, lockEndpoints, promoteHeads, scheduleEndpoints } from './queue-store.ts';

/** Batch size: rows of the log that are queued for an endpoint at once. */
const LOG_ROWS_AT_ONCE = 100;

// Bounds of an endpoint's queue, for receivers that are dead, slow, or refuse some events. Above them, the endpoint stops reading the
// log.
const QUEUED_MAX_ON_HOLD = 20;
const UNTRIED_MAX = 200;
const QUEUED_MAX = 1_000;

const lockBehind = statement(
  'webhook_endpoints_lock_behind',
  `select e.id from webhook_endpoints e join partners p on p.id = e.partner_id
   cross join lateral (
     select e.id as endpoint_id from event_log l where l.partner_id = e.partner_id and (l.position, l.id) > (e.queued_position, e.queued_id)
       and l.position < (select event_horizon())
     limit 1
   ) news
   cross join lateral (
     select count(*) as queued, count(*) filter (where attempts = 0) as untried
     from (select attempts from webhook_queue where endpoint_id = news.endpoint_id limit ${QUEUED_MAX}) q
   ) queue
   where ${activeEndpoint('$1')} and untried < ${UNTRIED_MAX}
     and queued < case when e.failures_in_a_row < ${HOLD_AFTER_FAILURES} then ${QUEUED_MAX} else ${QUEUED_MAX_ON_HOLD} end
   for no key update of e skip locked`,
);

// A separate statement, since its snapshot must be newer than the locks: it decides which rows are heads.
const fanOut = statement(
  'webhook_queue_fan_out',
  `with change as materialized (
     select e.id as endpoint_id, e.event_types, l.*
     from webhook_endpoints e cross join lateral (
       select position, id as log_id, kind, subject_id, ratings from event_log
       where partner_id = e.partner_id and (position, id) > (e.queued_position, e.queued_id)
         and position < (select event_horizon())
       order by position, id limit ${LOG_ROWS_AT_ONCE}
     ) l
     where e.id = any($1::uuid[])
   ), event as (
     select endpoint_id, event_types, position, log_id, subject_id, 0 as part,
       case when starts_with(kind, 'webhook_endpoint.') then 'webhook_endpoint.disabled' else kind end as type
     from change where subject_id is not null
     union all
     select endpoint_id, event_types, position, log_id,
       encode(substring(ratings from 24 * part - 23 for 16), 'hex')::uuid, part, 'rating.updated'
     from change cross join lateral generate_series(1, octet_length(ratings) / 24) as part
   ), queued as (
     insert into webhook_queue (endpoint_id, subject_id, position, log_id, part, is_head)
     select endpoint_id, subject_id, position, log_id, part,
       row_number() over (partition by endpoint_id, subject_id order by position, log_id, part) = 1 and not exists (
         select from webhook_queue q where q.endpoint_id = event.endpoint_id and q.subject_id = event.subject_id)
     from event where event_types is null or type = any(event_types)
     on conflict do nothing
     returning endpoint_id
   )
   update webhook_endpoints e set queued_position = last.position, queued_id = last.log_id,
     next_due_at = case when e.id in (select endpoint_id from queued)
       then least(e.next_due_at, greatest(e.paused_until, statement_timestamp())) else e.next_due_at end
   from (select distinct on (endpoint_id) * from change order by endpoint_id, position desc, log_id desc) last
   where e.id = last.endpoint_id
   returning e.id`,
);

/**
 * Queues the next events of each endpoint and saves its position in the log. Endpoints locked by another process are skipped.
 * @param plans the plans with webhooks
 * @returns the number of endpoints with new events
 */
export async function queueEvents(transaction: Transaction, plans: readonly Plan[]): Promise<number> {
  const behind = await transaction.query<{ id: string }>(lockBehind, [plans]);
  return behind.length === 0 ? 0 : (await transaction.query(fanOut, [behind.map(({ id }) => id)])).length;
}

const goBack = statement(
  'webhook_endpoints_go_back',
  `update webhook_endpoints set queued_position = $2::bigint, queued_id = $3::bigint
   where id = $1 and (queued_position, queued_id) > ($2::bigint, $3::bigint)`,
);
const dropAfter = statement(
  'webhook_queue_drop_after',
  `delete from webhook_queue q using webhook_endpoints e
   where q.endpoint_id = e.id and e.id = $1 and (q.position, q.log_id) > (e.queued_position, e.queued_id)`,
);

/** Moves an endpoint back to a place in the log, if it has read beyond it. */
export function replayAfter(database: Database, id: string, place: LogPlace): Promise<void> {
  return database.transaction(async (transaction) => {
    lockEndpoints(transaction, [id]);
    transaction.query(goBack, [id, place.position, place.id]);
    transaction.query(dropAfter, [id]);
    transaction.commitWithLast();
  });
}

// Skips events that the endpoint has not reached yet: they will be queued anyway.
const put = statement(
  'webhook_queue_put',
  `insert into webhook_queue as q (endpoint_id, subject_id, position, log_id, part, is_head)
   select e.id, sent.*, false from webhook_endpoints e
   cross join unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::smallint[]) as sent(subject_id, position, log_id, part)
   where e.id = $1 and (sent.position, sent.log_id) <= (e.queued_position, e.queued_id)
   on conflict (endpoint_id, subject_id, position, log_id, part) do update
     set attempts = 0, first_tried_at = null, due_at = excluded.due_at, claimed_until = null`,
);
const demote = statement(
  'webhook_queue_demote',
  'update webhook_queue set is_head = false where endpoint_id = $1 and subject_id = any($2::uuid[]) and is_head',
);

/** Queues events once more. */
export function replayEvents(
  database: Database,
  id: string,
  events: readonly (LogPlace & { readonly part: number; readonly subject_id: string })[],
): Promise<void> {
  const subjectIds = events.map((event) => event.subject_id);
  const positions = events.map(({ position }) => position);
  const rowIds = events.map((event) => event.id);
  const parts = events.map(({ part }) => part);
  return database.transaction(async (transaction) => {
    lockEndpoints(transaction, [id]);
    transaction.query(put, [id, subjectIds, positions, rowIds, parts]);
    transaction.query(demote, [id, subjectIds]);
    promoteHeads(
      transaction,
      subjectIds.map((subject) => ({ endpoint_id: id, subject_id: subject })),
    );
    scheduleEndpoints(transaction, [id]);
    transaction.commitWithLast();
  });
}
