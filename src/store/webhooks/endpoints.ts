/** Webhook endpoints as partners change and read them. What the deliverer writes stands in `delivery-notes.ts`. */
import type { DisabledReason } from '../../domain/webhooks/shapes.ts';
import { instant, type Queryable, statement, type Transaction } from '../engine/database.ts';
import { BEFORE_ALL, type CreationKey, type Page } from '../page.ts';

/** An endpoint without its secrets. Instants in ms. */
export interface EndpointRow {
  readonly id: string;
  readonly partner_id: string;
  readonly url: string;
  /** Null: every type. */
  readonly event_types: readonly string[] | null;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: number | null;
  readonly failing_since: number | null;
  readonly last_delivered_at: number | null;
  readonly previous_secret_until: number | null;
  readonly created_at: number;
}

const COLUMNS = `e.id, e.partner_id, e.url, e.event_types, e.disabled_reason, e.disabled_at, e.failing_since,
  e.last_delivered_at, e.previous_secret_until, e.created_at`;

const lockPartner = statement(
  'webhook_endpoints_lock_partner',
  'select id from partners where id = $1 for no key update',
);
const count = statement(
  'webhook_endpoints_count',
  'select count(*)::int as endpoints from webhook_endpoints where partner_id = $1',
);

/** How many endpoints a partner has; none is added until the transaction ends. */
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

// It begins after the last event that the partner has.
const insert = statement(
  'webhook_endpoints_insert',
  `insert into webhook_endpoints as e (id, partner_id, url, event_types, secret, created_at, delivered_through)
   values ($1, $2, $3, $4::text[], $5, $6, coalesce((select position from event_feeds where partner_id = $2), 0))
   returning ${COLUMNS}`,
);

/** Adds an endpoint. It gets the events that its partner has from now on. */
export async function insertEndpoint(database: Queryable, row: NewEndpointRow): Promise<EndpointRow> {
  const values = [row.id, row.partner_id, row.url, row.event_types, row.secret, instant(row.created_at)];
  const [inserted] = await database.query<EndpointRow>(insert, values);
  if (inserted === undefined) throw new Error('an inserted endpoint came back as no row');
  return inserted;
}

