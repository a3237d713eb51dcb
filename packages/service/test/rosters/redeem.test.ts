import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RosterMember } from '@bandeja/contract/rosters';
import { onEachEngine, useTestService } from '../support/service.ts';
import { storedRows } from '../support/stored.ts';

const path = '/v1/rosters/night/members';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  async function setUp() {
    const { freshPartner } = service();
    const [creator, friend] = [await freshPartner(), await freshPartner()];
    const [player] = await creator.freshPlayers(1, { profile_is_public: false, display_name: 'Ana' });
    const shares = `/v1/players/${player?.username}/shares`;
    const share = await creator.request('POST', shares, { body: { expires_in_hours: 1 } });
    await friend.request('PUT', '/v1/rosters/night');
    return { creator, friend, player, shares, body: { share_code: String(share.body['share_code']) } };
  }

  describe('redeeming a share', () => {
    it('answers 200 with the member, who is visible from then on', async () => {
      const { friend, player, body } = await setUp();
      const answer = await friend.request<RosterMember>('POST', path, { body });
      assert.equal(answer.status, 200);
      const { added_at, ...member } = answer.body;
      assert.ok(Date.parse(added_at) > 0);
      assert.deepEqual(member, {
        profile_id: player?.id,
        username: player?.username,
        display_name: 'Ana',
        profile_is_public: false,
      });
      assert.equal((await friend.request('GET', `/v1/players/${player?.username}`)).status, 200);
    });

    it('answers 200 again for the one who has redeemed it, long after, and changes nothing', async () => {
      const { friend, body } = await setUp();
      const first = await friend.request<RosterMember>('POST', path, { body });
      service().advance(3_600_000);
      const before = await storedRows(service().database);
      const again = await friend.request<RosterMember>('POST', path, { body });
      assert.equal(again.status, 200);
      assert.deepEqual(again.body, first.body);
      assert.deepEqual(await storedRows(service().database), before);
    });

    it('answers 404 for the one who has redeemed it when the player is not on the roster any more', async () => {
      const { friend, player, body } = await setUp();
      await friend.request('PUT', '/v1/rosters/day');
      await friend.request('POST', path, { body });
      await friend.refusal('share_not_found', 'POST', '/v1/rosters/day/members', { body });
      await friend.request('DELETE', `${path}/${player?.username}`);
      await friend.refusal('share_not_found', 'POST', path, { body });
    });

    it('answers 404 for a code that is unknown, used by another or expired, all alike, and stores nothing', async () => {
      const { creator, friend, body, shares } = await setUp();
      const other = await service().freshPartner();
      await other.request('PUT', '/v1/rosters/night');
      await other.request('POST', path, { body });
      const late = await creator.request('POST', shares, { body: { expires_in_hours: 1 } });
      service().advance(3_600_000);
      const before = await storedRows(service().database);
      const texts = new Set<string>();
      for (const share_code of [body.share_code, late.body['share_code'], 'x', `bdj_share_${'0'.repeat(32)}`]) {
        const headers = { 'x-request-id': 'the-same' };
        const answer = await friend.refusal('share_not_found', 'POST', path, { body: { share_code }, headers });
        assert.equal(answer.status, 404);
        texts.add(answer.text);
      }
      assert.equal(texts.size, 1);
      assert.deepEqual(await storedRows(service().database), before);
    });

    it('answers 404 for the creator of the player, and the code can still be used', async () => {
      const { creator, friend, body } = await setUp();
      await creator.request('PUT', '/v1/rosters/night');
      const before = await storedRows(service().database);
      const answer = await creator.refusal('share_not_found', 'POST', path, { body });
      assert.equal(answer.status, 404);
      assert.deepEqual(await storedRows(service().database), before);
      assert.equal((await friend.request('POST', path, { body })).status, 200);
    });
  });
});
