/** Deliveries from a sandbox have the real time, not that of its clock. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebhookEndpointWithSecret, WebhookTest } from '@bandeja/contract/webhooks';
import { Webhook } from 'standardwebhooks';
import { webhooksJob } from '../../src/webhooks/job.ts';
import { Sender } from '../../src/webhooks/sender.ts';
import { aClub } from '../support/club.ts';
import { runJob } from '../support/jobs.ts';
import { Receiver } from '../support/receiver.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;

onEachEngine((engine) => {
  describe('webhooks of a sandbox whose clock is 30 days ahead', () => {
    const sender = new Sender({ allowPrivate: true });
    const service = useTestService({ engine, sender, isOwn: true });

    it('are signed with the real time, and an old secret ends in real time', async () => {
      const club = await aClub(service(), { mode: 'test' });
      const { partner } = club;
      const receiver = await Receiver.start();
      const job = runJob(webhooksJob(await service().sandboxes.enter(partner.actor), sender, () => {}, 50));
      try {
        await partner.request('PATCH', '/v1/sandbox', { body: { advance_seconds: (30 * DAY_MS) / 1000 } });
        const body = { url: receiver.url, event_types: ['match.completed'] };
        const created = await partner.request<WebhookEndpointWithSecret>('POST', '/v1/webhook-endpoints', { body });
        const path = `/v1/webhook-endpoints/${created.body.id}`;
        const rotated = await partner.request<WebhookEndpointWithSecret>('POST', `${path}/rotate-secret`, {
          body: { overlap_seconds: 600 },
        });
        const endsInMs = Date.parse(rotated.body.previous_secret_expires_at ?? '') - Date.now();
        assert.ok(endsInMs > 0 && endsInMs <= 660_000, `the old secret ends in ${endsInMs} ms`);

        const tested = await partner.request<WebhookTest>('POST', `${path}/test`);
        assert.equal(tested.body.delivered, true);
        await club.submit(club.match());
        await until(() => receiver.received.length === 2);
        // The verifier refuses a signature that is more than five minutes off.
        for (const message of receiver.received) {
          for (const { secret } of [created.body, rotated.body]) {
            new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
          }
        }
      } finally {
        await job.stop();
        await receiver.stop();
        sender.close();
      }
    });
  });
});
