import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MatchExplanation } from '@bandeja/contract/explanation';
import type { MatchView, OwnMatchView } from '@bandeja/contract/matches';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { aClub, type Club, share } from '../support/club.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const SESSION = 'night-42';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A match of `here` with a public player of `home`. After the match, `home` renames the player and makes it private. */
  async function playWithGuest(): Promise<{ here: Club; home: Club; guest: string; match: OwnMatchView }> {
    const [here, home] = [await aClub(service(), { players: 3 }), await aClub(service(), { players: 1 })];
    const [guest = assert.fail()] = home.players;
    const match = await here.submit(
      aMatch({
        participants: four(guest, ...here.players),
        session_external_ref: SESSION,
        set_scores: setsOf('6-4 6-3'),
      }),
    );
    assert.notEqual(match.participants[0]?.rating_change, null);
    const body = { display_name: 'Another name', profile_is_public: false };
    const changed = await home.partner.request('PATCH', `/v1/players/${guest.username}`, { body });
    assert.equal(changed.status, 200, changed.text);
    return { here, home, guest: guest.username, match };
  }

  /** How the players of a match are shown: username, display name, and whether a rating change is. */
  const shown = ({ participants }: MatchView) =>
    participants.map((one) => [one.username, one.display_name, one.rating_change !== null]);

  describe(`a player who became private, in a match that another partner submitted, on ${engine}`, () => {
    it('is shown by username, without display name and rating change, wherever the partner reads the match', async () => {
      const { here, guest, match } = await playWithGuest();
      const wanted = [[guest, guest, false], ...here.players.map((one) => [one.username, one.display_name, true])];
      assert.deepEqual(shown(await here.read(match.id)), wanted);
      const [own] = here.players;
      for (const path of ['/v1/matches', `/v1/players/${own?.username}/matches`]) {
        const { data } = (await here.partner.request<{ data: MatchView[] }>('GET', path)).body;
        assert.deepEqual(data.map(shown), [wanted], path);
      }
      const card = await here.partner.request<{ last_matches: MatchView[] }>(
        'GET',
        `/v1/players/${own?.username}/card`,
      );
      assert.deepEqual(card.body.last_matches.map(shown), [wanted]);
    });

    it('has no numbers and parts in the explanation of the match', async () => {
      const { here, guest, match } = await playWithGuest();
      const { body } = await here.partner.request<MatchExplanation>('GET', `/v1/matches/${match.id}/explanation`);
      const [hidden, ...others] = body.participants;
      assert.deepEqual(hidden, {
        profile_id: match.participants[0]?.profile_id,
        username: guest,
        team: 'A',
        service_score_before: null,
        service_score_after: null,
        delta: null,
        parts: null,
        uncertainty_before: null,
        uncertainty_after: null,
        share_of_uncertainty: null,
      });
      // These would reveal the hidden player's rating.
      assert.deepEqual([body.win_probability, body.expected_games_share], [null, null]);
      for (const one of others) {
        assert.deepEqual([one.parts, one.uncertainty_before, one.share_of_uncertainty], [null, null, null]);
        assert.ok(one.delta !== null && one.uncertainty_after !== null);
      }
    });

    it('is listed in the session recap without a score change', async () => {
      const { here, guest } = await playWithGuest();
      const { body } = await here.partner.request<SessionRecap>('GET', `/v1/matches/sessions/${SESSION}`);
      assert.equal(body.leaderboard.length, 4);
      assert.ok(!JSON.stringify(body).includes('Another name'));
      for (const { username, display_name, service_score_change } of body.leaderboard) {
        assert.equal(service_score_change === null, username === guest);
        if (username === guest) assert.equal(display_name, guest);
      }
    });

    it('stays hidden when the match is amended or voided', async () => {
      const { here, guest, match } = await playWithGuest();
      const path = `/v1/matches/${match.id}`;
      const body = { revision: 1, winning_team: 'B', set_scores: null };
      const amended = await here.partner.request<OwnMatchView>('PATCH', path, { body });
      assert.equal(amended.status, 200, amended.text);
      assert.deepEqual(shown(amended.body)[0], [guest, guest, false]);
      const voided = await here.partner.request<OwnMatchView>('POST', `${path}/void`, { body: { reason: 'Twice.' } });
      assert.deepEqual(shown(voided.body)[0], [guest, guest, false]);
    });

    it('is shown in full again after the partner redeems a share', async () => {
      const { here, home, guest, match } = await playWithGuest();
      await share(home.players[0] ?? assert.fail(), home, here);
      assert.deepEqual(shown(await here.read(match.id))[0], [guest, 'Another name', true]);
    });
  });
});
