/** Webhook endpoints as partners read and change them. */
import { disabledReasons } from '@bandeja/contract/webhooks';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import {
  list as listColumn,
  nullable,
  oneOf,
  type RowOf,
  table,
  text,
  timestamptz,
  uuid,
} from '@bandeja/postgres/table';
import { BEFORE_ALL, type CreationKey, type Page } from '../paging/page.ts';

/** An endpoint without its secrets. */
const endpoints = table('webhook_endpoints', {
  id: uuid,
  partner_id: uuid,
  url: text,
  /** Null: every type. */
  event_types: nullable(listColumn<string>('text')),
  disabled_reason: nullable(oneOf(disabledReasons)),
  disabled_at: nullable(timestamptz),
  failing_since: nullable(timestamptz),
  last_delivered_at: nullable(timestamptz),
  previous_secret_until: nullable(timestamptz),
  created_at: timestamptz,
});

export interface EndpointRow extends RowOf<typeof endpoints> {}

const lockPartner = statement(
  'webhook_endpoints_lock_partner',
  'select id from partners where id = $1 for no key update',
);
const count = statement(
  'webhook_endpoints_count',
  'select count(*)::int as endpoints from webhook_endpoints where partner_id = $1',
);

/** The number of endpoints of a partner. Locks the partner, so that none is added until the transaction ends. */
export async function lockEndpointCount(transaction: Transaction, partnerId: string): Promise<number> {
  const [, counted] = await Promise.all([
    transaction.query(lockPartner, [partnerId]),
    transaction.query<{ endpoints: number }>(count, [partnerId]),
  ]);
  return counted[0]?.endpoints ?? 0;
}

export interface NewEndpointRow {
  readonly id: string;
  readonly partner_id: string;
  readonly url: string;
  readonly event_types: readonly string[] | null;
  readonly secret: Uint8Array;
  readonly created_at: number;
}

const insert = statement(
  'webhook_endpoints_insert',
  `insert into webhook_endpoints as e (id, partner_id, url, event_types, secret, created_at, queued_position, queued_id)
   values ($1, $2, $3, $4::text[], $5, $6, event_horizon(), 0)
   returning ${endpoints.select('e')}`,
);

/** Adds an endpoint that starts at the current end of the feed. */
export async function insertEndpoint(database: Queryable, row: NewEndpointRow): Promise<EndpointRow> {
  const values = [row.id, row.partner_id, row.url, row.event_types, row.secret, instant(row.created_at)];
  const [inserted] = await database.query<EndpointRow>(insert, values);
  if (inserted === undefined) throw new Error('the insert returned no row');
  return inserted;
}

const byId = statement(
  'webhook_endpoints_by_id',
  `select ${endpoints.select('e')} from webhook_endpoints e where e.id = $1 and e.partner_id = $2`,
);

/** One endpoint of a partner, or undefined. */
export async function readEndpoint(
  database: Queryable,
  partnerId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  return (await database.query<EndpointRow>(byId, [id, partnerId]))[0];
}

const list = statement(
  'webhook_endpoints_list',
  `select ${endpoints.select('e')} from webhook_endpoints e
   where e.partner_id = $1 and (e.created_at, e.id) > ($2::timestamptz, $3::uuid)
   order by e.created_at, e.id limit $4 offset $5`,
);

/** The partner's endpoints, in order of creation. */
export async function listEndpointRows(
  database: Queryable,
  partnerId: string,
  page: Page<CreationKey>,
): Promise<EndpointRow[]> {
  const after = page.after ?? BEFORE_ALL;
  return database.query<EndpointRow>(list, [partnerId, instant(after.created_at), after.id, page.limit, page.offset]);
}

/** Changes by a partner; undefined keeps the old value. */
export interface EndpointChange {
  readonly url: string | undefined;
  /** Null: every type. */
  readonly event_types: readonly string[] | null | undefined;
  readonly enabled: boolean | undefined;
}

// A restart forgets the failures.
const update = statement(
  'webhook_endpoints_update',
  `update webhook_endpoints e set
     url = coalesce($3::text, e.url),
     event_types = case when $4::boolean then $5::text[] else e.event_types end,
     disabled_reason = case $6::boolean
       when true then null when false then coalesce(e.disabled_reason, 'requested') else e.disabled_reason end,
     disabled_at = case $6::boolean
       when true then null when false then coalesce(e.disabled_at, clock_timestamp()) else e.disabled_at end,
     version = case when $7::boolean then e.version + 1 else e.version end,
     failures_in_a_row = case when $7::boolean then 0 else e.failures_in_a_row end,
     failing_since = case when $7::boolean then null else e.failing_since end,
     paused_until = case when $7::boolean then null else e.paused_until end
   where e.id = $1 and e.partner_id = $2 returning ${endpoints.select('e')}`,
);

