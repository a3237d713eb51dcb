import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RosterMember } from '@bandeja/contract/rosters';
import { pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function setUp() {
    const partner = await service().freshPartner();
    await partner.request('PUT', '/v1/rosters/night');
    return partner;
  }

  describe('putting a player on a roster', () => {
    it('returns 204 for an own private player and for any public one, even if repeated', async () => {
      const partner = await setUp();
      const [own] = await partner.freshPlayers(1, { profile_is_public: false });
      const [open] = await (await service().freshPartner()).freshPlayers(1);
      for (const player of [own, open, own, open]) {
        const username = player?.username.toUpperCase();
        assert.equal((await partner.request('PUT', `/v1/rosters/night/members/${username}`)).status, 204);
      }
      assert.equal((await partner.request('GET', '/v1/rosters/night')).body['members'], 2);
    });
  });

  describe('taking a player off a roster', () => {
    it('returns 204, and the player still exists, on other rosters too', async () => {
      const partner = await setUp();
      const [player] = await partner.freshPlayers(1, { roster_slug: 'night' });
      await partner.request('PUT', '/v1/rosters/day');
      await partner.request('PUT', `/v1/rosters/day/members/${player?.username}`);
      assert.equal((await partner.request('DELETE', `/v1/rosters/night/members/${player?.username}`)).status, 204);
      assert.equal((await partner.request('GET', '/v1/rosters/night')).body['members'], 0);
      assert.equal((await partner.request('GET', '/v1/rosters/day')).body['members'], 1);
      assert.equal((await partner.request('GET', `/v1/players/${player?.username}`)).status, 200);
    });
  });

  describe('listing the members of a roster', () => {
    it('returns 200, by username', async () => {
      const partner = await setUp();
      const players = await partner.freshPlayers(3, {
        roster_slug: 'night',
        profile_is_public: false,
        display_name: 'Ana',
      });
      const expected = players.map(({ username }) => username).sort();
      const all = await pageOf<RosterMember>(partner, '/v1/rosters/night/members');
      assert.deepEqual(
        all.data.map(({ username }) => username),
        expected,
      );
      const [first] = all.data;
      assert.deepEqual([first?.display_name, first?.profile_is_public], ['Ana', false]);
      assert.equal(first?.profile_id, players.find(({ username }) => username === first?.username)?.id);
    });
  });
});
