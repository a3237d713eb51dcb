/** Players of a night who are erased, no longer shared, or replaced by another profile while it runs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Plan } from '@bandeja/contract/plans';
import { verifyRatings } from '../../src/verification/verify.ts';
import { Club, share } from '../support/club.ts';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';
import { lineupOf, lineupsOf, type NightOptions, PlannedNight, seatsOf } from './planned-night.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A night after its first round, whose player number 1 was then erased. */
  async function afterAnErasure(options: NightOptions = {}): Promise<PlannedNight> {
    const night = await PlannedNight.of(await service().freshPartner(), options);
    await night.play(1);
    await erase(night, 1);
    return night;
  }

  async function erase({ partner, players }: PlannedNight, number: number): Promise<void> {
    const answer = await partner.request('DELETE', `/v1/players/${players[number - 1]?.username}`);
    assert.equal(answer.status, 204, answer.text);
  }

  const seatsIn = ({ rounds }: Plan, round: number): number[] => seatsOf(rounds[round - 1]?.courts);
  const statedBody = (options: NightOptions) => JSON.stringify(options.body ?? {});

  describe('a player who was erased during a night', () => {
    const teams = {
      format: 'teams',
      fixed_pairs: [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
      ],
      rounds: 3,
    };
    const nights: readonly NightOptions[] = [
      {},
      { body: { format: 'balanced' } },
      { body: { format: 'mexicano' } },
      { body: teams },
      { players: 9, body: { rounds: 5 } },
    ];
    for (const options of nights) {
      it(`is in no round that opens later, and each court accepts its result: ${options.players ?? 8} players, ${statedBody(options)}`, async () => {
        const night = await afterAnErasure(options);
        for (const round of [2, 3]) await night.play(round);
        const plan = await night.plan();
        for (const round of [2, 3])
          assert.ok(!seatsIn(plan, round).includes(1), JSON.stringify(plan.rounds[round - 1]));
        assert.equal(plan.players[0]?.until_round, 1);
      });
    }

    it('leaves a round that was made by hand', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      const planned = (await night.courts(2)).map(lineupOf);
      assert.equal((await night.putRound(2, { revision: 1, courts: planned.toReversed() })).status, 200);
      await night.play(1);
      await erase(night, 1);
      await night.play(2);
      assert.ok(!seatsIn(await night.plan(), 2).includes(1));
    });

    it('is not put on a court by hand', async () => {
      const night = await afterAnErasure();
      const { revision } = await night.plan();
      const courts = (await night.courts(1)).map(lineupOf);
      // A court that is not changed may have the player.
      assert.equal((await night.putRound(1, { revision, courts })).status, 200);
      const refused = await night.putRound(2, { revision, courts: [{ court: 1, team_a: [2, 1], team_b: [3, 4] }] });
      assert.partialDeepStrictEqual(refused.body, {
        code: 'participant_not_eligible',
        errors: [{ pointer: '/courts/0/team_a/1', code: 'participant_not_eligible' }],
      });
    });

    it('keeps a round from being opened if too few are left, until a player joins', async () => {
      const night = await afterAnErasure({ players: 4, body: { courts: 1, rounds: 3 } });
      const refused = await night.open(2);
      assert.partialDeepStrictEqual(refused.body, { status: 409, code: 'invalid_transition' });
      assert.match(refused.text, /Player 1 is erased or no longer shared with you, and too few others/);
      const [late = assert.fail()] = await night.partner.freshPlayers(1);
      const { revision } = await night.plan();
      const joined = await night.patch({ revision, join: [{ username: late.username }] });
      assert.equal(joined.status, 200, joined.text);
      await night.play(2);
      assert.deepEqual(seatsIn(await night.plan(), 2).toSorted(), [2, 3, 4, 5]);
    });

    it('stays out after an undo', async () => {
      const night = await afterAnErasure();
      const opened = await night.open(2);
      const undone = await night.post('undo', { revision: opened.body.revision });
      assert.equal(undone.status, 200, undone.text);
      await night.play(2);
      assert.ok(!seatsIn(await night.plan(), 2).includes(1));
    });
  });

  describe('a player who was erased while its round was open', () => {
    it('keeps no court from its result, and the match names nobody', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      await night.play(1);
      assert.equal((await night.open(2)).status, 200);
      const [number = assert.fail()] = seatsOf(await night.courts(2));
      await erase(night, number);
      const before = await night.live();
      for (const { court } of await night.courts(2)) {
        const entered = await night.enter(2, court, '15-9');
        assert.equal(entered.status, 201, entered.text);
      }
      const corrected = await night.enter(2, 1, '10-14', { seen: 1 });
      assert.equal(corrected.status, 200, corrected.text);
      const { match_id: id } = (await night.courts(2))[0]?.result ?? assert.fail();
      const { body: match } = await night.partner.request<OwnMatchView>('GET', `/v1/matches/${id}`);
      const erased = match.participants.filter(({ identity }) => identity === 'erased');
      assert.deepEqual(
        erased.map(({ profile_id, username, display_name, rating_change }) => [
          ...[profile_id, username, display_name, rating_change],
        ]),
        [[null, null, 'Erased player', null]],
      );
      assert.ok(
        (await night.live()).standings.every(({ played }, index) => played >= (before.standings[index]?.played ?? 0)),
      );
      await night.play(3);
      assert.ok(!seatsIn(await night.plan(), 3).includes(number));
      assert.equal((await verifyRatings(night.partner.context)).differences, 0);
    });
  });

  describe('a guest who is no longer shared during a night', () => {
    it('is in no round that opens later', async () => {
      const [home, away] = [await service().freshPartner(), await service().freshPartner()];
      const guests = await away.freshPlayers(1, { profile_is_public: false });
      const [guest = assert.fail()] = guests;
      await share(guest, new Club(away, guests), new Club(home, []));
      const night = new PlannedNight(home, freshName('night'), [guest, ...(await home.freshPlayers(7))]);
      await night.put();
      await night.play(1);
      await home.request('DELETE', `/v1/rosters/guests/members/${guest.username}`);
      await night.play(2);
      assert.ok(!seatsIn(await night.plan(), 2).includes(1));
    });
  });

  describe('another profile of the same person', () => {
    it('takes over the number, its rounds and its standings, in a closed night too', async () => {
      const night = await PlannedNight.of(await service().freshPartner(), { body: { rounds: 2 } });
      await night.play(1);
      const before = await night.plan();
      const [other = assert.fail()] = await night.partner.freshPlayers(1);
      const replace = [{ number: 1, profile_id: other.id }];
      const replaced = await night.patch({ revision: before.revision, replace });
      assert.equal(replaced.status, 200, replaced.text);
      assert.deepEqual(lineupsOf(replaced.body), lineupsOf(before));
      assert.equal(replaced.body.players[0]?.profile_id, other.id);
      await night.play(2);
      assert.equal((await night.live()).standings.find(({ number }) => number === 1)?.played, 1);
      const { body: closed } = await night.post('close');
      const back = await night.patch({
        revision: closed.revision,
        replace: [{ number: 1, username: night.players[0]?.username }],
      });
      assert.deepEqual([back.status, back.body.state], [200, 'closed'], back.text);
      const more = await night.patch({ revision: back.body.revision, replace, courts: 1 });
      assert.equal(more.status, 409, more.text);
    });

    it('is refused if it has another number, or the number does not exist', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      const [other = assert.fail()] = await night.partner.freshPlayers(1);
      const { status, body } = await night.patch({
        revision: 1,
        replace: [
          { number: 1, username: night.players[1]?.username },
          { number: 9, username: other.username },
        ],
      });
      assert.equal(status, 422);
      assert.partialDeepStrictEqual(body, {
        errors: [
          { pointer: '/replace/0', code: 'duplicate_participant' },
          { pointer: '/replace/1/number', code: 'out_of_range' },
        ],
      });
    });
  });
});
