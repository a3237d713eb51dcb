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
});
