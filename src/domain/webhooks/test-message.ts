import { readTarget } from '../../store/webhooks/endpoints.ts';
import type { PartnerContext } from '../context.ts';
import { formatInstant } from '../instant.ts';
import { randomText } from '../secret.ts';
import { found } from './endpoints.ts';
import type { Sender } from './sender.ts';
import type { WebhookTest } from './shapes.ts';

/**
 * Sends a signed test message to an endpoint now, enabled or not.
 * @throws {Problem} `webhook_endpoint_not_found`.
 */
export async function sendTest(context: PartnerContext, sender: Sender, id: string): Promise<WebhookTest> {
  const { url, secrets, at } = found(await readTarget(context.database, context.actor.partnerId, id));
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
