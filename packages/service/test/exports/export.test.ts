import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { statement } from '@bandeja/postgres/database';
import { aClub, type Club, share } from '../support/club.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const state = statement('test_export_state', 'select mean, variance, shown from player_ratings where player_id = $1');

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function exported(club: Club, username: string, query: Record<string, string> = {}): Promise<Api.PlayerExport> {
    const answer = await club.partner.request<Api.PlayerExport>('GET', `/v1/players/${username}/export`, { query });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  describe(`an export, on ${engine}`, () => {
    it('has the profile, the state of the rating, rosters, shares, and the matches from every partner', async () => {
      const [home, away] = [await aClub(service(), { players: 4 }), await aClub(service(), { players: 3 })];
      const [own = assert.fail(), beside = assert.fail()] = home.players;
      await home.partner.request('PUT', '/v1/rosters/night', { body: { name: 'Club night' } });
      await home.partner.request('PUT', `/v1/rosters/night/members/${own.username}`);
      await share(own, home, away);
      await home.partner.request('POST', `/v1/players/${own.username}/shares`);
      const ours = await home.submit(home.match({ set_scores: setsOf('6-4 6-3'), venue_label: 'Norte' }));
      const amended = await home.partner.request('PATCH', `/v1/matches/${ours.id}`, { body: { winning_team: 'A' } });
      assert.equal(amended.status, 200);
      await home.partner.request('PATCH', `/v1/matches/${ours.id}`, { body: { venue_label: 'Sur' } });
      const theirs = aMatch({
        played_at: '2026-05-02T19:10:00Z',
        participants: four(own, ...away.players),
        venue_label: 'Away',
      });
      await away.submit(theirs);
      const pending = await home.submit(
        home.match({ trust_tier: 'player_confirmed', played_at: '2026-04-30T19:10:00Z' }),
      );
      const voided = await home.submit(home.match({ played_at: '2026-05-03T19:10:00Z' }));
      await home.partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Twice.' } });
      await home.submit(home.match({ played_at: '2026-05-04T19:10:00Z', outcome: 'walkover' }));

      const document = await exported(home, own.username.toUpperCase());
      const { registered_at, registered_by, state: now, model_version, ...player } = document.player;
      assert.deepEqual(player, await home.profile(own));
      assert.equal(registered_by, home.partner.id);
      assert.ok(Date.parse(registered_at) <= Date.now() && model_version !== null);
      assert.deepEqual([now], await service().database.query(state, [own.id]));
      assert.deepEqual(
        document.rosters.map(({ slug, name }) => [slug, name]),
        [['night', 'Club night']],
      );
      assert.equal(document.partners_with_roster, 1);
      assert.deepEqual(
        document.shares.map(({ redeemed_at }) => redeemed_at !== null),
        [true, false],
      );
      assert.ok(!JSON.stringify(document).includes('bdj_share_'));
      assert.deepEqual(
        document.not_completed.map(({ match, history }) => [match.id, history.map(({ action }) => action)]),
        [
          [voided.id, ['submitted', 'voided']],
          [pending.id, ['submitted']],
        ],
      );
      const [walkover, guest, first] = document.data;
      assert.deepEqual(
        [walkover?.match.outcome, walkover?.state_before, walkover?.state_after],
        ['walkover', null, null],
      );
      assert.deepEqual([guest?.match.id, guest?.match.external_ref, guest?.match.venue_label], [null, null, null]);
      assert.deepEqual(guest?.state_before, first?.state_after);
      assert.deepEqual(guest?.state_after, now);
      assert.deepEqual(first?.match, (await home.read(ours.id)) as OwnMatchView);
      assert.deepEqual(
        first?.history.map(({ action, revision }) => [action, revision]),
        [
          ['submitted', 1],
          ['amended', 2],
        ],
      );
      assert.equal(first?.state_before, null);
      assert.ok(first?.match.participants.some((one) => one.username === beside.username));
    });

    it('has of other people what the caller may see', async () => {
      const [home, away] = [
        await aClub(service(), { players: 1 }),
        await aClub(service(), { players: 3, isPublic: false }),
      ];
      await away.submit(aMatch({ participants: four(...home.players, ...away.players) }));
      const { data } = await exported(home, home.players[0]?.username ?? '');
      assert.deepEqual(
        data[0]?.match.participants.slice(1).map((one) => [one.profile_id, one.username, one.display_name]),
        Array(3).fill([null, null, 'Private player']),
      );
      for (const { username } of away.players) assert.ok(!JSON.stringify(data).includes(username));
    });

    it('of a player without matches has no state', async () => {
      const club = await aClub(service(), { players: 1 });
      const document = await exported(club, club.players[0]?.username ?? '');
      assert.deepEqual(
        [document.player.state, document.data, document.not_completed, document.shares, document.rosters],
        [null, [], [], [], []],
      );
    });

    it('is for the creator alone', async () => {
      const [home, away] = [await aClub(service(), { players: 1 }), await aClub(service(), { players: 1 })];
      await away.partner.refusal('player_not_found', 'GET', `/v1/players/${home.players[0]?.username}/export`);
    });
  });
});
