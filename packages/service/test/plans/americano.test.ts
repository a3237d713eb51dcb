import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlanSummary, UndonePlan } from '@bandeja/contract/plans';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { onEachEngine, type PageBody, useTestService } from '../support/service.ts';
import { lineupsOf, PlannedNight, planBody, seatsOf } from './planned-night.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a night of an americano', () => {
    it('runs from the plan to the recap, with standings after every result', async () => {
      const partner = await service().freshPartner();
      const night = await PlannedNight.of(partner);
      const planned = await night.plan();
      assert.equal(planned.state, 'planned');
      assert.equal(planned.rounds.length, 7);
      for (const { courts, resting } of planned.rounds) {
        assert.deepEqual(seatsOf(courts).toSorted(), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert.deepEqual(resting, []);
      }
      assert.equal(planned.quality.proof, 'whist');
      assert.match(planned.quality.text, /Everyone partners everyone once\./);
      const first = await night.open(1);
      assert.equal(first.body.rounds[0]?.state, 'open');
      const entered = await night.enter(1, 1, '15-9');
      assert.equal(entered.status, 201);
      assert.equal(entered.body.changed, true);
      assert.deepEqual(entered.body.match.warnings, []);
      assert.equal(entered.body.match.external_ref, `${planned.id}-r1-c1`);
      assert.equal(entered.body.match.played_at, first.body.rounds[0]?.opened_at);
      assert.equal(entered.body.match.scoring, 'points');
      const live = await night.live();
      assert.equal(live.open_courts, 1);
      assert.equal(live.round?.round, 1);
      assert.equal(live.next?.round, 2);
      assert.deepEqual(
        live.standings.map(({ rank, points }) => [rank, points]),
        [
          [1, 15],
          [1, 15],
          [3, 9],
          [3, 9],
          [5, 0],
          [5, 0],
          [5, 0],
          [5, 0],
        ],
      );
      const corrected = await night.enter(1, 1, '14-10', { seen: 1 });
      assert.equal(corrected.status, 200);
      assert.equal(corrected.body.changed, true);
      assert.equal(corrected.body.match.revision, 2);
      assert.equal((await night.enter(1, 2, '12-12')).body.match.winning_team, null);
      for (const round of [2, 3]) await night.play(round);
      const recap = (await partner.request<SessionRecap>('GET', `/v1/matches/sessions/${night.ref}`)).body;
      const after = await night.live();
      assert.deepEqual(
        after.standings.map(({ rank, points, wins, draws }) => ({ rank, points, wins, draws })),
        recap.leaderboard.map(({ rank, games_won: points, wins, draws }) => ({ rank, points, wins, draws })),
      );
      const closed = await night.post('close');
      assert.equal(closed.body.state, 'closed');
      assert.equal((await night.post('close')).body.revision, closed.body.revision);
      assert.deepEqual((await night.live()).round, null);
      const listed = await partner.request<PageBody<PlanSummary>>('GET', '/v1/plans', { query: { state: 'closed' } });
      const [summary] = listed.body.data;
      assert.equal(summary?.session_external_ref, night.ref);
      assert.equal(summary.started_at, closed.body.rounds[0]?.opened_at);
    });

    it('the same body draws the same plan, and a dry run shows it without storing it', async () => {
      const partner = await service().freshPartner();
      const night = new PlannedNight(partner, 'dry-night', await partner.freshPlayers(9));
      const body = planBody(night.players);
      const tried = await partner.request<never>('PUT', night.path, { body, query: { dry_run: true } });
      assert.equal(tried.status, 200);
      await partner.refusal('plan_not_found', 'GET', night.path);
      const stored = await night.put();
      assert.deepEqual(lineupsOf(stored.body), lineupsOf(tried.body));
      assert.notDeepEqual(lineupsOf((await night.put({ revision: 1, seed: 5 })).body), lineupsOf(tried.body));
      assert.deepEqual(lineupsOf((await night.put({ revision: 2 })).body), lineupsOf(tried.body));
    });

    it('undo takes back one change after the other, and never takes a result away', async () => {
      const partner = await service().freshPartner();
      const night = await PlannedNight.of(partner);
      const planned = await night.plan();
      const fewer = await night.patch({ revision: 1, leave: [{ number: 8 }], courts: 1 });
      assert.notDeepEqual(lineupsOf(fewer.body), lineupsOf(planned));
      const undone = await night.post('undo', { revision: 2 });
      assert.equal(undone.body.revision, 3);
      const { undone: _, ...restored } = undone.body as UndonePlan;
      assert.deepEqual({ ...restored, revision: 1 }, planned);
      await partner.refusal('invalid_transition', 'POST', `${night.path}/undo`, { body: { revision: 3 } });
      await night.play(1);
      await partner.refusal('invalid_transition', 'POST', `${night.path}/undo`, { body: { revision: 4 } });
      for (const court of [1, 2]) assert.equal((await night.remove(1, court)).status, 204);
      assert.equal((await night.remove(1, 1)).status, 204);
      assert.equal((await night.post('undo', { revision: 4 })).body.state, 'planned');
    });

    it('keeps the last 50 changes for undo', async () => {
      const partner = await service().freshPartner();
      const night = await PlannedNight.of(partner, { players: 4, body: { courts: 1, rounds: 1 } });
      for (let revision = 1; revision <= 52; revision += 1) {
        await night.patch({ revision, rank_by: revision % 2 === 0 ? 'points' : 'wins' });
      }
      for (let revision = 53; revision < 103; revision += 1) {
        assert.equal((await night.post('undo', { revision })).status, 200);
      }
      await partner.refusal('invalid_transition', 'POST', `${night.path}/undo`, { body: { revision: 103 } });
    });

    it('a result that was entered for the wrong court is removed, and the next entry there is a new match', async () => {
      const partner = await service().freshPartner();
      const night = await PlannedNight.of(partner);
      await night.open(1);
      const { body } = await night.enter(1, 1, '15-9');
      await night.remove(1, 1);
      const match = await partner.request<{ status: string }>('GET', `/v1/matches/${body.match.id}`);
      assert.equal(match.body.status, 'voided');
      assert.equal((await night.courts(1))[0]?.result, null);
      const again = await night.enter(1, 1, '9-15');
      assert.equal(again.status, 201);
      assert.equal(again.body.match.external_ref, `${(await night.plan()).id}-r1-c1-2`);
      assert.equal((await night.live()).standings[0]?.points, 15);
    });

    it('deletes a plan, and keeps its matches', async () => {
      const partner = await service().freshPartner();
      const night = await PlannedNight.of(partner);
      await night.play(1);
      assert.equal((await partner.request('DELETE', night.path)).status, 204);
      await partner.refusal('plan_not_found', 'DELETE', night.path);
      const recap = await partner.request<SessionRecap>('GET', `/v1/matches/sessions/${night.ref}`);
      assert.equal(recap.body.matches.completed, 2);
      assert.equal((await night.put()).status, 201);
    });
  });
});
