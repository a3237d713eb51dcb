import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onEachEngine, useTestService } from '../support/service.ts';
import { LinkedNight } from './linked-night.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const freshNight = async () => LinkedNight.of(await service().freshPartner({ mode: 'test' }));

  describe('a link of a sandbox', () => {
    it('shows and scores a night of the sandbox alone, and every answer is marked', async () => {
      const night = await freshNight();
      const phone = await night.phone();
      assert.match(phone.link.token, /^bdn_test_/);
      await night.open(1);
      const { headers } = await night.enterBy(phone, 1, 1, '15-9');
      assert.equal(headers['bandeja-mode'], 'test');
      assert.equal((await phone.night()).standings[0]?.points, 15);
      const live = phone.client.withToken(phone.link.token.replace('bdn_test', 'bdn_live'));
      await live.refusal('invalid_credentials', 'GET', '/v1/night');
    });

    it('is made and expires in real time, whatever the clock of the sandbox', async () => {
      const night = await freshNight();
      const phone = await night.phone({ expires_in_hours: 2 });
      await night.partner.request('PATCH', '/v1/sandbox', { body: { advance_seconds: 864_000 } });
      await phone.night();
      const { created_at, expires_at } = (await night.phone({ expires_in_hours: 2 })).link;
      assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
      assert.equal(Date.parse(expires_at) - Date.parse(created_at), 7_200_000);
    });

    it('ends when the sandbox is cleared', async () => {
      const night = await freshNight();
      const phone = await night.phone();
      await night.partner.request('DELETE', '/v1/sandbox');
      await phone.client.refusal('invalid_credentials', 'GET', '/v1/night');
    });
  });
});
