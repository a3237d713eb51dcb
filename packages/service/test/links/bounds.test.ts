import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onEachEngine, useTestService } from '../support/service.ts';
import { LinkedNight } from './linked-night.ts';

onEachEngine((engine) => {
  describe('the bounds of links', () => {
    const service = useTestService({ engine, isOwn: true, isClockStopped: true });

    it('a link may send 1,200 requests a minute, which cost the partner no units', async () => {
      const partner = await service().freshPartner();
      const night = await LinkedNight.of(partner);
      const phone = await night.phone({ role: 'view' });
      const remaining = async () => (await partner.request('GET', '/v1/key')).headers['ratelimit'];
      const before = await remaining();
      // The cheapest request of a link: a refusal.
      const send = () => phone.enter([1, 1], [1, 2, 3, 4], '15-9');
      for (let sent = 0; sent < 1_200; sent += 20) await Promise.all(Array.from({ length: 20 }, send));
      const refused = await phone.client.refusal('rate_limited', 'GET', '/v1/night');
      assert.equal(refused.headers['retry-after'], '1');
      assert.equal(refused.headers['ratelimit-policy'], '"link";q=1200;w=60');
      assert.match(refused.body.detail, /1200 requests in 60 seconds\. Wait for 1 second\.$/);
      const units = (text = '') => Number(/r=(\d+)/.exec(text)?.[1]);
      assert.equal(units(before) - units(await remaining()), 1);
      await (await night.phone()).night();
      service().advance(1_000);
      await phone.night();
    });

    it('the links of a night may enter 60 results a minute, and only entries count', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const [one, other, wall] = [
        await night.phone(),
        await night.phone({ court: 1 }),
        await night.phone({ role: 'view' }),
      ];
      await night.open(1);
      const seats = await night.seats(1, 1);
      for (let sent = 0; sent < 30; sent += 1) {
        for (const phone of [one, other]) assert.ok((await phone.enter([1, 1], seats, '15-9')).status < 300);
        assert.equal((await wall.enter([1, 1], seats, '15-9')).status, 403);
        assert.equal((await other.enter([1, 2], seats, '15-9')).status, 403);
        assert.equal((await one.client.request('PUT', '/v1/night/rounds/1/courts/1/result', { body: {} })).status, 422);
      }
      for (const phone of [one, other]) {
        const { status, body, headers } = await phone.enter([1, 1], seats, '15-9');
        assert.deepEqual([status, body.code, headers['retry-after']], [429, 'rate_limited', '1']);
      }
      await one.night();
      assert.equal((await night.enter(1, 2, '15-9')).status, 201);
      const next = await LinkedNight.of(night.partner);
      await next.open(1);
      assert.equal((await next.enterBy(await next.phone(), 1, 1, '15-9')).status, 201);
    });
  });
});
