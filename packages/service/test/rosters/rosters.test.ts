import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Roster } from '@bandeja/contract/rosters';
import { pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('putting a roster', () => {
    it('answers 201 with the new roster and its place, also without a body', async () => {
      const partner = await service().freshPartner();
      const { status, headers, body } = await partner.request<Roster>('PUT', '/v1/rosters/night');
      assert.equal(status, 201);
      assert.equal(headers['location'], '/v1/rosters/night');
      assert.deepEqual({ ...body, created_at: '' }, { slug: 'night', name: null, members: 0, created_at: '' });
    });

    it('answers 200 when it was there, and keeps its name, its members and its age', async () => {
      const partner = await service().freshPartner();
      await partner.freshPlayers(2, { roster_slug: 'night' });
      const named = await partner.request('PUT', '/v1/rosters/night', { body: { name: 'Night' } });
      assert.deepEqual([named.status, named.body['name'], named.body['members']], [200, 'Night', 2]);
      for (const options of [{}, { body: {} }]) {
        const again = await partner.request('PUT', '/v1/rosters/night', options);
        assert.equal(again.status, 200);
        assert.deepEqual(again.body, named.body);
      }
    });

    it('takes the name away with null', async () => {
      const partner = await service().freshPartner();
      await partner.request('PUT', '/v1/rosters/night', { body: { name: 'Night' } });
      const answer = await partner.request('PUT', '/v1/rosters/night', { body: { name: null } });
      assert.deepEqual([answer.status, answer.body['name']], [200, null]);
    });

    it('leaves another partner’s roster of the same slug alone', async () => {
      const [one, other] = [await service().freshPartner(), await service().freshPartner()];
      await one.request('PUT', '/v1/rosters/night', { body: { name: 'One' } });
      assert.equal((await other.request('PUT', '/v1/rosters/night', { body: { name: 'Other' } })).status, 201);
      assert.equal((await one.request('GET', '/v1/rosters/night')).body['name'], 'One');
    });
  });

  describe('reading rosters', () => {
    it('answers 200 with one’s own, by slug', async () => {
      const partner = await service().freshPartner();
      const other = await service().freshPartner();
      await other.request('PUT', '/v1/rosters/theirs');
      for (const slug of ['b', 'a', '0', '-', 'c']) await partner.request('PUT', `/v1/rosters/${slug}`);
      const { data } = await pageOf<Roster>(partner, '/v1/rosters');
      assert.deepEqual(
        data.map(({ slug }) => slug),
        ['-', '0', 'a', 'b', 'c'],
      );
    });
  });

  describe('deleting a roster', () => {
    it('answers 204 and leaves the players', async () => {
      const partner = await service().freshPartner();
      const [player] = await partner.freshPlayers(1, { roster_slug: 'night' });
      assert.equal((await partner.request('DELETE', '/v1/rosters/night')).status, 204);
      await partner.refusal('roster_not_found', 'GET', '/v1/rosters/night');
      assert.equal((await partner.request('GET', `/v1/players/${player?.username}`)).status, 200);
    });
  });
});