const byId = statement(
  'webhook_endpoints_by_id',
  `select ${COLUMNS} from webhook_endpoints e where e.id = $1 and e.partner_id = $2`,
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
  `select ${COLUMNS} from webhook_endpoints e
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

/** What a partner changes; undefined stays as it is. */
export interface EndpointChange {
  readonly url: string | undefined;
  /** Null: every type. */
  readonly event_types: readonly string[] | null | undefined;
  readonly enabled: boolean | undefined;
}

// A new address, or one that is enabled (again), starts without failures. What waits for it is due at once: see `makeWaitingDue`.
const update = statement(
  'webhook_endpoints_update',
  `update webhook_endpoints e set version = e.version + 1,
     url = coalesce($3::text, e.url),
     event_types = case when $4::boolean then $5::text[] else e.event_types end,
     disabled_reason = case $6::boolean when true then null when false then coalesce(e.disabled_reason, 'requested') else e.disabled_reason end,
     disabled_at = case $6::boolean when true then null when false then coalesce(e.disabled_at, $7::timestamptz) else e.disabled_at end,
     failures_in_a_row = case when $8::boolean then 0 else e.failures_in_a_row end,
     failing_since = case when $8::boolean then null else e.failing_since end
   where e.id = $1 and e.partner_id = $2 returning ${COLUMNS}`,
);
const makeWaitingDue = statement(
  'webhook_waiting_make_due',
  `update webhook_waiting set attempts = 0, first_tried_at = null, next_try_at = clock_timestamp()
   where endpoint_id = $1 and $2::boolean`,
);

/** Changes an endpoint; undefined if the partner has none with this id. */
export async function updateEndpointRow(
  transaction: Transaction,
  partnerId: string,
  id: string,
  change: EndpointChange,
  at: number,
): Promise<EndpointRow | undefined> {
  const isFreshStart = change.enabled === true || change.url !== undefined;
  const values = [
    id,
    partnerId,
    change.url ?? null,
    change.event_types !== undefined,
    change.event_types ?? null,
    change.enabled ?? null,
    instant(at),
    isFreshStart,
  ];
  const [row] = await transaction.query<EndpointRow>(update, values);
  if (row !== undefined) await transaction.query(makeWaitingDue, [id, isFreshStart]);
  return row;
}

const remove = statement(
  'webhook_endpoints_delete',
  'delete from webhook_endpoints where id = $1 and partner_id = $2 returning id',
);

/** Deletes an endpoint with its delivery log; false if the partner has none with this id. */
export async function deleteEndpointRow(database: Queryable, partnerId: string, id: string): Promise<boolean> {
  return (await database.query(remove, [id, partnerId])).length > 0;
}

const rotate = statement(
  'webhook_endpoints_rotate',
  `update webhook_endpoints e set version = e.version + 1, secret = $3,
     previous_secret = case when $4::timestamptz > $5::timestamptz then e.secret end,
     previous_secret_until = case when $4::timestamptz > $5::timestamptz then $4::timestamptz end
   where e.id = $1 and e.partner_id = $2 returning ${COLUMNS}`,
);

/** Gives an endpoint a new secret; the one before signs too until `until`. Undefined if the partner has no such endpoint. */
export async function rotateSecretRow(
  database: Queryable,
  partnerId: string,
  id: string,
  secret: Uint8Array,
  when: { readonly at: number; readonly until: number },
): Promise<EndpointRow | undefined> {
  const values = [id, partnerId, secret, instant(when.until), instant(when.at)];
  return (await database.query<EndpointRow>(rotate, values))[0];
}

const goBack = statement(
  'webhook_endpoints_go_back',
  `update webhook_endpoints set version = version + 1, delivered_through = least(delivered_through, $3::bigint)
   where id = $1 and partner_id = $2 returning id`,
);
// They are met again on the way.
const dropAhead = statement(
  'webhook_waiting_drop_ahead',
  'delete from webhook_waiting where endpoint_id = $1 and place >= ($2::bigint + 1) * 256',
);

/** Has an endpoint read its partner's events again from after a position; false if the partner has no such endpoint. */
export async function replayFrom(
  transaction: Transaction,
  partnerId: string,
  id: string,
  position: number,
): Promise<boolean> {
  const found = await transaction.query(goBack, [id, partnerId, position]);
  if (found.length > 0) await transaction.query(dropAhead, [id, position]);
  return found.length > 0;
}

const touch = statement(
  'webhook_endpoints_touch',
  'update webhook_endpoints set version = version + 1 where id = $1 and partner_id = $2 returning delivered_through',
);
const putOutOfLine = statement(
  'webhook_waiting_put',
  `insert into webhook_waiting (endpoint_id, place, subject_id, attempts, next_try_at)
   select $1::uuid, place, subject_id, 0, clock_timestamp() from unnest($2::bigint[], $3::uuid[]) as n(place, subject_id)
   where place < ($4::bigint + 1) * 256
   on conflict (endpoint_id, place) do update set attempts = 0, first_tried_at = null, next_try_at = excluded.next_try_at`,
);

/**
 * Has events sent to an endpoint once more. Those that it has not reached yet are left out: they come anyway.
 * @returns false if the partner has no such endpoint.
 */
export async function replayPlaces(
  transaction: Transaction,
  partnerId: string,
  id: string,
  events: readonly { readonly place: number; readonly subject_id: string }[],
): Promise<boolean> {
  const [endpoint] = await transaction.query<{ delivered_through: number }>(touch, [id, partnerId]);
  if (endpoint === undefined) return false;
  const places = events.map(({ place }) => place);
  const subjects = events.map(({ subject_id: subject }) => subject);
  await transaction.query(putOutOfLine, [id, places, subjects, endpoint.delivered_through]);
  return true;
}

const disable = statement(
  'webhook_endpoints_disable',
  `update webhook_endpoints set version = version + 1, disabled_reason = $3, disabled_at = $4
   where id = $1 and version = $2 and disabled_at is null returning partner_id`,
);

/** Disables an endpoint that is enabled and has this version. @returns its partner; undefined if there is no such endpoint. */
export async function disableEndpointRow(
  transaction: Transaction,
  id: string,
  version: number,
  reason: DisabledReason,
  at: number,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ partner_id: string }>(disable, [id, version, reason, instant(at)]);
  return row?.partner_id;
}

const secrets = statement(
  'webhook_endpoints_secrets',
  `select secret, previous_secret, previous_secret_until from webhook_endpoints where id = $1 and partner_id = $2`,
);

/** What the deliveries of an endpoint are signed with. */
export interface SecretsRow {
  readonly secret: Uint8Array;
  readonly previous_secret: Uint8Array | null;
  /** Until when the previous secret signs, too. */
  readonly previous_secret_until: number | null;
}

export async function readSecrets(database: Queryable, partnerId: string, id: string): Promise<SecretsRow | undefined> {
  return (await database.query<SecretsRow>(secrets, [id, partnerId]))[0];
}
