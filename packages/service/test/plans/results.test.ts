/** Results of a court from several phones, and results of courts whose players changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LiveRound } from '@bandeja/contract/live-nights';
import type { NightResult } from '@bandeja/contract/nights';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { setsOf } from '../support/matches.ts';
import { onEachEngine, type ProblemBody, useTestService } from '../support/service.ts';
import { PlannedNight } from './planned-night.ts';

const currentOf = ({ current }: ProblemBody): NightResult | null => current as NightResult | null;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A night whose first round is open, and the entry of a phone on its first court. */
  async function openNight(body: Readonly<Record<string, unknown>> = {}) {
    const night = await PlannedNight.of(await service().freshPartner(), { body });
    await night.open(1);
    const [court = assert.fail()] = await night.courts(1);
    const players = { A: court.team_a, B: court.team_b };
    const phone = (score: string, seen: number | null = null) =>
      night.send(1, 1, { seen, players, set_scores: setsOf(score) });
    const matchCount = async () =>
      (await night.partner.request<SessionRecap>('GET', `/v1/matches/sessions/${night.ref}`)).body.matches.completed;
    return { night, court, players, phone, matchCount };
  }

  describe('the results of a court', () => {
    it('two phones that send the same score at once make one match, and both are thanked', async () => {
      const { phone, matchCount } = await openNight();
      const answers = await Promise.all([phone('15-9'), phone('15-9'), phone('15-9')]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 201]);
      assert.deepEqual(answers.map(({ body }) => body.changed).toSorted(), [false, false, true]);
      assert.equal(new Set(answers.map(({ body }) => body.match.id)).size, 1);
      assert.equal(await matchCount(), 1);
    });

    it('of two phones that send different scores at once, one is shown the score of the other', async () => {
      const { night, phone, matchCount } = await openNight();
      const answers = await Promise.all([phone('15-9'), phone('9-15')]);
      const [stored = assert.fail()] = answers.filter(({ status }) => status === 201);
      const [refused = assert.fail()] = answers.filter(({ status }) => status === 409);
      assert.equal(refused.body.code, 'result_conflict');
      const current = currentOf(refused.body);
      assert.equal(current?.winning_team, stored.body.match.winning_team);
      assert.deepEqual((await night.courts(1))[0]?.result, {
        ...current,
        match_id: stored.body.match.id,
        person_id: null,
      });
      assert.equal(await matchCount(), 1);
    });

    it('a correction of a result that was corrected in the meantime is refused, unless its score is the same', async () => {
      const { phone, matchCount } = await openNight();
      await phone('15-9');
      const corrections = await Promise.all([phone('14-10', 1), phone('13-11', 1)]);
      assert.deepEqual(corrections.map(({ status }) => status).toSorted(), [200, 409]);
      const corrected = corrections.find(({ status }) => status === 200)?.body.match ?? assert.fail();
      const stale = await phone('10-14', 1);
      assert.equal(stale.body.code, 'result_conflict');
      assert.match(stale.body.detail, /saw revision 1.*at revision 2/);
      assert.equal(currentOf(stale.body)?.revision, 2);
      const [a, b] = [corrected.set_scores?.[0]?.team_a_games, corrected.set_scores?.[0]?.team_b_games];
      const same = await phone(`${a}-${b}`, 1);
      assert.deepEqual([same.status, same.body.changed, same.body.match.revision], [200, false, 2]);
      assert.equal((await phone('10-14', 2)).body.match.revision, 3);
      assert.equal(await matchCount(), 1);
    });

    it('a correction of a removed result is refused, and shows that there is none', async () => {
      const { night, phone } = await openNight();
      await phone('15-9');
      await night.remove(1, 1);
      const answer = await phone('14-10', 1);
      assert.equal(answer.body.code, 'result_conflict');
      assert.equal(answer.body['current'], null);
      assert.equal((await phone('14-10')).status, 201);
    });

    it('a correction or removal of a result that was removed and entered again is refused', async () => {
      const { night, phone } = await openNight();
      assert.equal((await phone('15-9')).body.revision, 1);
      assert.equal((await phone('14-10', 1)).body.revision, 2);
      await night.remove(1, 1, { seen: 2 });
      const again = await phone('13-11');
      assert.deepEqual([again.status, again.body.revision, again.body.match.revision], [201, 4, 1]);
      assert.equal((await night.courts(1))[0]?.result?.revision, 4);
      for (const seen of [1, 2, 3, null]) {
        for (const answer of [await phone('9-15', seen), await night.remove(1, 1, { seen })])
          assert.deepEqual([answer.body.code, currentOf(answer.body)?.revision], ['result_conflict', 4]);
      }
      const corrected = await phone('9-15', 4);
      assert.deepEqual([corrected.status, corrected.body.revision], [200, 5]);
      assert.equal((await night.remove(1, 1, { seen: 5 })).status, 204);
      assert.equal((await night.remove(1, 1)).status, 204);
    });

    it('a result for other players, or for the pairs on the other sides, is refused with the round', async () => {
      const { night, court, players } = await openNight();
      const [a, b] = [court.team_a, court.team_b];
      const other = (await night.courts(1))[1] ?? assert.fail();
      for (const wrong of [
        { A: other.team_a, B: other.team_b },
        { A: b, B: a },
        { A: [a[0], b[0]], B: [a[1], b[1]] },
      ]) {
        const answer = await night.send(1, 1, { seen: null, players: wrong, set_scores: setsOf('15-9') });
        assert.equal(answer.status, 409);
        assert.equal(answer.body.code, 'lineup_changed');
        const round = answer.body['round'] as LiveRound;
        assert.equal(round.round, 1);
        assert.deepEqual([round.courts[0]?.team_a, round.courts[0]?.team_b], [a, b]);
      }
      const turned = { A: players.A.toReversed(), B: players.B.toReversed() };
      const entered = await night.send(1, 1, { seen: null, players: turned, set_scores: setsOf('15-9') });
      assert.equal(entered.status, 201);
    });
  });
});
