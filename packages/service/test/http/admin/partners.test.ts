import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Partner, plans } from '@bandeja/contract/partners';
import { onEachEngine, type PageBody, useTestService } from '../../support/service.ts';
import { storedRows } from '../../support/stored.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const create = (body: object) => service().operator.request<Partner>('POST', '/admin/v1/partners', { body });

  describe('creating a partner', () => {
    it('answers 201 with the partner and its place', async () => {
      for (const plan of plans) {
        const { status, headers, body } = await create({ name: 'Club Norte', plan });
        assert.equal(status, 201);
        assert.equal(headers['location'], `/admin/v1/partners/${body.id}`);
        assert.deepEqual(
          { ...body, id: '', created_at: '' },
          { id: '', name: 'Club Norte', plan, suspended: false, created_at: '' },
        );
        assert.deepEqual((await service().operator.request('GET', headers['location'] ?? '')).body, body);
      }
    });

    for (const [name, body, pointer, code] of [
      ['no name', { plan: 'pro' }, '/name', 'required'],
      ['an empty name', { name: '', plan: 'pro' }, '/name', 'out_of_range'],
      ['a name of 81 characters', { name: 'x'.repeat(81), plan: 'pro' }, '/name', 'out_of_range'],
      ['no plan', { name: 'A' }, '/plan', 'required'],
      ['an unknown plan', { name: 'A', plan: 'Pro' }, '/plan', 'not_one_of'],
      ['an id', { name: 'A', plan: 'pro', id: ABSENT }, '/id', 'unknown_field'],
    ] as const) {
      it(`answers 422 for ${name}, and stores nothing`, async () => {
        const before = await storedRows(service().database);
        const answer = await service().operator.refusal('invalid_body', 'POST', '/admin/v1/partners', { body });
        assert.equal(answer.status, 422);
        assert.deepEqual(
          answer.body.errors?.map((fault) => [fault.pointer, fault.code]),
          [[pointer, code]],
        );
        assert.deepEqual(await storedRows(service().database), before);
      });
    }
  });

  describe('listing partners', () => {
    it('answers 200 in order of creation, in pages by offset and by cursor', async () => {
      const { operator } = service();
      const list = async (query: Record<string, string | number>) =>
        (await operator.request<PageBody<Partner>>('GET', '/admin/v1/partners', { query })).body;
      for (let count = 0; count < 5; count += 1) await create({ name: `Club ${count}`, plan: 'pro' });
      const all = await list({ limit: 100 });
      const inOrder = [...all.data].sort((a, b) =>
        a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
      );
      assert.deepEqual(all.data, inOrder);
      const paged: Partner[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: PageBody<Partner> = await list(cursor === '' ? { limit: 2 } : { limit: 2, cursor });
        paged.push(...page.data);
        cursor = page.pagination.next_cursor;
      }
      assert.deepEqual(paged, all.data);
      assert.deepEqual((await list({ limit: 2, offset: 1 })).data, all.data.slice(1, 3));
    });

    it('answers 400 for a cursor that was made up, however large its numbers', async () => {
      const { operator } = service();
      for (const created_at of [-1, 1e300, 253_402_300_800_000]) {
        const cursor = Buffer.from(JSON.stringify(['partners', { created_at, id: ABSENT }])).toString('base64url');
        await operator.refusal('invalid_query', 'GET', '/admin/v1/partners', { query: { cursor } });
      }
    });
  });

  describe('changing a partner', () => {
    it('answers 200 with the partner as it is then; what is not sent, or null, stays', async () => {
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

    it('holds from the next request on: the plan, and the suspension and its end', async () => {
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

    it('answers 422 for a wrong value, and changes nothing', async () => {
      const { operator } = service();
      const { body: partner } = await create({ name: 'Club Norte', plan: 'pro' });
      const path = `/admin/v1/partners/${partner.id}`;
      for (const [body, pointer, code] of [
        [{ name: 'X', plan: 'gold' }, '/plan', 'not_one_of'],
        [{ suspended: 'yes' }, '/suspended', 'wrong_type'],
        [{ name: '' }, '/name', 'out_of_range'],
      ] as const) {
        const answer = await operator.refusal('invalid_body', 'PATCH', path, { body });
        assert.deepEqual(
          answer.body.errors?.map((fault) => [fault.pointer, fault.code]),
          [[pointer, code]],
        );
      }
      assert.deepEqual((await operator.request('GET', path)).body, partner);
    });
  });

  describe('an absent partner', () => {
    it('answers 404 to reading and changing, as does an id that is none', async () => {
      const { operator } = service();
      for (const id of [ABSENT, 'nonsense', ABSENT.toUpperCase().replace('4', 'A')]) {
        const path = `/admin/v1/partners/${id}`;
        assert.equal((await operator.refusal('partner_not_found', 'GET', path)).status, 404);
        assert.equal((await operator.refusal('partner_not_found', 'PATCH', path, { body: {} })).status, 404);
      }
    });
  });
});
