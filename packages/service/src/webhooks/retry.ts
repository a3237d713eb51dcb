/** Decides when a failed delivery is retried, when it is given up, and when its endpoint is disabled. */

import type { DisabledByService } from '@bandeja/contract/events';
import {
  type Claim,
  type ClaimedDelivery,
  type EndpointHealth,
  type FailedClaim,
  HOLD_AFTER_FAILURES,
} from './queue-store.ts';
import type { Outcome } from './sender.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The second attempt comes within a minute, for receivers that restart. The third comes after a typical deployment. Later ones are up
 * to four hours apart, which is the longest that a receiver waits after an outage.
 */
const DELAYS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR] as const;

/** Spreads retries of events that failed together: up to a fifth earlier or later. */
const JITTER = 0.2;

/** The longest `Retry-After` to respect for an event. */
const RETRY_AFTER_MAX_MS = 12 * HOUR;

/** The longest `Retry-After` to respect for a whole endpoint. */
const PAUSE_MAX_MS = HOUR;

/** An attempt that fails after this time is the last one. Three days: a weekend, and a day to notice. */
export const GIVE_UP_AFTER_MS = 72 * HOUR;

/**
 * @param attempts the number of failed attempts, at least 1
 * @param retryAfterMs the receiver's `Retry-After`, if it sent one
 * @param random 0 to 1
 * @returns ms until the next attempt
 */
export function retryDelay(attempts: number, retryAfterMs: number | null, random: number): number {
  const delay = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  const spread = delay * (1 + JITTER * (2 * random - 1));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}

/** A finished attempt at a claimed delivery. */
export interface Attempt {
  readonly delivery: ClaimedDelivery;
  /** When it was sent, by the database's clock. */
  readonly at: number;
  /** `dropped`: the event was removed, or its type is no longer wanted. `released`: it was not sent, or perhaps not. */
  readonly end: { readonly kind: 'sent'; readonly outcome: Outcome } | { readonly kind: 'dropped' | 'released' };
}

export interface Decisions {
  readonly endpoints: readonly EndpointHealth[];
  /** Delivered or given up. */
  readonly removed: readonly Claim[];
  /** Not attempted, or the attempt does not count. */
  readonly released: readonly Claim[];
  readonly failed: readonly FailedClaim[];
  /** Endpoints that accept deliveries again: their whole queues are due. */
  readonly recovered: readonly string[];
  readonly disabled: readonly { readonly id: string; readonly reason: DisabledByService }[];
}

/**
 * Decides how attempts change their deliveries and endpoints.
 * @param locked the current endpoints, without deleted ones
 * @param attempts in the order in which they finished
 * @param random returns a number from 0 to 1
 */
export function decideAttempts(
  locked: readonly EndpointHealth[],
  attempts: readonly Attempt[],
  random: () => number,
): Decisions {
  const endpoints = new Map(locked.map((endpoint) => [endpoint.id, endpoint]));
  const removed: ClaimedDelivery[] = [];
  const released: ClaimedDelivery[] = [];
  const failed: FailedClaim[] = [];
  const recovered = new Set<string>();
  const disabled = new Map<string, DisabledByService>();
  for (const { delivery, at, end } of attempts) {
    const endpoint = endpoints.get(delivery.endpoint_id);
    if (endpoint === undefined) continue;
    const { id } = endpoint;
    if (end.kind !== 'sent') {
      (end.kind === 'dropped' ? removed : released).push(delivery);
    } else if (end.outcome.error === null) {
      removed.push(delivery);
      if (endpoint.failures_in_a_row >= HOLD_AFTER_FAILURES) recovered.add(id);
      endpoints.set(id, afterSuccess(endpoint, at));
    } else if (endpoint.version !== delivery.version) {
      // The partner has changed the endpoint since, so the failure does not count.
      released.push(delivery);
    } else {
      const failure = decideFailure(endpoint, delivery, at, end.outcome);
      endpoints.set(id, failure.endpoint);
      if (failure.disables !== null) disabled.set(id, failure.disables);
      if (failure.isGivenUp) removed.push(delivery);
      else {
        const delay = retryDelay(delivery.attempts + 1, end.outcome.retryAfterMs, random());
        failed.push({ ...delivery, first_tried_at: failure.firstTriedAt, delay_ms: delay });
      }
    }
  }
  return {
    endpoints: [...endpoints.values()],
    removed,
    failed,
    released,
    recovered: [...recovered],
    disabled: [...disabled].map(([id, reason]) => ({ id, reason })),
  };
}

const afterSuccess = (endpoint: EndpointHealth, at: number): EndpointHealth => ({
  ...endpoint,
  failures_in_a_row: 0,
  failing_since: null,
  last_delivered_at: Math.max(at, endpoint.last_delivered_at ?? 0),
  paused_until: endpoint.failures_in_a_row >= HOLD_AFTER_FAILURES ? null : endpoint.paused_until,
});

function decideFailure(
  endpoint: EndpointHealth,
  delivery: ClaimedDelivery,
  at: number,
  { error, retryAfterMs, durationMs }: Outcome,
) {
  const endedAt = at + durationMs;
  const firstTriedAt = delivery.first_tried_at ?? at;
  const failingSince = endpoint.failing_since ?? at;
  const pausedUntil = retryAfterMs === null ? 0 : endedAt + Math.min(retryAfterMs, PAUSE_MAX_MS);
  const isOver = endedAt - firstTriedAt >= GIVE_UP_AFTER_MS;
  // If other events were delivered since its first attempt, the receiver refuses only this event. Otherwise the endpoint fails.
  const isGivenUp = isOver && failingSince > firstTriedAt && error !== 'gone';
  const disables: DisabledByService | null = error === 'gone' ? 'gone' : isOver && !isGivenUp ? 'failing' : null;
  const after: EndpointHealth = {
    ...endpoint,
    failures_in_a_row: endpoint.failures_in_a_row + 1,
    failing_since: failingSince,
    paused_until: Math.max(pausedUntil, endpoint.paused_until ?? 0) || null,
  };
  return { endpoint: after, firstTriedAt, isGivenUp, disables };
}
