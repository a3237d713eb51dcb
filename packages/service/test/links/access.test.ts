import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NightLink } from '@bandeja/contract/links';
import { assemble } from '../../src/assemble.ts';
import { operations } from '../http/contract/document.ts';
import { onEachEngine, type PageBody, startTestService, useTestService } from '../support/service.ts';
import { LinkedNight, type Phone } from './linked-night.ts';

const HOUR_MS = 3_600_000;
const NIGHT = [
  ['GET', '/v1/night'],
  ['PUT', '/v1/night/rounds/1/courts/1/result'],
  ['GET', '/v1/night/recap'],
] as const;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** All three routes refuse the token like an unknown one. */
  async function assertEnded({ client }: Phone): Promise<void> {
    const options = { headers: { 'x-request-id': 'the-same' } };
    const unknown = client.withToken('bdn_live_unknown');
    for (const [method, path] of NIGHT) {
      const body = method === 'PUT' ? { body: {} } : {};
      const { text } = await client.refusal('invalid_credentials', method, path, { ...options, ...body });
      assert.equal(text, (await unknown.refusal('invalid_credentials', method, path, { ...options, ...body })).text);
    }
  }

  describe('a link', () => {
    it('reaches three routes, which answer a key 401', async () => {
      const partner = await service().freshPartner();
      const ofLinks = operations.filter(({ access }) => access === 'link').map(({ method, path }) => [method, path]);
      assert.deepEqual(ofLinks, [
        ['GET', '/v1/night'],
        ['GET', '/v1/night/recap'],
        ['PUT', '/v1/night/rounds/{round}/courts/{court}/result'],
      ]);
      for (const [method, path] of NIGHT) {
        await partner.refusal('invalid_credentials', method, path, method === 'PUT' ? { body: {} } : {});
      }
    });

    it('a changed character of its token makes it unknown', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const { link, client } = await night.phone();
      const [prefix, mode, partnerId, secret = ''] = link.token.split('_');
      const other = [prefix, mode, partnerId, secret.replace(/^./, (one) => (one === 'x' ? 'y' : 'x'))].join('_');
      for (const token of [other, link.token.replace('bdn', 'bdj'), `${link.token}x`]) {
        await client.withToken(token).refusal('invalid_credentials', 'GET', '/v1/night');
      }
    });

    it('ends when it expires', async (t) => {
      const own = await startTestService({ engine });
      t.after(() => own.stop());
      const night = await LinkedNight.of(await own.freshPartner());
      const phone = await night.phone({ expires_in_hours: 1 });
      own.advance(HOUR_MS - 10_000);
      await phone.night();
      own.advance(10_000);
      await assertEnded(phone);
    });

    it('ends at once on every node when it is withdrawn', async (t) => {
      const night = await LinkedNight.of(await service().freshPartner());
      const phone = await night.phone();
      const node = assemble(service().context, { operatorToken: 'x'.repeat(20), rateLimits: null, log: 'silent' });
      t.after(() => node.app.close());
      const read = async () => {
        const headers = { authorization: `Bearer ${phone.link.token}` };
        return (await node.app.inject({ method: 'GET', url: '/v1/night', headers })).statusCode;
      };
      assert.equal(await read(), 200);
      await night.partner.request('DELETE', `/v1/links/${phone.link.id}`);
      assert.equal(await read(), 401);
      await assertEnded(phone);
    });

    it('that enters results only shows the night while it is closed, until that is undone or the night is reopened', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const [phone, withdrawn] = [await night.phone(), await night.phone()];
      await night.play(1);
      for (const back of ['undo', 'reopen'] as const) {
        const { body } = await night.post('close');
        const { state, link } = await phone.night();
        assert.deepEqual([state, link.role], ['closed', 'view']);
        assert.equal((await phone.client.request('GET', '/v1/night/recap')).status, 200);
        const refused = await night.enterBy(phone, 1, 1, '9-15', 1);
        assert.deepEqual([refused.status, refused.body.code], [403, 'link_may_not_score']);
        const { data } = (await night.partner.request<PageBody<NightLink>>('GET', night.links)).body;
        assert.deepEqual(new Set(data.map(({ role }) => role)), new Set(['view']));
        await night.partner.request('DELETE', `/v1/links/${withdrawn.link.id}`);
        assert.equal((await night.post(back, { revision: body.revision })).status, 200);
        const open = await phone.night();
        assert.deepEqual([open.state, open.round?.round, open.link.role], ['open', 1, 'score']);
        await assertEnded(withdrawn);
      }
      assert.equal((await night.enterBy(phone, 1, 1, '9-15', 1)).status, 200);
    });

    it('of a suspended partner is refused with 403, until the partner is back', async () => {
      const partner = await service().freshPartner();
      const night = await LinkedNight.of(partner);
      const phone = await night.phone();
      const suspend = (suspended: boolean) =>
        service().operator.request('PATCH', `/admin/v1/partners/${partner.id}`, { body: { suspended } });
      await suspend(true);
      for (const [method, path] of NIGHT) {
        await phone.client.refusal('partner_suspended', method, path, method === 'PUT' ? { body: {} } : {});
      }
      await suspend(false);
      await phone.night();
    });

    it('survives the rotation and the end of the key that made it', async () => {
      const partner = await service().freshPartner();
      const night = await LinkedNight.of(partner);
      const phone = await night.phone();
      await service().operator.request('DELETE', `/admin/v1/keys/${partner.keyId}`);
      await partner.refusal('invalid_credentials', 'GET', night.links);
      await phone.night();
    });

    it('of a deleted plan is refused without a name, and shows the next plan of the session', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const phone = await night.phone();
      await night.partner.request('DELETE', night.path);
      for (const path of ['/v1/night', '/v1/night/recap']) {
        const { text } = await phone.client.refusal('plan_not_found', 'GET', path);
        assert.ok(!text.includes(night.ref), text);
      }
      await night.put({ courts: 1 });
      assert.equal((await phone.night()).next?.courts.length, 1);
    });

    it('is answered 304 while nothing changes', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const phone = await night.phone();
      await night.open(1);
      const { headers } = await phone.client.request('GET', '/v1/night');
      const poll = () =>
        phone.client.request('GET', '/v1/night', { headers: { 'if-none-match': headers['etag'] ?? '' } });
      const same = await poll();
      assert.deepEqual([same.status, same.text], [304, '']);
      await night.enterBy(phone, 1, 1, '15-9');
      assert.equal((await poll()).status, 200);
    });
  });
});
