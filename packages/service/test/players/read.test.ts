import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

/** Submits a match of four players at each instant. The first two players win. */
async function playMatches(
  partner: TestPartner,
  players: readonly Player[],
  instants: readonly string[],
): Promise<void> {
  const matches = instants.map((playedAt) => ({
    external_ref: playedAt,
    played_at: playedAt,
    winning_team: 'A',
    trust_tier: 'partner_attested',
    participants: players.map(({ username }, index) => ({ username, team: index < 2 ? 'A' : 'B' })),
    set_scores: [1, 2].map((set_number) => ({ set_number, team_a_games: 6, team_b_games: 4 })),
  }));
  const answer = await partner.request('POST', '/v1/matches/batch', { body: { matches } });
  assert.deepEqual(answer.body['summary'], { created: instants.length, duplicates: 0, conflicts: 0, rejected: 0 });
}

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });

  describe('reading a player returns 200', () => {
    it('with a public player, to every partner and every plan', async () => {
      const { freshPartner } = service();
      const [player] = await (await freshPartner()).freshPlayers(1);
      for (const plan of ['starter', 'pro', 'enterprise'] as const) {
        const partner = await freshPartner({ plan, scopes: ['read:players'] });
        const { status, body } = await partner.request('GET', `/v1/players/${player?.username}`);
        assert.equal(status, 200);
        assert.deepEqual(body, player);
      }
    });

    it('for the username in any case', async () => {
      const partner = await service().freshPartner();
      const [player] = await partner.freshPlayers(1);
      const { body } = await partner.request('GET', `/v1/players/${player?.username.toUpperCase()}`);
      assert.deepEqual(body, player);
    });

    it('with a private player, to its creator and to every partner that has it on a roster', async () => {
      const { freshPartner } = service();
      const [creator, friend] = [await freshPartner(), await freshPartner()];
      const [player] = await creator.freshPlayers(1, { profile_is_public: false });
      const path = `/v1/players/${player?.username}`;
      assert.deepEqual((await creator.request('GET', path)).body, player);
      await friend.refusal('player_not_found', 'GET', path);
      const share = await creator.request('POST', `${path}/shares`);
      await friend.request('PUT', '/v1/rosters/night');
      await friend.request('POST', '/v1/rosters/night/members', { body: { share_code: share.body['share_code'] } });
      assert.deepEqual((await friend.request('GET', path)).body, player);
      await friend.request('DELETE', '/v1/rosters/night');
      await friend.refusal('player_not_found', 'GET', path);
    });

    it('with the rating after a match, and its uncertainty at the time of the request', async () => {
      const { freshPartner, context, advance } = service();
      const partner = await freshPartner();
      const players = await partner.freshPlayers(4);
      // A few matches leave the rating as unsure as it can get, so that time could not show.
      const instants = Array.from({ length: 20 }, (_, n) =>
        new Date(context.now() - (20 - n) * 3_600_000).toISOString(),
      );
      await playMatches(partner, players, instants);
      const read = async () =>
        (await partner.request<Player>('GET', `/v1/players/${players[0]?.username}`)).body.rating;
      const now = await read();
      assert.ok(now.service_score > 1500);
      assert.deepEqual([now.matches_played, now.last_played_at, now.rating_status], [20, instants[19], 'settled']);
      advance(400 * 86_400_000);
      const later = await read();
      assert.ok(later.uncertainty > now.uncertainty);
      assert.equal(later.service_score, now.service_score);
    });
  });

  describe('reading a player returns 404', () => {
    it('for an unknown or invalid username', async () => {
      const partner = await service().freshPartner();
      for (const name of ['nobody-at-all', 'a', '-ana', 'x'.repeat(41), 'josé', 'an%00a', 'a%20b', 'mar%E2%84%AA']) {
        const answer = await partner.refusal(
          'player_not_found',
          'GET',
          `/v1/players/${encodeURI(name).replaceAll('%25', '%')}`,
        );
        assert.equal(answer.status, 404);
      }
    });
  });

  describe('reading a player returns 400', () => {
    it('for bytes in the path that are not UTF-8', async () => {
      const partner = await service().freshPartner();
      await partner.refusal('malformed_request', 'GET', '/v1/players/%FF');
    });
  });

  it('a player called batch is read, changed and erased like any other', async () => {
    const partner = await service().freshPartner();
    const username = 'batch';
    assert.equal((await partner.request('POST', '/v1/players', { body: { username } })).status, 201);
    assert.equal((await partner.request('GET', '/v1/players/batch')).body['username'], username);
    const renamed = await partner.request('PATCH', '/v1/players/batch', { body: { display_name: 'Bea' } });
    assert.equal(renamed.body['display_name'], 'Bea');
    const refusal = await partner.refusal('method_not_allowed', 'PUT', '/v1/players/batch', { body: {} });
    assert.equal(refusal.headers['allow'], 'DELETE, GET, HEAD, PATCH, POST');
    assert.equal((await partner.request('DELETE', '/v1/players/batch')).status, 204);
  });

  describe('reading a player returns 405', () => {
    it('for unsupported methods, with the supported ones in Allow', async () => {
      const partner = await service().freshPartner();
      const answer = await partner.refusal('method_not_allowed', 'POST', '/v1/players/ana', { body: {} });
      assert.equal(answer.status, 405);
      assert.match(answer.headers['allow'] ?? '', /GET.*PATCH.*DELETE|DELETE.*GET.*PATCH/);
      await partner.refusal('method_not_allowed', 'PATCH', '/v1/players/search', { body: {} });
      await partner.refusal('method_not_allowed', 'DELETE', '/v1/players/search');
    });
  });
});
