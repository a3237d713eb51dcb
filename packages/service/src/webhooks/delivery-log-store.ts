/** The delivery log: one row per attempt. */
import { deliveryErrors } from '@bandeja/contract/webhooks';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { integer, nullable, oneOf, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import type { CreationKey, Page } from '../paging/page.ts';
import { type AgedLog, type OldRows, removalOfOldRows, removeOldRows } from '../runtime/aged-rows-store.ts';

export const webhookDeliveries = table('webhook_deliveries', {
  endpoint_id: uuid,
  id: uuid,
  event_id: text,
  event_type: text,
  /** From 1. */
  attempt: integer,
  /** When it was sent, ms since 1970. */
  at: timestamptz,
  duration_ms: integer,
  status_code: nullable(integer),
  /** Null: delivered. */
  error: nullable(oneOf(deliveryErrors)),
});

const withoutEndpoint = webhookDeliveries.without('endpoint_id');

export type DeliveryRow = RowOf<typeof withoutEndpoint>;

const insert = statement('webhook_deliveries_insert', webhookDeliveries.insert());

export const insertDeliveryLog = (
  transaction: Transaction,
  rows: readonly RowOf<typeof webhookDeliveries>[],
): Promise<unknown> => transaction.query(insert, webhookDeliveries.values(rows));

const list = statement(
  'webhook_deliveries_list',
  `select ${withoutEndpoint.select()} from webhook_deliveries
   where endpoint_id = $1 and (at, id) < ($2::timestamptz, $3::uuid)
   order by at desc, id desc limit $4 offset $5`,
);

const AFTER_ALL: CreationKey = { created_at: Number.POSITIVE_INFINITY, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The attempts of an endpoint, newest first. */
export async function listDeliveryRows(
  database: Queryable,
  endpointId: string,
  page: Page<CreationKey>,
): Promise<DeliveryRow[]> {
  const after = page.after ?? AFTER_ALL;
  const values = [endpointId, instant(after.created_at), after.id, page.limit, page.offset];
  return database.query<DeliveryRow>(list, values);
}

const log: AgedLog = {
  table: 'webhook_deliveries',
  key: [
    ['endpoint_id', 'uuid'],
    ['at', 'timestamptz'],
    ['id', 'uuid'],
  ],
};
const trim = statement('webhook_deliveries_trim', removalOfOldRows(log));

/** Removes old attempts. */
export const trimDeliveries = (database: Queryable, removal: OldRows): Promise<void> =>
  removeOldRows(database, trim, log, removal);
