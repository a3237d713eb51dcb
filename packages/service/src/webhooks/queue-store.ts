/** The delivery queue and the health of its endpoints. docs/events-and-deliveries.md describes the states of a row. */
import type { Plan } from '@bandeja/contract/account-enums';
import type { DisabledReason } from '@bandeja/contract/webhooks';
import { statement, type Transaction } from '@bandeja/postgres/database';
import { bigint, double, integer, nullable, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import { NOW, SECRETS } from './endpoints-store.ts';

/** After this many consecutive failures, an endpoint is on hold: one delivery is tried at a time. */
export const HOLD_AFTER_FAILURES = 5;

/** Concurrent deliveries per endpoint. */
const PARALLEL = 8;

/** Endpoints that one claim locks: others skip them until it commits. */
const ENDPOINTS_PER_CLAIM = 64;

const parallel = (failures: string) => `case when ${failures} < ${HOLD_AFTER_FAILURES} then ${PARALLEL} else 1 end`;

/**
 * The SQL condition for an endpoint `e` of a partner `p` that receives deliveries.
 * @param plans the parameter with the plans that have webhooks
 */
export const activeEndpoint = (plans: string) =>
  `e.disabled_at is null and not p.suspended and p.plan = any(${plans}::text[])`;

/**
 * The next time at which an endpoint `e` can be served: when its first head is due, or if all of its parallel deliveries are claimed,
 * when the first claim ends. At least now, so that an endpoint that was just served comes after those that were not.
 * @param of where to read its health
 */
const nextDue = (of: string) => `(
  select greatest(statement_timestamp(), ${of}.paused_until,
    case when claimed.count < ${parallel(`${of}.failures_in_a_row`)} then head.due_at else claimed.first_until end)
  from (
    select due_at from webhook_queue where endpoint_id = e.id and is_head order by due_at limit 1
  ) head cross join (
    select count(*), min(claimed_until) as first_until from webhook_queue
    where endpoint_id = e.id and claimed_until > statement_timestamp()
  ) claimed)`;

const schedule = statement(
  'webhook_endpoints_schedule',
  `update webhook_endpoints e set next_due_at = ${nextDue('e')} where e.id = any($1::uuid[])`,
);

/** Sets when locked endpoints are served next. Call it after every change of their queues that can make a delivery due earlier. */
export const scheduleEndpoints = (transaction: Transaction, ids: readonly string[]): Promise<unknown> =>
  transaction.query(schedule, [ids]);

/**
 * A claimed row of the queue. `claimed_until` identifies the claim: once another process has claimed the row, or a replay has queued it
 * again, results of this claim no longer apply. It has whole milliseconds, since it is compared after a round trip through JavaScript.
 */
const claims = table('webhook_queue', {
  endpoint_id: uuid,
  subject_id: uuid,
  position: bigint,
  log_id: bigint,
  part: integer,
  claimed_until: timestamptz,
});
const failures = table('webhook_queue', { ...claims.columns, first_tried_at: timestamptz, delay_ms: double });
const subjects = claims.only('endpoint_id', 'subject_id');

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

const lockDue = statement(
  'webhook_endpoints_lock_due',
  `select e.id from webhook_endpoints e join partners p on p.id = e.partner_id
   where e.next_due_at <= statement_timestamp() and ${activeEndpoint('$1')}
   order by e.next_due_at limit $2
   for no key update of e skip locked`,
);

// A separate statement, since its snapshot must be newer than the locks. Every locked endpoint gets a delivery before any gets a second.
const claim = statement(
  'webhook_queue_claim',
  `with endpoint as (
     select e.id, ${parallel('e.failures_in_a_row')} - (
       select count(*) from webhook_queue where endpoint_id = e.id and claimed_until > statement_timestamp()) as free
     from webhook_endpoints e where e.id = any($1::uuid[])
   ), picked as (
     select head.* from endpoint cross join lateral (
       select endpoint_id, subject_id, position, log_id, part, row_number() over (order by due_at, position, log_id, part) as n
       from webhook_queue where endpoint_id = endpoint.id and is_head and due_at <= statement_timestamp()
       order by due_at, position, log_id, part limit greatest(endpoint.free, 0)
     ) head
     order by head.n limit $2
   )
   update webhook_queue q set claimed_until = claim.until, due_at = claim.until
   from picked join webhook_endpoints e on e.id = picked.endpoint_id
     cross join (select date_trunc('milliseconds', statement_timestamp()) + $3::float8 * interval '1 ms' as until) claim
   where (q.endpoint_id, q.subject_id, q.position, q.log_id, q.part)
     = (picked.endpoint_id, picked.subject_id, picked.position, picked.log_id, picked.part)
   returning ${claims.select('q')}, q.attempts, q.first_tried_at, e.partner_id, e.version, e.url, e.event_types,
     ${SECRETS}, ${NOW} as at`,
);

/**
 * Claims due deliveries for this process until the claims expire. Only the first delivery of each subject can be claimed, so that its
 * events arrive in order.
 */
export async function claimDeliveries(
  transaction: Transaction,
  plans: readonly Plan[],
  { limit, claimMs }: { readonly limit: number; readonly claimMs: number },
): Promise<ClaimedDelivery[]> {
  if (limit <= 0) return [];
  const due = await transaction.query<{ id: string }>(lockDue, [plans, Math.min(limit, ENDPOINTS_PER_CLAIM)]);
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const [claimed] = await Promise.all([
    transaction.query<ClaimedDelivery>(claim, [ids, limit, claimMs]),
    scheduleEndpoints(transaction, ids),
  ]);
  return claimed;
}

const isClaim = (sent: string) =>
  `(q.endpoint_id, q.subject_id, q.position, q.log_id, q.part, q.claimed_until) = (${claims.select(sent)})`;

const remove = statement(
  'webhook_queue_remove',
  `delete from webhook_queue q using (${claims.source()}) done where ${isClaim('done')}`,
);

const promote = statement(
  'webhook_queue_promote',
  `update webhook_queue q set is_head = true
   from (${subjects.source()}) sent cross join lateral (
     select position, log_id, part from webhook_queue where endpoint_id = sent.endpoint_id and subject_id = sent.subject_id
     order by position, log_id, part limit 1
   ) first
   where (q.endpoint_id, q.subject_id, q.position, q.log_id, q.part)
     = (sent.endpoint_id, sent.subject_id, first.position, first.log_id, first.part) and not q.is_head`,
);

/** Makes the first delivery of each subject its head. */
export const promoteHeads = (transaction: Transaction, of: readonly RowOf<typeof subjects>[]): Promise<unknown> =>
  transaction.query(promote, subjects.values(of));

/** Removes deliveries that were made or given up. */
export const removeDeliveries = (transaction: Transaction, done: readonly Claim[]): Promise<unknown> =>
  Promise.all([transaction.query(remove, claims.values(done)), promoteHeads(transaction, done)]);

const release = statement(
  'webhook_queue_release',
  `update webhook_queue q set claimed_until = null, due_at = clock_timestamp()
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
  `update webhook_queue set due_at = clock_timestamp()
   where endpoint_id = any($1::uuid[]) and due_at > clock_timestamp() and claimed_until is null`,
);

/** Makes every delivery of these endpoints due now, unless it is claimed. */
export const makeQueuesDue = (transaction: Transaction, endpointIds: readonly string[]): Promise<unknown> =>
  transaction.query(makeDue, [endpointIds]);

const restart = statement(
  'webhook_queue_restart',
  `update webhook_queue set attempts = 0, first_tried_at = null, due_at = coalesce(claimed_until, clock_timestamp())
   where endpoint_id = $1`,
);

/** Forgets the failed attempts of a locked endpoint's deliveries, and makes all of them due now, unless they are claimed. */
export const restartQueue = (transaction: Transaction, endpointId: string): Promise<unknown> =>
  Promise.all([transaction.query(restart, [endpointId]), scheduleEndpoints(transaction, [endpointId])]);

const health = table('webhook_endpoints', {
  id: uuid,
  /** Failures since the last success. */
  failures_in_a_row: integer,
  failing_since: nullable(timestamptz),
  last_delivered_at: nullable(timestamptz),
  /** The receiver asked for a pause until then. */
  paused_until: nullable(timestamptz),
});

export interface EndpointHealth extends RowOf<typeof health> {
  /** Counts the partner's changes of the endpoint. */
  readonly version: number;
}

const lock = statement(
  'webhook_endpoints_lock',
  `select ${health.select()}, version from webhook_endpoints where id = any($1::uuid[]) order by id for no key update`,
);

/** Locks endpoints, and so their queues. Omits deleted ones. */
export function lockEndpoints(transaction: Transaction, ids: readonly string[]): Promise<EndpointHealth[]> {
  return transaction.query<EndpointHealth>(lock, [[...new Set(ids)]]);
}

const save = statement(
  'webhook_endpoints_save_health',
  `update webhook_endpoints e set ${health.without('id').assignments('saved')}, next_due_at = ${nextDue('saved')}
   from (${health.source()}) saved where e.id = saved.id`,
);

/** Saves the health of locked endpoints, and sets when they are served next. Call it after the changes of their queues. */
export const saveHealth = (transaction: Transaction, rows: readonly EndpointHealth[]): Promise<unknown> =>
  transaction.query(save, health.values(rows));

const disable = statement(
  'webhook_endpoints_disable',
  `update webhook_endpoints set version = version + 1, disabled_reason = $2, disabled_at = clock_timestamp()
   where id = $1 and disabled_at is null returning partner_id`,
);

/** Disables a locked endpoint. @returns its partner; undefined if it was already disabled */
export async function disableEndpointRow(
  transaction: Transaction,
  id: string,
  reason: DisabledReason,
): Promise<string | undefined> {
  return (await transaction.query<{ partner_id: string }>(disable, [id, reason]))[0]?.partner_id;
}
