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
        identity: 'hidden',
        rating_change: null,
      }));
      assert.deepEqual(await home.read(match.id), { ...match, participants });
    });
  });

  describe('reading a match answers 404 match_not_found', () => {
    it('for an id in upper case', async () => {
      const club = await aClub(service());
      const match = await club.submit();
      await club.partner.refusal('match_not_found', 'GET', `/v1/matches/${match.id.toUpperCase()}`);
    });
  });
});
