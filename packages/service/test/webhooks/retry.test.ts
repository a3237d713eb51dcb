/** When failed events are retried, given up, and when their endpoint is disabled. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimedDelivery, EndpointHealth } from '../../src/webhooks/queue-store.ts';
import { type Attempt, decideAttempts, retryDelay } from '../../src/webhooks/retry.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 4, 1, 12);

const healthy: EndpointHealth = {
  id: 'e',
  version: 1,
  failures_in_a_row: 0,
  failing_since: null,
  last_delivered_at: null,
  paused_until: null,
};
const delivery: ClaimedDelivery = {
  endpoint_id: 'e',
  subject_id: 's',
  position: 7,
  log_id: 1,
  part: 0,
  claimed_until: NOON + 30_000,
  attempts: 0,
  first_tried_at: null,
  partner_id: 'p',
  version: 1,
  url: 'https://club.example/',
  event_types: null,
  secrets: [],
  at: NOON,
};

const ending = (
  error: 'status' | 'gone' | null,
  changes: Partial<ClaimedDelivery> = {},
  retryAfterMs: number | null = null,
): Attempt => ({
  delivery: { ...delivery, ...changes },
  at: NOON,
  end: { kind: 'sent', outcome: { statusCode: error === null ? 200 : 500, error, retryAfterMs, durationMs: 100 } },
});
const decide = (endpoint: EndpointHealth, ...attempts: Attempt[]) => decideAttempts([endpoint], attempts, () => 0.5);

describe('the delays of retries', () => {
  it('grow from 30 seconds to 4 hours, a fifth shorter or longer', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => retryDelay(attempts, null, 0.5) / MINUTE);
    assert.deepEqual(delays, [0.5, 2, 10, 30, 60, 120, 240, 240]);
    assert.equal(Math.round(retryDelay(1, null, 0)), 24_000);
    assert.equal(Math.round(retryDelay(1, null, 1)), 36_000);
  });

  it('are at least Retry-After, up to 12 hours', () => {
    assert.equal(retryDelay(1, 5 * MINUTE, 0.5), 5 * MINUTE);
    assert.equal(retryDelay(7, 5 * MINUTE, 0.5), 4 * HOUR);
    assert.equal(retryDelay(1, 48 * HOUR, 0.5), 12 * HOUR);
  });
});

describe('decideAttempts', () => {
  it('removes a delivered event and resets the failures of its endpoint', () => {
    const failing = { ...healthy, failures_in_a_row: 3, failing_since: NOON - HOUR };
    const { removed, endpoints, recovered } = decide(failing, ending(null));
    assert.equal(removed.length, 1);
    assert.deepEqual(endpoints, [{ ...healthy, last_delivered_at: NOON }]);
    assert.deepEqual(recovered, []);
  });

  it('makes everything due after a success on hold, and ends the pause', () => {
    const onHold = { ...healthy, failures_in_a_row: 5, failing_since: NOON, paused_until: NOON + HOUR };
    const { recovered, endpoints } = decide(onHold, ending(null));
    assert.deepEqual(recovered, ['e']);
    assert.equal(endpoints[0]?.paused_until, null);
  });

  it('counts the failures after the last success of a batch', () => {
    const [endpoint] = decide(healthy, ending('status'), ending(null), ending('status'), ending('status')).endpoints;
    assert.deepEqual([endpoint?.failures_in_a_row, endpoint?.failing_since], [2, NOON]);
  });

  it('pauses the endpoint for Retry-After, up to an hour', () => {
    const pauseOf = (ms: number) => decide(healthy, ending('status', {}, ms)).endpoints[0]?.paused_until;
    assert.equal(pauseOf(MINUTE), NOON + 100 + MINUTE);
    assert.equal(pauseOf(2 * HOUR), NOON + 100 + HOUR);
  });

  it('retries an event that fails for less than three days', () => {
    const { failed, disabled } = decide(healthy, ending('status', { attempts: 9, first_tried_at: NOON - 71 * HOUR }));
    assert.deepEqual([failed.length, failed[0]?.delay_ms, disabled.length], [1, 4 * HOUR, 0]);
  });

  it('gives up an event after three days if others were delivered since then', () => {
    const failing = { ...healthy, failures_in_a_row: 1, failing_since: NOON - HOUR };
    const old = ending('status', { attempts: 9, first_tried_at: NOON - 72 * HOUR });
    const { removed, failed, disabled } = decide(failing, old);
    assert.deepEqual([removed.length, failed.length, disabled.length], [1, 0, 0]);
  });

  it('disables an endpoint after three days without any success, and keeps its events', () => {
    const failing = { ...healthy, failures_in_a_row: 30, failing_since: NOON - 72 * HOUR };
    const old = ending('status', { attempts: 20, first_tried_at: NOON - 72 * HOUR });
    const { removed, failed, disabled } = decide(failing, old);
    assert.deepEqual([removed.length, failed.length], [0, 1]);
    assert.deepEqual(disabled, [{ id: 'e', reason: 'failing' }]);
  });

  it('disables an endpoint at once after 410, and keeps its events', () => {
    const { failed, disabled } = decide(healthy, ending('gone'));
    assert.equal(failed.length, 1);
    assert.deepEqual(disabled, [{ id: 'e', reason: 'gone' }]);
  });

  it('ignores failures of an address that the partner has replaced, and releases their events', () => {
    const changed = { ...healthy, version: 2 };
    const { released, failed, endpoints, disabled } = decide(changed, ending('gone'));
    assert.deepEqual([released.length, failed.length, disabled.length], [1, 0, 0]);
    assert.deepEqual(endpoints, [changed]);
  });

  it('ignores deliveries of a deleted endpoint', () => {
    const { removed, failed, endpoints } = decideAttempts([], [ending(null), ending('status')], () => 0.5);
    assert.deepEqual([removed.length, failed.length, endpoints.length], [0, 0, 0]);
  });
});