/** Changes an endpoint. @returns undefined if the partner has no such endpoint */
export async function updateEndpointRow(
  transaction: Transaction,
  partnerId: string,
  id: string,
  { url, event_types: types, enabled }: EndpointChange,
  isRestart: boolean,
): Promise<EndpointRow | undefined> {
  const values = [id, partnerId, url ?? null, types !== undefined, types ?? null, enabled ?? null, isRestart];
  return (await transaction.query<EndpointRow>(update, values))[0];
}

const remove = statement(
  'webhook_endpoints_delete',
  'delete from webhook_endpoints where id = $1 and partner_id = $2 returning id',
);

/** Deletes an endpoint and its delivery log; false if the partner has no such endpoint. */
export async function deleteEndpointRow(database: Queryable, partnerId: string, id: string): Promise<boolean> {
  return (await database.query(remove, [id, partnerId])).length > 0;
}

const rotate = statement(
  'webhook_endpoints_rotate',
  `update webhook_endpoints e set secret = $3,
     previous_secret = case when $4::integer > 0 then e.secret end,
     previous_secret_until = case when $4::integer > 0 then clock_timestamp() + make_interval(secs => $4::integer) end
   where e.id = $1 and e.partner_id = $2 returning ${endpoints.select('e')}`,
);

/** Sets a new secret. The old one also signs until the overlap ends. Undefined if the partner has no such endpoint. */
export async function rotateSecretRow(
  database: Queryable,
  partnerId: string,
  id: string,
  secret: Uint8Array,
  overlapSeconds: number,
): Promise<EndpointRow | undefined> {
  return (await database.query<EndpointRow>(rotate, [id, partnerId, secret, overlapSeconds]))[0];
}

/** The database's time in whole milliseconds. The clocks of nodes differ, and the clock of a sandbox can be moved. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`;

/** The current signing secrets. */
export const SECRETS = `array_remove(array[e.secret, case when e.previous_secret_until > clock_timestamp() then e.previous_secret end], null) as secrets`;

const target = statement(
  'webhook_endpoints_target',
  `select e.url, ${SECRETS}, ${NOW} as at from webhook_endpoints e where e.id = $1 and e.partner_id = $2`,
);

/** The address of an endpoint, and the time and secrets for the signature. */
export interface TargetRow {
  readonly url: string;
  readonly secrets: readonly Uint8Array[];
  readonly at: number;
}

export async function readTarget(database: Queryable, partnerId: string, id: string): Promise<TargetRow | undefined> {
  return (await database.query<TargetRow>(target, [id, partnerId]))[0];
}

/** Counts of endpoints and deliveries of all partners, for monitoring. */
export interface WebhookState {
  readonly enabled: number;
  /** Disabled by their partners. */
  readonly requested: number;
  /** Disabled by the service. */
  readonly failing: number;
  readonly gone: number;
  /** Deliveries in the queues of enabled endpoints. */
  readonly waiting: number;
  /** The time since the earliest first attempt at any of them, ms; 0 if none failed. */
  readonly oldest_ms: number;
}

const state = statement(
  'webhooks_state',
  `select count(*) filter (where disabled_at is null)::int as enabled,
     count(*) filter (where disabled_reason = 'requested')::int as requested,
     count(*) filter (where disabled_reason = 'failing')::int as failing,
     count(*) filter (where disabled_reason = 'gone')::int as gone,
     coalesce(sum(w.waiting) filter (where disabled_at is null), 0)::int as waiting,
     greatest(0, coalesce(extract(epoch from clock_timestamp() - min(w.first_tried_at) filter (where disabled_at is null)) * 1000, 0))::float8
       as oldest_ms
   from webhook_endpoints e
   left join (select endpoint_id, count(*) as waiting, min(first_tried_at) as first_tried_at from webhook_queue group by endpoint_id) w
     on w.endpoint_id = e.id`,
);

export async function readWebhookState(database: Queryable): Promise<WebhookState> {
  const [found] = await database.query<WebhookState>(state);
  if (found === undefined) throw new Error('the count returned no row');
  return found;
}
