import { formatInstant } from '@bandeja/contract/instant';
import type { WebhookTest } from '@bandeja/contract/webhooks';
import type { PartnerContext } from '../context.ts';
import { randomText } from '../runtime/secret.ts';
import { found } from './endpoints.ts';
import { readTarget } from './endpoints-store.ts';
import type { Sender } from './sender.ts';

/**
 * Sends a signed test message to an endpoint at once, even if it is disabled.
 * @throws {Problem} `webhook_endpoint_not_found`
 */
export async function sendTest(context: PartnerContext, sender: Sender, id: string): Promise<WebhookTest> {
  const { url, secrets, at } = found(id, await readTarget(context.database, context.actor.partnerId, id));
  const eventId = `test_${randomText(12)}`;
  const event = {
    id: eventId,
    type: 'webhook_endpoint.test',
    created_at: formatInstant(at),
    data: { endpoint_id: id },
  };
  const outcome = await sender.send(url, { id: eventId, at, body: JSON.stringify(event) }, secrets);
  return {
    event_id: eventId,
    duration_ms: outcome.durationMs,
    status_code: outcome.statusCode,
    error: outcome.error,
    delivered: outcome.error === null,
  };
}
