/**
 * Receives webhooks, and takes each event once.
 *
 *     WEBHOOK_SECRET=whsec_… PORT=9090 node receive-webhooks.mjs
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookError } from '@bandeja/client';

/** The secret of the endpoint; while it is being rotated both, with a blank between them. */
const secrets = (process.env['WEBHOOK_SECRET'] ?? '').split(' ');

/** Ids of events that were taken. A real program keeps them where it keeps what the events change, in the same transaction. */
const taken = new Set();

const server = createServer(async (request, response) => {
  try {
    // The bytes as they came: a body that was parsed and written again has another signature.
    const event = await verifyWebhook(secrets, request.headers, await buffer(request));
    if (!taken.has(event.id)) {
      taken.add(event.id);
      console.log(`${event.type} ${event.id}`);
    }
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    response.writeHead(400).end(error.message);
  }
});
const port = Number(process.env['PORT'] ?? 9090);
server.listen(port, '127.0.0.1', () => console.log(`listening on port ${port}`));
