import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plans } from '@bandeja/contract/account-enums';
import type { Partner } from '@bandeja/contract/partners';
import { pageOf } from '../../support/paging.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const create = (body: object) => service().operator.request<Partner>('POST', '/admin/v1/partners', { body });

  describe('creating a partner', () => {
    it('returns 201 with the partner and its address', async () => {
      for (const plan of plans) {
        const { status, headers, body } = await create({ name: 'Club Norte', plan });
        assert.equal(status, 201);
        assert.equal(headers['location'], `/admin/v1/partners/${body.id}`);
        assert.deepEqual(
          { ...body, id: '', created_at: '' },
          { id: '', name: 'Club Norte', plan, suspended: false, time_zone: 'UTC', created_at: '' },
        );
        assert.deepEqual((await service().operator.request('GET', headers['location'] ?? '')).body, body);
      }
    });
  });

  describe('listing partners', () => {
    it('returns 200 in order of creation', async () => {
      const { operator } = service();
      for (let count = 0; count < 5; count += 1) await create({ name: `Club ${count}`, plan: 'pro' });
      const all = await pageOf<Partner>(operator, '/admin/v1/partners', { limit: 100 });
      const inOrder = [...all.data].sort((a, b) =>
        a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
      );
      assert.deepEqual(all.data, inOrder);
    });
  });

  describe('changing a partner', () => {
    it('returns 200 with the changed partner; omitted and null fields keep their values', async () => {
      const { operator } = service();
      const { body: partner } = await create({ name: 'Club Norte', plan: 'starter' });
      const path = `/admin/v1/partners/${partner.id}`;
      const change = { name: 'Club Sur', plan: 'enterprise', suspended: true };
      const answer = await operator.request('PATCH', path, { body: change });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, { ...partner, ...change });
      for (const body of [{}, { name: null, plan: null, suspended: null }]) {
        assert.deepEqual((await operator.request('PATCH', path, { body })).body, answer.body);
      }
    });

    it('applies a plan, a suspension and its end from the next request on', async () => {
      const { operator, freshPartner } = service();
      const partner = await freshPartner({ plan: 'starter' });
      const path = `/admin/v1/partners/${partner.id}`;
      await partner.refusal('plan_forbidden', 'PUT', '/v1/rosters/night');
      await operator.request('PATCH', path, { body: { plan: 'pro' } });
      assert.equal((await partner.request('PUT', '/v1/rosters/night')).status, 201);
      await operator.request('PATCH', path, { body: { suspended: true } });
      await partner.refusal('partner_suspended', 'GET', '/v1/rosters/night');
      await operator.request('PATCH', path, { body: { suspended: false } });
      assert.equal((await partner.request('GET', '/v1/rosters/night')).status, 200);
    });
  });
});
