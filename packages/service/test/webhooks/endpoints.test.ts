/** Webhook endpoints: creating, reading, changing, replaying, rotating and deleting them. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { Sender } from '../../src/webhooks/sender.ts';
import { Receiver } from '../support/receiver.ts';
import { onEachEngine, type PageBody, type TestPartner, useTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

type Endpoint = Readonly<Record<string, unknown>> & { readonly id: string; readonly secret: string };
const URL_OK = 'https://club.example/hook';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const create = async (partner: TestPartner, body: object = { url: URL_OK }) =>
    (await partner.request<Endpoint>('POST', '/v1/webhook-endpoints', { body })).body;
  const path = (id: string, action = '') => `/v1/webhook-endpoints/${id}${action}`;

  describe('a webhook endpoint', () => {
    it('is created with a secret that is shown once', async () => {
      const partner = await service().freshPartner();
      const { status, headers, body } = await partner.request<Endpoint>('POST', '/v1/webhook-endpoints', {
        body: { url: URL_OK, event_types: ['match.completed'] },
      });
      assert.equal(status, 201);
      assert.equal(headers['location'], path(body.id));
      assert.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      const { secret: _, ...rest } = body;
      assert.deepEqual((await partner.request('GET', path(body.id))).body, rest);
      const list = await partner.request<PageBody<Endpoint>>('GET', '/v1/webhook-endpoints');
      assert.deepEqual(list.body.data, [rest]);
      assert.deepEqual(
        [rest['enabled'], rest['disabled_reason'], rest['event_types']],
        [true, null, ['match.completed']],
      );
    });

    const refused: readonly (readonly [url: string, why: string])[] = [
      ['http://club.example/hook', 'http'],
      ['https://user:pw@club.example/', 'a user name'],
      ['https://127.0.0.1/', 'loopback'],
      ['https://10.1.2.3/', 'a private network'],
      ['https://172.31.255.254/', 'the end of another private network'],
      ['https://169.254.169.254/latest', 'link-local'],
      ['https://localhost/hook', 'a name of this machine'],
      ['https://club.localhost./hook', 'another name of this machine'],
      ['https://100.127.255.254/', 'a shared address'],
      ['https://198.19.255.254/', 'a network for benchmarks'],
      ['https://0x7f000001/', 'loopback in another spelling'],
      ['https://[::1]/', 'loopback of IPv6'],
      ['https://[::ffff:10.0.0.1]/', 'a private address written as IPv6'],
      ['https://[64:ff9b::a00:1]/', 'a private address behind NAT64'],
      ['https://[2002:a00:1::]/', '6to4'],
      ['https://[fd00::1]/', 'a unique local address'],
      ['https://224.0.0.1/', 'multicast'],
      ['https://0.0.0.0/', 'no address'],
      ['https://club.example:0/', 'port 0'],
      ['https://club.example/#top', 'a fragment'],
      ['https://club.example/a\u0001b', 'a control character'],
      ['not a url', 'no URL'],
    ];
    for (const [url, why] of refused) {
      it(`is rejected for ${why}`, async () => {
        const partner = await service().freshPartner();
        const { status, body } = await partner.request('POST', '/v1/webhook-endpoints', { body: { url } });
        const { code, errors } = body as { code: string; errors: { pointer: string; code: string }[] };
        assert.deepEqual(
          [status, code, errors[0]?.pointer, errors[0]?.code],
          [422, 'invalid_body', '/url', 'bad_format'],
        );
      });
    }

    it('is rejected with a repeated type', async () => {
      const partner = await service().freshPartner();
      const body = { url: URL_OK, event_types: ['match.voided', 'match.voided'] };
      assert.equal((await partner.request('POST', '/v1/webhook-endpoints', { body })).status, 422);
    });

    it('is limited to 20 per partner', async () => {
      const partner = await service().freshPartner();
      for (let count = 0; count < 20; count += 1) await create(partner);
      const { status, body } = await partner.request('POST', '/v1/webhook-endpoints', { body: { url: URL_OK } });
      assert.deepEqual([status, (body as { code: string }).code], [409, 'too_many_webhook_endpoints']);
    });

    it('is changed, disabled and enabled', async () => {
      const partner = await service().freshPartner();
      const { id } = await create(partner);
      const patch = async (body: object) => (await partner.request<Endpoint>('PATCH', path(id), { body })).body;
      assert.deepEqual((await patch({ event_types: ['match.voided'] }))['event_types'], ['match.voided']);
      const disabled = await patch({ enabled: false });
      assert.deepEqual([disabled['enabled'], disabled['disabled_reason']], [false, 'requested']);
      assert.notEqual(disabled['disabled_at'], null);
      const enabled = await patch({ enabled: true, url: 'https://new.example/', event_types: null });
      assert.deepEqual(
        [enabled['url'], enabled['enabled'], enabled['disabled_at'], enabled['event_types']],
        ['https://new.example/', true, null, null],
      );
    });

    it('gets a new secret, and the old one expires', async () => {
      const partner = await service().freshPartner();
      const { id, secret } = await create(partner);
      const rotate = async (body: object) =>
        (await partner.request<Endpoint>('POST', path(id, '/rotate-secret'), { body })).body;
      const rotated = await rotate({});
      assert.notEqual(rotated.secret, secret);
      assert.notEqual(rotated['previous_secret_expires_at'], null);
      assert.equal((await rotate({ overlap_seconds: 0 }))['previous_secret_expires_at'], null);
    });

    it('accepts a replay by time or by events only', async () => {
      const partner = await service().freshPartner();
      const { id } = await create(partner);
      const send = (body: object) => partner.request('POST', path(id, '/replay'), { body });
      assert.deepEqual((await send({ since: '2026-05-01T00:00:00Z' })).status, 202);
      const wrong = [
        {},
        { since: '2026-05-01T00:00:00Z', event_ids: ['x'] },
        { event_ids: ['evt_1-0-00000000'] },
        { event_ids: [] },
      ];
      for (const body of wrong) assert.equal((await send(body)).status, 422, JSON.stringify(body));
    });

    it('returns the result of a test message', async () => {
      const partner = await service().freshPartner();
      const { id } = await create(partner, { url: 'https://1.0.0.1.invalid/' });
      const { status, body } = await partner.request<Record<string, unknown>>('POST', path(id, '/test'));
      assert.equal(status, 200);
      assert.deepEqual([body['delivered'], body['status_code']], [false, null]);
    });

    it('is gone after its deletion', async () => {
      const partner = await service().freshPartner();
      const { id } = await create(partner);
      assert.equal((await partner.request('DELETE', path(id))).status, 204);
      assert.equal((await partner.request('GET', path(id))).status, 404);
    });
  });

  describe('a test message to a receiver that hangs', () => {
    const local = useTestService({ engine, sender: new Sender({ allowPrivate: true }), isOwn: true });

    it('does not delay other requests of its partner', async () => {
      const hanging: ServerResponse[] = [];
      const receiver = await Receiver.start((_, response) => void hanging.push(response));
      const partner = await local().freshPartner();
      const { id } = await create(partner, { url: receiver.url });
      const tests = [1, 2].map(() => partner.request<Record<string, unknown>>('POST', path(id, '/test')));
      await until(() => hanging.length === 2, 'both messages wait for a response');
      assert.equal((await partner.request('GET', path(id))).status, 200);
      for (const response of hanging) response.writeHead(204).end();
      for (const { body } of await Promise.all(tests)) assert.equal(body['delivered'], true);
      await receiver.stop();
    });
  });
});
