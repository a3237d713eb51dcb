/** The delivery health of endpoints: failures, pauses, disabling. */
import type { DisabledReason } from '@bandeja/contract/webhooks';
import { statement, type Transaction } from '@bandeja/postgres/database';
import { integer, nullable, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';

/** After this many consecutive failures, an endpoint is on hold: one delivery is tried at a time. */
export const HOLD_AFTER_FAILURES = 5;

/**
 * The SQL condition for an endpoint `e` of a partner `p` that receives deliveries.
 * @param plans the parameter with the plans that have webhooks
 */
export const activeEndpoint = (plans: string) =>
  `e.disabled_at is null and not p.suspended and p.plan = any(${plans}::text[])`;

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

/** Locks endpoints. Omits deleted ones. */
export function lockEndpoints(transaction: Transaction, ids: readonly string[]): Promise<EndpointHealth[]> {
  return transaction.query<EndpointHealth>(lock, [[...new Set(ids)]]);
}

const save = statement(
  'webhook_endpoints_save_health',
  `update webhook_endpoints e set ${health.without('id').assignments('saved')} from (${health.source()}) saved where e.id = saved.id`,
);

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
