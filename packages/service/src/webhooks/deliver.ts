/** A delivery from claim to result. docs/events-and-deliveries.md describes its states. */
import { randomBytes } from 'node:crypto';
import type { DisabledByService } from '@bandeja/contract/events';
import type { RowOf } from '@bandeja/postgres/table';
import type { Context } from '../context.ts';
import type { EventPlace } from '../events/event-id.ts';
import { readEventsAt } from '../events/feed.ts';
import { logDisabledEndpoint } from '../events/log-store.ts';
import { REST_BYTES, timeOrderedUuid } from '../runtime/time-ordered-uuid.ts';
import { insertDeliveryLog, type webhookDeliveries } from './delivery-log-store.ts';
import { webhookPlans } from './endpoints.ts';
import { queueEvents } from './fan-out-store.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  disableEndpointRow,
  lockEndpoints,
  makeQueuesDue,
  releaseDeliveries,
  removeDeliveries,
  rescheduleDeliveries,
  saveHealth,
} from './queue-store.ts';
import { type Attempt, decideAttempts } from './retry.ts';
import type { Sender } from './sender.ts';

/** Time to expiry of a claim: how long a crashed process blocks its deliveries. */
const CLAIM_MS = 30_000;
/** A message is sent at most this long after its claim. The rest of the claim covers the sender's timeout. */
const SEND_WITHIN_MS = 10_000;

/** An event to send. */
export interface Message {
  readonly delivery: ClaimedDelivery;
  /** By the process's monotonic clock. */
  readonly claimedAtMs: number;
  /** Null: the event was removed, or the endpoint no longer wants its type. */
  readonly event: { readonly id: string; readonly type: string; readonly body: string } | null;
}

export interface SentAttempt extends Attempt {
  readonly event: Message['event'];
}

/**
 * Queues new events for their endpoints, claims due deliveries, and renders their events as the partners may see them now.
 * @returns whether there may be more of either
 */
export async function claimMessages(
  context: Context,
  limit: number,
): Promise<{ messages: Message[]; isMore: boolean }> {
  const claimedAtMs = performance.now();
  const { queued, claimed } = await context.database.transaction(async (transaction) => {
    const queued = await queueEvents(transaction, webhookPlans);
    const claimed = await claimDeliveries(transaction, webhookPlans, { limit, claimMs: CLAIM_MS });
    return { queued, claimed };
  });
  if (claimed.length === 0) return { messages: [], isMore: queued > 0 };
  const placesByPartner = new Map<string, EventPlace[]>();
  for (const { partner_id: partnerId, position, log_id: id, part } of claimed) {
    const places = placesByPartner.get(partnerId) ?? [];
    placesByPartner.set(partnerId, [...places, { position, id, part }]);
  }
  const events = await readEventsAt(context, placesByPartner);
  const byPlace = new Map(events.map(({ place: { id, part }, event }) => [`${id} ${part}`, event]));
  const messages = claimed.map((delivery) => {
    const { log_id: id, part, event_types: types } = delivery;
    const event = byPlace.get(`${id} ${part}`);
    const isWanted = event !== undefined && (types === null || types.includes(event.type));
    const message = isWanted ? { id: event.id, type: event.type, body: JSON.stringify(event) } : null;
    return { delivery, claimedAtMs, event: message };
  });
  return { messages, isMore: true };
}

/** Sends a message once. Never throws. */
export async function sendMessage(sender: Sender, { delivery, claimedAtMs, event }: Message): Promise<SentAttempt> {
  const elapsedMs = performance.now() - claimedAtMs;
  const at = Math.round(delivery.at + elapsedMs);
  if (event === null) return { delivery, at, event, end: { kind: 'dropped' } };
  if (elapsedMs > SEND_WITHIN_MS) return { delivery, at, event, end: { kind: 'released' } };
  const outcome = await sender.send(delivery.url, { id: event.id, at, body: event.body }, delivery.secrets);
  return { delivery, at, event, end: { kind: 'sent', outcome } };
}

/**
 * Saves attempts, and updates their deliveries and endpoints.
 * @returns the endpoints that were disabled
 */
export function saveAttempts(
  { database }: Context,
  attempts: readonly SentAttempt[],
): Promise<{ readonly id: string; readonly reason: DisabledByService }[]> {
  return database.transaction(async (transaction) => {
    const endpoints = await lockEndpoints(
      transaction,
      attempts.map(({ delivery }) => delivery.endpoint_id),
    );
    const ids = new Set(endpoints.map(({ id }) => id));
    const decisions = decideAttempts(endpoints, attempts, Math.random);
    const log = attempts.filter(({ delivery }) => ids.has(delivery.endpoint_id)).flatMap(deliveryRows);
    const { removed, released, failed, recovered } = decisions;
    await Promise.all([
      removed.length > 0 && removeDeliveries(transaction, removed),
      released.length > 0 && releaseDeliveries(transaction, released),
      failed.length > 0 && rescheduleDeliveries(transaction, failed),
      recovered.length > 0 && makeQueuesDue(transaction, recovered),
      saveHealth(transaction, decisions.endpoints),
      log.length > 0 && insertDeliveryLog(transaction, log),
    ]);
    const disabled = [];
    for (const { id, reason } of decisions.disabled) {
      const partnerId = await disableEndpointRow(transaction, id, reason);
      if (partnerId === undefined) continue;
      await logDisabledEndpoint(transaction, partnerId, id, reason);
      disabled.push({ id, reason });
    }
    return disabled;
  });
}

function deliveryRows({ delivery, at, event, end }: SentAttempt): RowOf<typeof webhookDeliveries>[] {
  if (end.kind !== 'sent' || event === null) return [];
  const { statusCode, error, durationMs } = end.outcome;
  return [
    {
      endpoint_id: delivery.endpoint_id,
      id: timeOrderedUuid(7, at, randomBytes(REST_BYTES)),
      event_id: event.id,
      event_type: event.type,
      attempt: delivery.attempts + 1,
      at,
      duration_ms: durationMs,
      status_code: statusCode,
      error,
    },
  ];
}
