import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Key } from '@bandeja/contract/keys';
import type { Usage } from '@bandeja/contract/usage';
import { aClub } from '../../support/club.ts';
import { onEachEngine, type PageBody, useTestService } from '../../support/service.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';
const DAY_MS = 86_400_000;

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const listed = async (query: string) =>
    (await service().operator.request<PageBody<Usage>>('GET', `/admin/v1/usage?${query}`)).body;
  const today = (): string => new Date(service().context.now()).toISOString().slice(0, 10);

  describe('GET /admin/v1/usage', () => {
    it('adds up what a key has used on a day: requests, units and matches', async () => {
      const club = await aClub(service());
      const { partner } = club;
      await club.submit(club.match({ external_ref: 'one' }));
      const matches = [club.match({ external_ref: 'two' }), club.match({ external_ref: 'one' }), {}];
      await partner.request('POST', '/v1/matches/batch', { body: { matches } });
      await partner.request('POST', '/v1/matches', { body: {} });
      await partner.request('GET', `/v1/players/${club.players[0]?.username}/card`);
      const { data } = await listed(`partner_id=${partner.id}`);
      assert.deepEqual(data, [
        {
          day: today(),
          partner_id: partner.id,
          key_id: partner.keyId,
          requests: 4,
          rate_limited: 0,
          units: 1 + 3 + 1 + 8,
          matches_stored: 2,
          matches_duplicate: 1,
          matches_rejected: 2,
        },
      ]);
    });

    it('lets a key show when it was last used', async () => {
      const partner = await service().freshPartner();
      const lastUse = async () => {
        await listed('limit=1');
        const { body } = await service().operator.request<PageBody<Key>>(
          'GET',
          `/admin/v1/partners/${partner.id}/keys`,
        );
        return body.data[0]?.last_used_at;
      };
      assert.equal(await lastUse(), null);
      await partner.request('GET', '/v1/rosters');
      const first = await lastUse();
      assert.ok(Math.abs(Date.parse(first ?? '') - service().context.now()) < 5_000, String(first));
      service().advance(DAY_MS);
      await partner.request('GET', '/v1/rosters');
      assert.ok(Date.parse((await lastUse()) ?? '') >= Date.parse(first ?? '') + DAY_MS);
    });

    it('counts the days apart, and lists those from `from` to `to`, in order', async () => {
      const partner = await service().freshPartner();
      const first = today();
      await partner.request('GET', '/v1/rosters');
      service().advance(DAY_MS);
      const second = today();
      await partner.request('GET', '/v1/rosters');
      await partner.request('GET', '/v1/rosters');
      const of = `partner_id=${partner.id}`;
      const counts = ({ data }: PageBody<Usage>) => data.map(({ day, requests }) => [day, requests]);
      const all = [
        [first, 1],
        [second, 2],
      ];
      assert.deepEqual(counts(await listed(of)), all);
      assert.deepEqual(counts(await listed(`${of}&from=${second}`)), [all[1]]);
      assert.deepEqual(counts(await listed(`${of}&to=${first}`)), [all[0]]);
    });

    it('answers 404 for a partner that does not exist', async () => {
      await service().operator.refusal('partner_not_found', 'GET', `/admin/v1/usage?partner_id=${ABSENT}`);
    });
  });
});
