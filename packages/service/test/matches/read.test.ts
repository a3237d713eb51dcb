import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aClub } from '../support/club.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('reading a match answers 200', () => {
    it('with the order of its games and who served, where they were sent', async () => {
      const club = await aClub(service());
      const set_scores = [
        { set_number: 1, team_a_games: 2, team_b_games: 1, game_winners: ['A', 'B', 'A'], first_server_team: 'B' },
        { set_number: 2, team_a_games: 6, team_b_games: 0, game_winners: null, first_server_team: null },
      ];
      const { id } = await club.submit(club.match({ set_scores }));
      assert.deepEqual((await club.read(id)).set_scores, set_scores);
    });

    it('with the usernames of its players also when they have turned private', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      const match = await home.submit(other.match());
      for (const { username } of other.players) {
        await other.partner.request('PATCH', `/v1/players/${username}`, { body: { profile_is_public: false } });
        await home.partner.refusal('player_not_found', 'GET', `/v1/players/${username}`);
      }
      const participants = match.participants.map((one) => ({
        ...one,
        display_name: one.username ?? assert.fail(),
        rating_change: null,
      }));
      assert.deepEqual(await home.read(match.id), { ...match, participants });
    });
  });

  describe('reading a match answers 404 match_not_found', () => {
    const id = '019de4f2-a340-8f34-a99b-71224f08972d';
    for (const [name, path] of Object.entries({
      'for an id that nobody has': id,
      'for an id that is none': 'night-42-m7',
      'for an id that is too short': id.slice(0, -1),
      'for a very long text': 'x'.repeat(2000),
      'for U+0000': '%00',
    })) {
      it(name, async () => {
        const { partner } = await aClub(service(), { players: 0 });
        assert.equal((await partner.refusal('match_not_found', 'GET', `/v1/matches/${path}`)).status, 404);
      });
    }

    it('for an id in upper case', async () => {
      const club = await aClub(service());
      const match = await club.submit();
      await club.partner.refusal('match_not_found', 'GET', `/v1/matches/${match.id.toUpperCase()}`);
    });

    it('for another partner’s match, byte for byte as for none', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      const theirs = await other.submit(home.match());
      const headers = { 'x-request-id': 'the-same' };
      const [hidden, absent] = await Promise.all(
        [theirs.id, id].map((one) => home.partner.refusal('match_not_found', 'GET', `/v1/matches/${one}`, { headers })),
      );
      assert.equal(hidden?.text, absent?.text);
    });
  });
});
