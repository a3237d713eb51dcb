/** The delivery queue. docs/events-and-deliveries.md describes its states. */
import type { Plan } from '@bandeja/contract/partners';
import type { DisabledReason } from '@bandeja/contract/webhooks';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { RowOf } from '@bandeja/postgres/table';
import type { LogPlace } from '../events/feed-store.ts';
import { webhookDeliveries } from './deliveries-store.ts';
import { NOW, SECRETS } from './endpoints-store.ts';

/** After this many consecutive failures, an endpoint is on hold: one delivery is tried at a time. */
export const HOLD_AFTER_FAILURES = 5;
/** Concurrent deliveries per endpoint. */
const PARALLEL = 8;

/** The SQL condition for endpoints that receive deliveries. */
export const isActive = (plans: string) =>
  `e.disabled_at is null and not p.suspended and p.plan = any(${plans}::text[])`;

/** The key of a row in the queue. */
interface QueueKey extends LogPlace {
  readonly endpoint_id: string;
  readonly part: number;
}

/** A delivery to make now. */
export interface ClaimedDelivery extends QueueKey {
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
       where ${isActive('$1')} and coalesce(e.paused_until <= statement_timestamp(), true)
     ) q
     where is_head and due_at <= statement_timestamp() and is_claimed is not true
   ), picked as (
     select q.endpoint_id, q.position, q.log_id, q.part
     from head join webhook_queue q using (endpoint_id, position, log_id, part)
     where head.n <= head.free and coalesce(q.claimed_until <= statement_timestamp(), true)
     order by head.n limit $2
     for update of q skip locked
   )
   update webhook_queue q set claimed_until = statement_timestamp() + $3::float8 * interval '1 ms'
   from picked join webhook_endpoints e on e.id = picked.endpoint_id
   where (q.endpoint_id, q.position, q.log_id, q.part) = (picked.endpoint_id, picked.position, picked.log_id, picked.part)
   returning q.endpoint_id, q.position, q.log_id as id, q.part, q.attempts, q.first_tried_at, e.partner_id, e.version, e.url,
     e.event_types, ${SECRETS}, ${NOW} as at`,
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

/** The delivery state of an endpoint. */
export interface EndpointState {
  readonly id: string;
  readonly version: number;
  readonly failures_in_a_row: number;
  readonly failing_since: number | null;
  readonly last_delivered_at: number | null;
  readonly paused_until: number | null;
}

const lock = statement(
  'webhook_endpoints_lock',
  `select id, version, failures_in_a_row, failing_since, last_delivered_at, paused_until
   from webhook_endpoints where id = any($1::uuid[]) order by id for no key update`,
);

/** Locks endpoints. Omits deleted ones. */
export function lockEndpoints(transaction: Transaction, ids: readonly string[]): Promise<EndpointState[]> {
  return transaction.query<EndpointState>(lock, [[...new Set(ids)]]);
}

const saveState = statement(
  'webhook_endpoints_save_state',
  `update webhook_endpoints e set failures_in_a_row = n.failures_in_a_row, failing_since = n.failing_since,
     last_delivered_at = n.last_delivered_at, paused_until = n.paused_until
   from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
     as n(id, failures_in_a_row, failing_since, last_delivered_at, paused_until)
   where e.id = n.id`,
);

const remove = statement(
  'webhook_queue_remove',
  `delete from webhook_queue q using unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::smallint[])
     as done(endpoint_id, position, log_id, part)
   where (q.endpoint_id, q.position, q.log_id, q.part) = (done.endpoint_id, done.position, done.log_id, done.part)
     and q.claimed_until is not null`,
);

// If the claim expired and another attempt was made, this one does not count.
const reschedule = statement(
  'webhook_queue_reschedule',
  `update webhook_queue q set attempts = failed.attempts + 1, first_tried_at = failed.first_tried_at,
     due_at = clock_timestamp() + failed.delay_ms * interval '1 ms', claimed_until = null
   from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::smallint[], $5::smallint[], $6::timestamptz[], $7::float8[])
     as failed(endpoint_id, position, log_id, part, attempts, first_tried_at, delay_ms)
   where (q.endpoint_id, q.position, q.log_id, q.part) = (failed.endpoint_id, failed.position, failed.log_id, failed.part)
     and q.attempts = failed.attempts and q.claimed_until is not null`,
);

const release = statement(
  'webhook_queue_release',
  `update webhook_queue q set claimed_until = null
   from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::smallint[]) as released(endpoint_id, position, log_id, part)
   where (q.endpoint_id, q.position, q.log_id, q.part)
     = (released.endpoint_id, released.position, released.log_id, released.part)`,
);

const makeDue = statement(
  'webhook_queue_make_due',
  `update webhook_queue set due_at = clock_timestamp() where endpoint_id = any($1::uuid[]) and due_at > clock_timestamp()`,
);

const log = statement('webhook_deliveries_insert', webhookDeliveries.insert());

const disable = statement(
  'webhook_endpoints_disable',
  `update webhook_endpoints set version = version + 1, disabled_reason = $2, disabled_at = clock_timestamp()
   where id = $1 and disabled_at is null returning partner_id`,
);

/** The results of claimed deliveries. */
export interface DeliveryResults {
  readonly endpoints: readonly EndpointState[];
  /** Delivered or given up. */
  readonly removed: readonly QueueKey[];
  readonly failed: readonly (QueueKey & {
    /** Before this attempt. */
    readonly attempts: number;
    readonly first_tried_at: number;
    readonly delay_ms: number;
  })[];
  /** Claims to release. */
  readonly released: readonly QueueKey[];
  /** Endpoints that accept deliveries again: their whole queues are due. */
  readonly recovered: readonly string[];
  readonly log: readonly RowOf<typeof webhookDeliveries>[];
}

/** Saves results. The transaction must have locked the endpoints. */
export async function saveResults(transaction: Transaction, results: DeliveryResults): Promise<void> {
  const { endpoints, removed, failed, released, recovered } = results;
  const times = (read: (row: EndpointState) => number | null) => endpoints.map((row) => instant(read(row)));
  await Promise.all([
    transaction.query(saveState, [
      endpoints.map(({ id }) => id),
      endpoints.map((row) => row.failures_in_a_row),
      times((row) => row.failing_since),
      times((row) => row.last_delivered_at),
      times((row) => row.paused_until),
    ]),
    removed.length > 0 && transaction.query(remove, keys(removed)),
    released.length > 0 && transaction.query(release, keys(released)),
    failed.length > 0 &&
      transaction.query(reschedule, [
        ...keys(failed),
        failed.map(({ attempts }) => attempts),
        failed.map((row) => instant(row.first_tried_at)),
        failed.map((row) => row.delay_ms),
      ]),
    recovered.length > 0 && transaction.query(makeDue, [recovered]),
    results.log.length > 0 && transaction.query(log, webhookDeliveries.values(results.log)),
  ]);
}

function keys(rows: readonly QueueKey[]) {
  return [
    rows.map((row) => row.endpoint_id),
    rows.map((row) => row.position),
    rows.map((row) => row.id),
    rows.map((row) => row.part),
  ];
}

/** Disables a locked endpoint. @returns its partner; undefined if it was already disabled */
export async function disableEndpointRow(
  transaction: Transaction,
  id: string,
  reason: DisabledReason,
): Promise<string | undefined> {
  return (await transaction.query<{ partner_id: string }>(disable, [id, reason]))[0]?.partner_id;
}
