/** Changes of a night that is under way: nothing that was played changes, and the rest stays fair. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Plan, UndonePlan } from '@bandeja/contract/plans';
import type { Player } from '@bandeja/contract/players';
import { onEachEngine, useTestService } from '../support/service.ts';
import { assertCertified, assertPossible, restDifferenceOf } from './fairness.ts';
import { lineupOf, lineupsOf, PlannedNight, seatsOf } from './planned-night.ts';

const usernameOf = ({ username }: Player) => ({ username });

/** Asserts that a plan is fair, and that its first rounds are those of an earlier plan. */
function assertChanged(plan: Plan, before: Plan, kept: number): void {
  assertPossible(plan);
  assertCertified(plan);
  assert.ok(restDifferenceOf(plan) <= 1, `rests differ by ${restDifferenceOf(plan)}`);
  const keptOf = ({ rounds }: Plan) =>
    rounds.slice(0, kept).map(({ round, courts, resting, opened_at }) => ({ round, courts, resting, opened_at }));
  assert.deepEqual(keptOf(plan), keptOf(before));
}

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A night of ten players on two courts that has played two rounds. */
  async function nightUnderWay(): Promise<{ night: PlannedNight; before: Plan }> {
    const night = await PlannedNight.of(await service().freshPartner(), { players: 10, body: { rounds: 8 } });
    for (const round of [1, 2]) await night.play(round);
    return { night, before: await night.plan() };
  }

  describe('a night that is under way', () => {
    it('takes a latecomer from round 3 on, who does not have to catch up', async () => {
      const { night, before } = await nightUnderWay();
      const [late = assert.fail()] = await night.partner.freshPlayers(1);
      const { body: plan } = await night.patch({ revision: before.revision, join: [usernameOf(late)] });
      assertChanged(plan, before, 2);
      assert.deepEqual([plan.players[10]?.from_round, plan.players[10]?.username], [3, late.username]);
      for (const { resting } of plan.rounds.slice(0, 2)) assert.ok(!resting.includes(11));
      const rests = plan.rounds.filter(({ resting }) => resting.includes(11)).length;
      assert.ok(rests === 1 || rests === 2, `${rests} rests of six rounds with three of eleven resting`);
    });

    it('plays on without a leaver, who comes back under the same number and owes no rests', async () => {
      const { night, before } = await nightUnderWay();
      const left = (await night.patch({ revision: before.revision, leave: [{ number: 4 }] })).body;
      assertChanged(left, before, 2);
      assert.equal(left.players[3]?.until_round, 2);
      for (const { courts, resting } of left.rounds.slice(2)) assert.ok(![...seatsOf(courts), ...resting].includes(4));
      await night.open(3);
      await night.open(4);
      const opened = await night.plan();
      const [leaver = assert.fail()] = night.players.slice(3);
      const join = [{ ...usernameOf(leaver), from_round: 6 }];
      const back = (await night.patch({ revision: opened.revision, join })).body;
      assert.equal(back.players.length, 10);
      const seenIn = ({ courts, resting }: Plan['rounds'][number]) => [...seatsOf(courts), ...resting].includes(4);
      assert.deepEqual(back.rounds.slice(2).map(seenIn), [false, false, false, true, true, true]);
      assertCertified(back);
      assert.ok(restDifferenceOf(back) <= 1);
      assert.deepEqual(lineupsOf(back).slice(0, 4), lineupsOf(opened).slice(0, 4));
    });

    it('a leaver who comes back before the next round has missed nothing', async () => {
      const { night, before } = await nightUnderWay();
      const [player = assert.fail()] = night.players;
      const left = (await night.patch({ revision: before.revision, leave: [{ number: 1 }] })).body;
      const back = (await night.patch({ revision: left.revision, join: [usernameOf(player)] })).body;
      assertChanged(back, before, 2);
      assert.deepEqual(back.players, before.players);
    });

    it('goes on with fewer courts when one is lost', async () => {
      const { night, before } = await nightUnderWay();
      const { body: plan } = await night.patch({ revision: before.revision, courts: 1 });
      assertChanged(plan, before, 2);
      for (const { courts, resting } of plan.rounds.slice(2)) assert.deepEqual([courts.length, resting.length], [1, 6]);
    });

    it('draws the open round again when asked, and it stays open since the same moment', async () => {
      const { night } = await nightUnderWay();
      const open = (await night.open(3)).body;
      const [gone = assert.fail()] = seatsOf(open.rounds[2]?.courts);
      const leave = [{ number: gone, after_round: 2 }];
      const { body: plan } = await night.patch({ revision: open.revision, leave, redraw_open: true });
      assertChanged(plan, open, 2);
      assert.equal(plan.rounds[2]?.state, 'open');
      assert.equal(plan.rounds[2]?.opened_at, open.rounds[2]?.opened_at);
      assert.ok(!seatsOf(plan.rounds[2]?.courts).includes(gone));
      await night.enter(3, 1, '15-9');
      const played = await night.plan();
      const [next = assert.fail()] = seatsOf(played.rounds[2]?.courts);
      const after = (await night.patch({ revision: plan.revision, leave: [{ number: next }], redraw_open: true })).body;
      assertChanged(after, played, 3);
      assert.equal(after.players[next - 1]?.until_round, 3);
    });

    it('keeps a round made by hand and its later rounds, also with another ranking, until they are drawn again on request', async () => {
      const { night, before } = await nightUnderWay();
      const [one = assert.fail(), other = assert.fail()] = await night.courts(4);
      const courts = [
        { ...lineupOf(one), team_a: [other.team_a[0], one.team_a[1]] },
        { ...lineupOf(other), team_a: [one.team_a[0], other.team_a[1]] },
      ];
      const swapped = (await night.putRound(4, { revision: before.revision, courts })).body;
      assertChanged(swapped, before, 3);
      assert.deepEqual(swapped.rounds[3]?.courts.map(lineupOf), courts);
      assert.deepEqual(lineupsOf(swapped).slice(4), lineupsOf(before).slice(4));
      assert.equal(swapped.quality.proof, 'by_hand');
      assert.deepEqual(
        swapped.rounds.map(({ by_hand }) => by_hand),
        [false, false, false, true, false, false, false, false],
      );
      const again = await night.putRound(4, { revision: swapped.revision, courts });
      assert.equal(again.body.revision, swapped.revision);
      const ranking = { rank_by: 'wins', join: [], leave: [], redraw_open: false, courts: swapped.courts };
      const ranked = (await night.patch({ revision: swapped.revision, ...ranking })).body;
      assert.deepEqual([ranked.rank_by, lineupsOf(ranked)], ['wins', lineupsOf(swapped)]);
      const redrawn = (await night.putRound(4, { revision: ranked.revision, courts }, { redraw: true })).body;
      assertChanged(redrawn, swapped, 4);
      assert.deepEqual(redrawn.rounds[3]?.courts.map(lineupOf), courts);
    });

    it('an undo names what it undoes', async () => {
      const night = await PlannedNight.of(await service().freshPartner(), { players: 9 });
      const [late = assert.fail()] = await night.partner.freshPlayers(1);
      const courts = (await night.courts(2)).map(lineupOf);
      const swapped = courts.map((court, index) => ({
        ...court,
        team_a: [court.team_a[0], courts[1 - index]?.team_a[1]],
      }));
      let { revision } = await night.plan();
      const by = (changes: object) => night.patch({ revision, ...changes });
      const undo = async (latest: number) =>
        ((await night.post('undo', { revision: latest })).body as UndonePlan).undone;
      for (const [change, round, make] of [
        ['players', null, () => by({ join: [{ username: late.username }] })],
        ['courts', null, () => by({ courts: 1 })],
        ['rounds', null, () => by({ rounds: 5 })],
        ['rank_by', null, () => by({ rank_by: 'wins' })],
        ['settings', null, () => by({ name: 'Jueves' })],
        ['settings', null, () => by({ rank_by: 'wins', courts: 1 })],
        ['by_hand', 2, () => night.putRound(2, { revision, courts: swapped })],
        ['opened', 1, () => night.open(1)],
      ] as const) {
        const made = await make();
        assert.equal(made.status, 200, `${change}: ${made.text}`);
        assert.deepEqual(await undo(revision + 1), { change, round });
        revision += 2;
      }
      await night.open(1);
      const closed = (await night.post('close')).body.revision;
      await night.post('reopen', { revision: closed });
      for (const latest of [closed + 1, closed + 2])
        assert.deepEqual(await undo(latest), { change: 'closed', round: null });
      assert.deepEqual(await undo(closed + 3), { change: 'opened', round: 1 });
    });

    it('a substitute is brought in by hand, and those who rest are counted', async () => {
      const { night } = await nightUnderWay();
      const open = (await night.open(3)).body;
      await night.enter(3, 1, '15-9');
      const [first = assert.fail(), second = assert.fail()] = await night.courts(3);
      const [substitute = assert.fail()] = open.rounds[2]?.resting ?? [];
      const courts = [lineupOf(first), { ...lineupOf(second), team_b: [second.team_b[0], substitute] }];
      const { body: plan } = await night.putRound(3, { revision: open.revision, courts }, { redraw: true });
      assertPossible(plan);
      assertCertified(plan);
      assert.deepEqual(plan.rounds[2]?.courts[0], first);
      assert.ok(plan.rounds[2]?.resting.includes(second.team_b[1]));
      assert.equal(plan.rounds[2]?.opened_at, open.rounds[2]?.opened_at);
    });

    it('a change while results come in loses none of them', async () => {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { night } = await nightUnderWay();
        const open = (await night.open(3)).body;
        const body = { revision: open.revision, leave: [{ number: 1 }], redraw_open: true };
        const [changed, ...entered] = await Promise.all([
          night.patch(body),
          night.enter(3, 1, '15-9'),
          night.enter(3, 2, '9-15'),
        ]);
        assert.equal(changed.status, 200, changed.text);
        const plan = await night.plan();
        for (const [index, { status, body: result }] of entered.entries()) {
          const court = plan.rounds[2]?.courts[index];
          if (status === 201)
            assert.deepEqual(
              lineupOf(court ?? assert.fail()),
              lineupOf(open.rounds[2]?.courts[index] ?? assert.fail()),
            );
          else assert.equal(result.code, 'lineup_changed');
          assert.equal(court?.result?.match_id, status === 201 ? result.match.id : undefined);
        }
        assertPossible(plan);
        assertCertified(plan);
      }
    });
  });
});
