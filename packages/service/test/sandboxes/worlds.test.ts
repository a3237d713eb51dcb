import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type KeyMode, scopes } from '@bandeja/contract/account-enums';
import type { SandboxState } from '@bandeja/contract/sandboxes';
import { issueKey } from '../../src/keys/keys.ts';
import { aClub } from '../support/club.ts';
import { freshName, onEachEngine, type PageBody, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  describe('a test key', () => {
    const service = useTestService({ engine });

    /** Another key of the same partner. */
    async function keyOf(partner: TestPartner, mode: KeyMode) {
      const { id, key } = await issueKey(service().context, partner.id, { scopes: [...scopes], mode });
      return { id, client: partner.withToken(key) };
    }

    const register = (client: Pick<TestPartner, 'request'>, username: string) =>
      client.request('POST', '/v1/players', { body: { username, profile_is_public: true } });

    it('is named in every response; a live key is not', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      assert.match(partner.token ?? '', /^bdj_test_/);
      for (const [path, status] of [
        ['/v1/sandbox', 200],
        [`/v1/players/${freshName('nobody')}`, 404],
        ['/v1/rosters?x=1', 400],
      ] as const) {
        const answer = await partner.request('GET', path);
        assert.deepEqual([answer.status, answer.headers['bandeja-mode']], [status, 'test'], path);
      }
      const { client } = await keyOf(partner, 'live');
      const answer = await client.request('GET', '/v1/rosters');
      assert.deepEqual([answer.status, 'bandeja-mode' in answer.headers], [200, false]);
    });

    it('sees neither the live world nor another sandbox, and neither of them sees its sandbox', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      const other = await service().freshPartner({ mode: 'test' });
      const { client: live } = await keyOf(partner, 'live');
      const [own, others, lively] = [freshName('own'), freshName('others'), freshName('live')];
      for (const [client, username] of [
        [partner, own],
        [other, others],
        [live, lively],
      ] as const) {
        assert.equal((await register(client, username)).status, 201);
        const seen = [own, others, lively].map(
          async (name) => (await client.request('GET', `/v1/players/${name}`)).status,
        );
        const expected = [own, others, lively].map((name) => (name === username ? 200 : 404));
        assert.deepEqual(await Promise.all(seen), expected);
        const { body } = await client.request<PageBody<{ username: string }>>('GET', '/v1/players');
        assert.deepEqual(
          body.data.map((player) => player.username),
          [username],
        );
      }
    });

    it('is rejected everywhere once it is revoked, and its sandbox remains for the other keys', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      const second = await keyOf(partner, 'test');
      const username = freshName('player');
      await register(second.client, username);
      assert.equal((await service().operator.request('DELETE', `/admin/v1/keys/${second.id}`)).status, 204);
      await second.client.refusal('invalid_credentials', 'GET', '/v1/sandbox');
      assert.equal((await partner.request('GET', `/v1/players/${username}`)).status, 200);
    });

    it('is rotated into a test key', async () => {
      const partner = await service().freshPartner({ mode: 'test' });
      const { body } = await service().operator.request('POST', `/admin/v1/keys/${partner.keyId}/rotate`);
      assert.equal(body['mode'], 'test');
      const { status } = await partner.withToken(String(body['key'])).request('GET', '/v1/sandbox');
      assert.equal(status, 200);
    });

    it('is required by the sandbox endpoints', async () => {
      const partner = await service().freshPartner({ mode: 'live' });
      await partner.refusal('test_key_required', 'GET', '/v1/sandbox');
      await partner.refusal('test_key_required', 'PATCH', '/v1/sandbox', { body: { advance_seconds: 1 } });
      await partner.refusal('test_key_required', 'DELETE', '/v1/sandbox');
    });

    it('is limited by plan and scopes like a live key', async () => {
      const starter = await service().freshPartner({ mode: 'test', plan: 'starter' });
      await starter.refusal('plan_forbidden', 'PUT', '/v1/rosters/night');
      const reader = await service().freshPartner({ mode: 'test', scopes: ['read:players'] });
      await reader.refusal('insufficient_scope', 'PUT', '/v1/rosters/night');
      assert.equal((await reader.request('GET', '/v1/sandbox')).status, 200);
    });

    it('rejects a cursor of the live world', async () => {
      const club = await aClub(service(), { mode: 'live' });
      const { client: test } = await keyOf(club.partner, 'test');
      const page = await club.partner.request<PageBody<unknown>>('GET', '/v1/players?limit=1');
      const cursor = page.body.pagination.next_cursor ?? assert.fail('there is a second page');
      await test.refusal('invalid_query', 'GET', `/v1/players?limit=1&cursor=${cursor}`);
    });

    it('counts the objects in its sandbox', async () => {
      const club = await aClub(service(), { mode: 'test' });
      await club.submit();
      await club.partner.request('PUT', '/v1/rosters/night');
      const { body } = await club.partner.request<SandboxState>('GET', '/v1/sandbox');
      const { players, matches, rosters, cleared_at, clock_ahead_seconds } = body;
      assert.deepEqual(
        { players, matches, rosters, cleared_at, clock_ahead_seconds },
        { players: 4, matches: 1, rosters: 1, cleared_at: null, clock_ahead_seconds: 0 },
      );
    });
  });
});
