import { randomUUID } from 'node:crypto';
import type { Plan } from '@bandeja/contract/account-enums';
import { Problem } from '@bandeja/contract/errors/problem';
import type { EventType } from '@bandeja/contract/event-types';
import { formatInstant } from '@bandeja/contract/instant';
import {
  type NewWebhookEndpoint,
  OVERLAP_SECONDS_DEFAULT,
  type SecretRotation,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointPatch,
  type WebhookEndpointWithSecret,
} from '@bandeja/contract/webhooks';
import type { PartnerContext } from '../context.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { notFound } from '../validation/not-found.ts';
import { type DeliveryRow, listDeliveryRows } from './delivery-log-store.ts';
import {
  deleteEndpointRow,
  type EndpointRow,
  insertEndpoint,
  listEndpointRows,
  lockEndpointCount,
  readEndpoint,
  rotateSecretRow,
  updateEndpointRow,
} from './endpoints-store.ts';
import { restartQueue } from './queue-store.ts';
import { makeSecret, secretText } from './signing.ts';

/** The plans with webhooks. If a partner leaves them, its endpoints pause until it returns. */
export const webhookPlans = ['pro', 'enterprise'] as const satisfies readonly Plan[];

/** Endpoints per partner: each event is sent to each of them. */
const ENDPOINTS_MAX = 20;

/**
 * Adds an endpoint for events from now on. The result contains its secret.
 * @throws {Problem} `too_many_webhook_endpoints`
 */
export async function createEndpoint(
  context: PartnerContext,
  { url, event_types: types = null }: NewWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  const { partnerId } = context.actor;
  const secret = makeSecret();
  return context.database.transaction(async (transaction) => {
    if ((await lockEndpointCount(transaction, partnerId)) >= ENDPOINTS_MAX) {
      throw new Problem(
        'too_many_webhook_endpoints',
        `You have ${ENDPOINTS_MAX} webhook endpoints, which is the maximum.`,
      );
    }
    const row = { id: randomUUID(), partner_id: partnerId, url, event_types: types, secret, created_at: context.now() };
    return { ...endpointView(await insertEndpoint(transaction, row)), secret: secretText(secret) };
  });
}

/** The caller's endpoints, in order of creation. */
export function listEndpoints(
  { actor: { partnerId }, database }: PartnerContext,
  page: Page<CreationKey>,
): Promise<PageOf<WebhookEndpoint, CreationKey>> {
  return readPage(page, (batch) => listEndpointRows(database, partnerId, batch), endpointView, creationKeyOf);
}

/** @throws {Problem} `webhook_endpoint_not_found`. */
export async function getEndpoint({ actor, database }: PartnerContext, id: string): Promise<WebhookEndpoint> {
  return endpointView(found(id, await readEndpoint(database, actor.partnerId, id)));
}

/**
 * Changes an endpoint. After a new address or `enabled: true`, delivery restarts at once with the first undelivered event.
 * @throws {Problem} `webhook_endpoint_not_found`.
 */
export async function updateEndpoint(
  context: PartnerContext,
  id: string,
  { url, event_types, enabled }: WebhookEndpointPatch,
): Promise<WebhookEndpoint> {
  const change = { url, event_types, enabled };
  const isRestart = enabled === true || url !== undefined;
  return context.database.transaction(async (transaction) => {
    const row = await updateEndpointRow(transaction, context.actor.partnerId, id, change, isRestart);
    if (row !== undefined && isRestart) await restartQueue(transaction, id);
    return endpointView(found(id, row));
  });
}

/** Deletes an endpoint and its delivery log. @throws {Problem} `webhook_endpoint_not_found`. */
export async function deleteEndpoint({ actor, database }: PartnerContext, id: string): Promise<void> {
  if (!(await deleteEndpointRow(database, actor.partnerId, id))) throw notFound('webhook_endpoint_not_found', id);
}

/**
 * Gives an endpoint a new secret. Deliveries are signed with both until the overlap ends.
 * @throws {Problem} `webhook_endpoint_not_found`.
 */
export async function rotateSecret(
  context: PartnerContext,
  id: string,
  { overlap_seconds: overlapSeconds }: SecretRotation,
): Promise<WebhookEndpointWithSecret> {
  const secret = makeSecret();
  const overlap = overlapSeconds ?? OVERLAP_SECONDS_DEFAULT;
  const row = await rotateSecretRow(context.database, context.actor.partnerId, id, secret, overlap);
  return { ...endpointView(found(id, row)), secret: secretText(secret) };
}

/** The delivery attempts of an endpoint, newest first. @throws {Problem} `webhook_endpoint_not_found`. */
export async function listDeliveries(
  context: PartnerContext,
  id: string,
  page: Page<CreationKey>,
): Promise<PageOf<WebhookDelivery, CreationKey>> {
  const { database, actor } = context;
  found(id, await readEndpoint(database, actor.partnerId, id));
  const keyOf = ({ at, id: attemptId }: DeliveryRow): CreationKey => ({ created_at: at, id: attemptId });
  return readPage(page, (batch) => listDeliveryRows(database, id, batch), deliveryView, keyOf);
}

/** @throws {Problem} `webhook_endpoint_not_found` if there is none */
export function found<Row>(id: string, row: Row | undefined): Row {
  if (row === undefined) throw notFound('webhook_endpoint_not_found', id);
  return row;
}

function endpointView(row: EndpointRow): WebhookEndpoint {
  const orNull = (at: number | null): string | null => (at === null ? null : formatInstant(at));
  return {
    id: row.id,
    url: row.url,
    // Only event types are stored.
    event_types: row.event_types as EventType[] | null,
    enabled: row.disabled_reason === null,
    disabled_reason: row.disabled_reason,
    disabled_at: orNull(row.disabled_at),
    failing_since: orNull(row.failing_since),
    last_delivered_at: orNull(row.last_delivered_at),
    previous_secret_expires_at: orNull(row.previous_secret_until),
    created_at: formatInstant(row.created_at),
  };
}

function deliveryView(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type as EventType,
    attempt: row.attempt,
    at: formatInstant(row.at),
    duration_ms: row.duration_ms,
    status_code: row.status_code,
    error: row.error,
    delivered: row.error === null,
  };
}
