import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OwnKey } from '@bandeja/contract/keys';
import { onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  for (const mode of ['live', 'test'] as const) {
    it(`a ${mode} key reads its partner, plan, mode and scopes`, async () => {
      const partner = await service().freshPartner({ plan: 'starter', scopes: ['read:players'], mode });
      const { status, body } = await partner.request<OwnKey>('GET', '/v1/key');
      const { name } = (await service().operator.request<{ name: string }>('GET', `/admin/v1/partners/${partner.id}`))
        .body;
      assert.equal(status, 200);
      assert.deepEqual(body, {
        id: partner.keyId,
        mode,
        scopes: ['read:players'],
        plan: 'starter',
        partner_id: partner.id,
        partner_name: name,
      });
    });
  }
});
