/** Who sees what of the players of a night. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Club, share } from '../support/club.ts';
import { dumpOf } from '../support/dump.ts';
import { setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';
import { lineupsOf, PlannedNight, planBody } from './planned-night.ts';

const courtsOfFour = { courts: 1, rounds: 3 };

/** The first two players of a club lose to the next two, again and again. */
async function losing(club: Club): Promise<void> {
  for (const hour of [10, 11, 12]) {
    const played_at = `2026-05-01T${hour}:00:00Z`;
    await club.submit(
      club.match({ external_ref: `lost-${hour}`, played_at, set_scores: setsOf('0-6 0-6'), winning_team: 'B' }),
    );
  }
}

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A night whose first player is a private one that another partner shared. */
  async function nightWithGuest({
    players: count = 4,
    ...body
  }: {
    players?: number;
    format?: string;
    rounds?: number;
  } = {}) {
    const [home, away] = [await service().freshPartner(), await service().freshPartner()];
    const display_name = freshName('Guest');
    const guests = await away.freshPlayers(1, { profile_is_public: false, display_name });
    const [guest = assert.fail()] = guests;
    await share(guest, new Club(away, guests), new Club(home, []));
    const players = [guest, ...(await home.freshPlayers(count - 1))];
    const night = new PlannedNight(home, freshName('night'), players);
    assert.equal((await night.put(body)).status, 201);
    return { night, home, away, guest, display_name };
  }

  describe('the players of a night', () => {
    it('a private player of another partner gets the response for one who does not exist', async () => {
      const [home, away] = [await service().freshPartner(), await service().freshPartner()];
      const [hidden = assert.fail()] = await away.freshPlayers(1, { profile_is_public: false });
      const players = await home.freshPlayers(4);
      const night = new PlannedNight(home, 'absence', players);
      await night.put(courtsOfFour);
      const absent = `${hidden.username.slice(0, -4)}gone`;
      const answersTo = async (username: string) => {
        const headers = { 'x-request-id': 'same' };
        const body = planBody(players.with(3, { ...hidden, username }), courtsOfFour);
        const answers = [
          await home.request('PUT', '/v1/sessions/other/plan', { body, headers }),
          await home.request('PUT', night.path, { body: { ...body, revision: 1 }, headers }),
          await home.request('PATCH', night.path, { body: { revision: 1, join: [{ username }] }, headers }),
        ];
        return answers.map(({ status, text }) => [status, text.replaceAll(username, 'NAME')]);
      };
      const answers = await answersTo(hidden.username);
      assert.deepEqual(answers, await answersTo(absent));
      assert.deepEqual(
        answers.map(([status]) => status),
        [422, 422, 422],
      );
    });

    it('a guest who is no longer shared has neither name nor chances in plan and live', async () => {
      const { night, home, guest, display_name } = await nightWithGuest();
      const before = await night.plan();
      assert.equal(before.players[0]?.display_name, display_name);
      assert.notEqual(before.rounds[0]?.courts[0]?.win_probability_a, null);
      assert.match(JSON.stringify(await night.live()), new RegExp(display_name));
      await home.request('DELETE', `/v1/rosters/guests/members/${guest.username}`);
      const [plan, live] = [await night.plan(), await night.live()];
      for (const answer of [plan, live]) {
        assert.ok(!JSON.stringify(answer).includes(display_name));
        const [identity, ...others] = answer.players.map((player) => player.identity);
        assert.deepEqual([identity, ...new Set(others)], ['hidden', 'shown']);
      }
      assert.ok(plan.rounds.every(({ courts }) => courts.every((court) => court.win_probability_a === null)));
      assert.equal(live.next?.courts[0]?.win_probability_a, null);
      assert.deepEqual([plan.quality.mean_imbalance, plan.quality.worst_imbalance], [null, null]);
      const changed = await night.patch({ revision: 1, rounds: 2 });
      assert.ok(!changed.text.includes(display_name));
    });

    it('the draw of a balanced night does not depend on the rating of a player that the partner may not see', async () => {
      const { night, home, away, guest } = await nightWithGuest({ players: 8, format: 'balanced', rounds: 3 });
      await home.request('DELETE', `/v1/rosters/guests/members/${guest.username}`);
      await losing(new Club(home, night.players.slice(1)));
      let revision = 1;
      const draw = async () => {
        const changed = await night.patch({ revision, rounds: 2 });
        revision = (await night.post('undo', { revision: changed.body.revision })).body.revision;
        return lineupsOf(changed.body);
      };
      const drawn = await draw();
      await losing(new Club(away, [guest, ...(await away.freshPlayers(3))]));
      assert.deepEqual(await draw(), drawn);
    });

    it('an erased player has no name left in plan, live and stored revisions, and leaves an open round that is drawn again', async () => {
      const partner = await service().freshPartner();
      const display_name = freshName('Erased');
      const [gone = assert.fail()] = await partner.freshPlayers(1, { display_name });
      const players = [gone, ...(await partner.freshPlayers(7))];
      const night = new PlannedNight(partner, freshName('night'), players);
      await night.put();
      await night.patch({ revision: 1, rank_by: 'wins' });
      await night.open(1);
      const names = [gone.username, display_name];
      assert.ok((await dumpOf(service().database)).includes(gone.username));
      assert.equal((await partner.request('DELETE', `/v1/players/${gone.username}`)).status, 204);
      const dump = await dumpOf(service().database);
      const [plan, live] = [await night.plan(), await night.live()];
      for (const text of [dump, JSON.stringify(plan), JSON.stringify(live)]) {
        for (const name of names) assert.ok(!text.includes(name));
      }
      const [player] = plan.players;
      assert.deepEqual([player?.profile_id, player?.username, player?.display_name], [null, null, 'Erased player']);
      assert.deepEqual(live.players[0], { number: 1, display_name: 'Erased player', identity: 'erased' });
      const left = await night.patch({ revision: plan.revision, leave: [{ number: 1 }], redraw_open: true });
      assert.equal(left.status, 200, left.text);
      for (const { revision } of [left.body, { revision: plan.revision + 2 }]) {
        const undone = await night.post('undo', { revision });
        assert.equal(undone.status, 200, undone.text);
        assert.equal(undone.body.players[0]?.display_name, 'Erased player');
      }
    });
  });
});
