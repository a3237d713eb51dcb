/** The delivery queue. docs/events-and-deliveries.md describes its states. */
import type { Plan } from '@bandeja/contract/account-enums';
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, double, integer, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import { activeEndpoint, HOLD_AFTER_FAILURES } from './endpoint-health-store.ts';
import { NOW, SECRETS } from './endpoints-store.ts';

/** Concurrent deliveries per endpoint. */
const PARALLEL = 8;

/**
 * A claimed row of the queue. `claimed_until` identifies the claim: once another process has claimed the row, or a replay has queued it
 * again, results of this claim no longer apply. It has whole milliseconds, since it is compared after a round trip through JavaScript.
 */
const claims = table('webhook_queue', {
  endpoint_id: uuid,
  position: bigint,
  log_id: bigint,
  part: integer,
  claimed_until: timestamptz,
});
const failures = table('webhook_queue', { ...claims.columns, first_tried_at: timestamptz, delay_ms: double });

export type Claim = RowOf<typeof claims>;
/** A claim whose attempt failed. `first_tried_at` includes this attempt; the next one is due after `delay_ms`. */
export type FailedClaim = RowOf<typeof failures>;

/** A delivery to make now. */
export interface ClaimedDelivery extends Claim {
  /** Failed attempts. */
  readonly attempts: number;
  readonly first_tried_at: number | null;
  readonly partner_id: string;
  readonly version: number;
  readonly url: string;
  readonly event_types: readonly string[] | null;
  readonly secrets: readonly Uint8Array[];
  /** The time of the claim. */
  readonly at: number;
}

// The first row of each subject is its head: the next one to deliver. The locking select checks the claim again, since another process
// may have claimed the row since.
const claim = statement(
  'webhook_queue_claim',
  `with head as (
     select endpoint_id, position, log_id, part, parallel - in_flight as free,
       row_number() over (partition by endpoint_id order by position, log_id, part) as n
     from (
       select q.*, case when e.failures_in_a_row < ${HOLD_AFTER_FAILURES} then ${PARALLEL} else 1 end as parallel,
         q.claimed_until > statement_timestamp() as is_claimed,
         row_number() over (partition by q.endpoint_id, q.subject_id order by q.position, q.log_id, q.part) = 1 as is_head,
         count(*) filter (where q.claimed_until > statement_timestamp()) over (partition by q.endpoint_id) as in_flight
       from webhook_queue q
       join webhook_endpoints e on e.id = q.endpoint_id
       join partners p on p.id = e.partner_id
       where ${activeEndpoint('$1')} and coalesce(e.paused_until <= statement_timestamp(), true)
     ) q
     where is_head and due_at <= statement_timestamp() and is_claimed is not true
   ), picked as (
     select q.endpoint_id, q.position, q.log_id, q.part
     from head join webhook_queue q using (endpoint_id, position, log_id, part)
     where head.n <= head.free and coalesce(q.claimed_until <= statement_timestamp(), true)
     order by head.n limit $2
     for update of q skip locked
   )
   update webhook_queue q set claimed_until = date_trunc('milliseconds', statement_timestamp()) + $3::float8 * interval '1 ms'
   from picked join webhook_endpoints e on e.id = picked.endpoint_id
   where (q.endpoint_id, q.position, q.log_id, q.part) = (picked.endpoint_id, picked.position, picked.log_id, picked.part)
   returning ${claims.select('q')}, q.attempts, q.first_tried_at, e.partner_id, e.version, e.url, e.event_types,
     ${SECRETS}, ${NOW} as at`,
);

/**
 * Claims due deliveries for this process until the claims expire. Only the first delivery of each subject can be claimed, so that its
 * events arrive in order.
 */
export async function claimDeliveries(
  database: Queryable,
  plans: readonly Plan[],
  { limit, claimMs }: { readonly limit: number; readonly claimMs: number },
): Promise<ClaimedDelivery[]> {
  return limit <= 0 ? [] : database.query<ClaimedDelivery>(claim, [plans, limit, claimMs]);
}

const isClaim = (sent: string) =>
  `(q.endpoint_id, q.position, q.log_id, q.part, q.claimed_until)
     = (${claims.select(sent)})`;

const remove = statement(
  'webhook_queue_remove',
  `delete from webhook_queue q using (${claims.source()}) done where ${isClaim('done')}`,
);

/** Removes deliveries that were made or given up. */
export const removeDeliveries = (transaction: Transaction, done: readonly Claim[]): Promise<unknown> =>
  transaction.query(remove, claims.values(done));

const release = statement(
  'webhook_queue_release',
  `update webhook_queue q set claimed_until = null
   from (${claims.source()}) released where ${isClaim('released')}`,
);

/** Ends claims without an attempt. */
export const releaseDeliveries = (transaction: Transaction, released: readonly Claim[]): Promise<unknown> =>
  transaction.query(release, claims.values(released));

const reschedule = statement(
  'webhook_queue_reschedule',
  `update webhook_queue q set attempts = q.attempts + 1, first_tried_at = failed.first_tried_at,
     due_at = clock_timestamp() + failed.delay_ms * interval '1 ms', claimed_until = null
   from (${failures.source()}) failed where ${isClaim('failed')}`,
);

/** Ends claims after a failed attempt. */
export const rescheduleDeliveries = (transaction: Transaction, failed: readonly FailedClaim[]): Promise<unknown> =>
  transaction.query(reschedule, failures.values(failed));

const makeDue = statement(
  'webhook_queue_make_due',
  `update webhook_queue set due_at = clock_timestamp() where endpoint_id = any($1::uuid[]) and due_at > clock_timestamp()`,
);

/** Makes every queued delivery of these endpoints due now. */
export const makeQueuesDue = (transaction: Transaction, endpointIds: readonly string[]): Promise<unknown> =>
  transaction.query(makeDue, [endpointIds]);
