import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Roster } from '@bandeja/contract/rosters';
import { onEachEngine, type PageBody, useTestService } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';

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

    it('answers 404 for a slug that no roster can have, and stores nothing', async () => {
      const partner = await service().freshPartner();
      const before = await storedRows(service().database);
      for (const slug of ['Night', 'a_b', 'a'.repeat(65), 'n%C3%A1', '%00']) {
        await partner.refusal('roster_not_found', 'PUT', `/v1/rosters/${slug}`);
      }
      assert.deepEqual(await storedRows(service().database), before);
    });

    for (const [name, code] of [
      ['', 'out_of_range'],
      ['x'.repeat(81), 'out_of_range'],
      [7, 'wrong_type'],
      ['a\0', 'bad_format'],
    ] as const) {
      it(`answers 422 for the name ${JSON.stringify(name).slice(0, 12)}, and stores nothing`, async () => {
        const partner = await service().freshPartner();
        const before = await storedRows(service().database);
        const answer = await partner.refusal('invalid_body', 'PUT', '/v1/rosters/night', { body: { name } });
        assert.equal(answer.status, 422);
        assert.deepEqual(
          answer.body.errors?.map((fault) => [fault.pointer, fault.code]),
          [['/name', code]],
        );
        assert.deepEqual(await storedRows(service().database), before);
      });
    }
  });

  describe('reading rosters', () => {
    it('answers 200 with one’s own, by slug, in pages by offset and by cursor', async () => {
      const partner = await service().freshPartner();
      const other = await service().freshPartner();
      await other.request('PUT', '/v1/rosters/theirs');
      for (const slug of ['b', 'a', '0', '-', 'c']) await partner.request('PUT', `/v1/rosters/${slug}`);
      const list = async (query: Record<string, string | number>) =>
        (await partner.request<PageBody<Roster>>('GET', '/v1/rosters', { query })).body;
      const slugs = (page: PageBody<Roster>) => page.data.map(({ slug }) => slug).join(' ');
      assert.equal(slugs(await list({})), '- 0 a b c');
      const first = await list({ limit: 2 });
      assert.deepEqual([slugs(first), first.pagination.has_more], ['- 0', true]);
      const second = await list({ limit: 2, cursor: first.pagination.next_cursor ?? '' });
      assert.equal(slugs(second), 'a b');
      const third = await list({ limit: 2, cursor: second.pagination.next_cursor ?? '' });
      assert.deepEqual([slugs(third), third.pagination.next_cursor], ['c', null]);
      assert.equal(slugs(await list({ limit: 2, offset: 3 })), 'b c');
    });

    it('answers 400 for an offset together with a cursor, and for a cursor of another list', async () => {
      const partner = await service().freshPartner();
      for (const slug of ['a', 'b']) await partner.request('PUT', `/v1/rosters/${slug}`);
      const page = await partner.request<PageBody<Roster>>('GET', '/v1/rosters', { query: { limit: 1 } });
      const cursor = page.body.pagination.next_cursor ?? assert.fail();
      await partner.refusal('invalid_query', 'GET', '/v1/rosters', { query: { cursor, offset: 0 } });
      await partner.refusal('invalid_query', 'GET', '/v1/rosters/a/members', { query: { cursor } });
    });

    it('answers 200 with one roster and how many are on it', async () => {
      const partner = await service().freshPartner();
      await partner.freshPlayers(3, { roster_slug: 'night' });
      const { status, body } = await partner.request('GET', '/v1/rosters/night');
      assert.deepEqual([status, body['members']], [200, 3]);
    });

    it('answers 404 for one that is absent, malformed, or another partner’s, all alike', async () => {
      const [one, other] = [await service().freshPartner(), await service().freshPartner()];
      await other.request('PUT', '/v1/rosters/theirs');
      const headers = { 'x-request-id': 'the-same' };
      const texts = new Set<string>();
      for (const slug of ['theirs', 'absent', 'Mal_formed']) {
        texts.add((await one.refusal('roster_not_found', 'GET', `/v1/rosters/${slug}`, { headers })).text);
      }
      assert.equal(texts.size, 1);
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

    it('answers 404 for one that is absent or another partner’s, and deletes nothing', async () => {
      const [one, other] = [await service().freshPartner(), await service().freshPartner()];
      await other.freshPlayers(1, { roster_slug: 'theirs' });
      const before = await storedRows(service().database);
      for (const slug of ['theirs', 'absent', 'Mal_formed']) {
        await one.refusal('roster_not_found', 'DELETE', `/v1/rosters/${slug}`);
      }
      assert.deepEqual(await storedRows(service().database), before);
    });
  });
});
