import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PlayerRoute, playerRoutes } from '../../support/player-routes.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function answerTo(partner: TestPartner, route: PlayerRoute, username: string) {
    const path = route.path.replace(':username', username);
    const options = 'body' in route ? { body: route.body } : {};
    const { status, headers, text } = await partner.request(route.method, path, {
      ...options,
      headers: { 'x-request-id': 'the-same' },
    });
    const { date: _, ...rest } = headers;
    return { status, headers: rest, text };
  }

  describe('an invisible player is answered as an absent one, byte by byte', () => {
    for (const route of playerRoutes) {
      it(`by ${route.method} ${route.path}`, async () => {
        const { freshPartner } = service();
        const [hidden] = await (await freshPartner()).freshPlayers(1, { isPublic: false, rosterSlug: 'night' });
        const partner = await freshPartner();
        await partner.request('PUT', '/v1/rosters/night');
        const answer = await answerTo(partner, route, hidden?.username ?? assert.fail());
        assert.equal(answer.status, 404);
        assert.deepEqual(answer, await answerTo(partner, route, freshName('absent')));
      });
    }
  });

  describe('a participant who is invisible is answered as an absent one, byte by byte', () => {
    it('by POST /v1/matches', async () => {
      const { freshPartner, context } = service();
      const [hidden] = await (await freshPartner()).freshPlayers(1, { isPublic: false });
      const partner = await freshPartner();
      const others = await partner.freshPlayers(3);
      const submit = async (username: string) => {
        const body = {
          external_ref: 'one',
          played_at: new Date(context.now()).toISOString(),
          winning_team: 'A',
          trust_tier: 'partner_attested',
          participants: [...others.map((player) => player.username), username].map((name, index) => ({
            username: name,
            team: index < 2 ? 'A' : 'B',
          })),
        };
        const headers = { 'x-request-id': 'the-same' };
        return (await partner.refusal('participant_not_eligible', 'POST', '/v1/matches', { body, headers })).text;
      };
      assert.equal(await submit(hidden?.username ?? assert.fail()), await submit(freshName('absent')));
    });
  });
});
