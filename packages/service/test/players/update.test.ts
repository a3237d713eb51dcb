import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function setUp() {
    const partner = await service().freshPartner();
    const [player] = await partner.freshPlayers(1, { display_name: 'Ana', country_code: 'ES' });
    return { partner, player, path: `/v1/players/${player?.username}` };
  }

  describe('changing a player returns 200', () => {
    it('with the changed player, who stays on the own rosters', async () => {
      const { partner, player, path } = await setUp();
      await partner.request('PUT', '/v1/rosters/night');
      await partner.request('PUT', `/v1/rosters/night/members/${player?.username}`);
      const body = { display_name: 'Ana María', country_code: 'PT', profile_is_public: false };
      const answer = await partner.request('PATCH', path, { body });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, { ...player, ...body });
      assert.deepEqual((await partner.request('GET', path)).body, answer.body);
      assert.equal((await partner.request('GET', '/v1/rosters/night')).body['members'], 1);
    });

    it('and keeps omitted and null fields, except the country, which null removes', async () => {
      const { partner, player, path } = await setUp();
      assert.deepEqual((await partner.request('PATCH', path, { body: {} })).body, player);
      const nothing = { display_name: null, profile_is_public: null };
      assert.deepEqual((await partner.request('PATCH', path, { body: nothing })).body, player);
      const answer = await partner.request('PATCH', path, { body: { country_code: null } });
      assert.deepEqual(answer.body, { ...player, country_code: null });
    });

    it('and increases the version of the player by one', async () => {
      const { player, partner, path } = await setUp();
      const read = { name: 'test_player_version', text: 'select version from players where id = $1' };
      const version = async () =>
        Number((await service().database.query<{ version: unknown }>(read, [player?.id ?? '']))[0]?.version);
      assert.equal(await version(), 1);
      await partner.request('PATCH', path, { body: { display_name: 'Ana María' } });
      assert.equal(await version(), 2);
    });

    it('but not by the id of another partner’s player with the username of the own one', async () => {
      const { partner, player } = await setUp();
      const other = await service().freshPartner();
      const body = { username: player?.username, display_name: 'Another Ana', profile_is_public: false };
      const { id } = (await other.request('POST', '/v1/players', { body })).body;
      assert.notEqual(id, player?.id);
      await partner.refusal('player_not_found', 'PATCH', `/v1/players/${id}`, { body: { display_name: 'Ana María' } });
      assert.deepEqual((await partner.request('GET', `/v1/players/${player?.id}`)).body, player);
    });
  });

  describe('changing a player returns 404', () => {
    it('to every partner that did not register it, even if it sees the player, and changes nothing', async () => {
      const { partner, player, path } = await setUp();
      const other = await service().freshPartner();
      await other.refusal('player_not_found', 'PATCH', path, { body: { display_name: 'Mine' } });
      assert.deepEqual((await partner.request('GET', path)).body, player);
    });
  });

  describe('making a player public returns 409 username_taken', () => {
    it('if another public player has the username, and the change is not stored', async () => {
      const { player, path } = await setUp();
      const other = await service().freshPartner();
      const own = { username: player?.username, display_name: 'Own Name', profile_is_public: false };
      await other.request('POST', '/v1/players', { body: own });
      const body = { display_name: 'Renamed', profile_is_public: true };
      await other.refusal('username_taken', 'PATCH', path, { body });
      const read = await other.request('GET', path);
      assert.deepEqual([read.body['display_name'], read.body['profile_is_public']], ['Own Name', false]);
    });
  });
});
