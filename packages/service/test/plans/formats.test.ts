/** Nights of each format, from the plan to the end. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { onEachEngine, type PageBody, useTestService } from '../support/service.ts';
import { assertCertified, assertPossible } from './fairness.ts';
import { PlannedNight, seatsOf } from './planned-night.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const nightOf = async (body: object, players = 8) =>
    PlannedNight.of(await service().freshPartner(), { players, body: { rounds: 3, ...body } });

  /** Closes a night, and asserts that all its matches are completed. */
  async function close(night: PlannedNight, matches: number): Promise<readonly OwnMatchView[]> {
    const { body: plan } = await night.post('close');
    assertPossible(plan);
    assertCertified(plan);
    assert.deepEqual(new Set(plan.rounds.map(({ state }) => state)), new Set(['played']));
    const query = { session_external_ref: night.ref, limit: 100 };
    const { body } = await night.partner.request<PageBody<OwnMatchView>>('GET', '/v1/matches', { query });
    assert.equal(body.data.length, matches);
    assert.ok(body.data.every(({ status }) => status === 'completed'));
    return body.data;
  }

  describe('a whole night', () => {
    it('of a mexicano draws each round by the standings: the first with the fourth against the second and third', async () => {
      const night = await nightOf({ format: 'mexicano' });
      await night.play(1);
      for (const round of [2, 3]) {
        const byRank = (await night.live()).standings.map(({ number }) => number);
        const [a, b, c, d] = byRank;
        const { body: plan } = await night.open(round);
        const [first] = plan.rounds[round - 1]?.courts ?? [];
        const pairOf = (pair: readonly number[] | undefined) => new Set(pair);
        assert.deepEqual([pairOf(first?.team_a), pairOf(first?.team_b)], [new Set([a, d]), new Set([b, c])]);
        await night.enter(round, 1, '13-11');
        await night.enter(round, 2, '20-4');
      }
      await close(night, 6);
    });

    it('of a balanced night matches the ratings of the pairs better than one that ignores them', async () => {
      const night = await nightOf({ format: 'balanced', rounds: 4 });
      const { partner, players } = night;
      for (const hour of [10, 11, 12]) {
        for (const [start, label] of [
          [0, 'x'],
          [4, 'y'],
        ] as const) {
          const participants = players
            .slice(start, start + 4)
            .map(({ id }, slot) => ({ profile_id: id, team: slot < 2 ? 'A' : 'B' }));
          const body = {
            external_ref: `${label}${hour}`,
            played_at: `2026-05-01T${hour}:00:00Z`,
            winning_team: 'A',
            trust_tier: 'partner_attested',
            participants,
          };
          assert.equal((await partner.request('POST', '/v1/matches', { body })).status, 201);
        }
      }
      const { body: balanced } = await night.put({ revision: 1, format: 'balanced', rounds: 4 });
      const { body: mixed } = await night.put({ revision: 2, format: 'americano', rounds: 4 });
      assert.ok((balanced.quality.mean_imbalance ?? 1) < (mixed.quality.mean_imbalance ?? 0));
      await night.put({ revision: 3, format: 'balanced', rounds: 4 });
      for (const round of [1, 2, 3, 4]) await night.play(round);
      await close(night, 8);
    });

    it('of teams keeps the pairs, and every pair meets every other', async () => {
      const fixed_pairs = [
        [1, 5],
        [2, 6],
        [3, 7],
        [4, 8],
      ];
      const night = await nightOf({ format: 'teams', fixed_pairs });
      for (const round of [1, 2, 3]) await night.play(round);
      const { rounds, quality } = await night.plan();
      const teams = rounds.flatMap(({ courts }) => courts.map(({ team_a, team_b }) => [team_a, team_b]));
      const names = new Set(fixed_pairs.map(String));
      const met = teams.map((pair) => pair.map((team) => String(team.toSorted((x, y) => x - y))).toSorted());
      for (const pair of met.flat()) assert.ok(names.has(pair), pair);
      assert.equal(new Set(met.map(String)).size, 6);
      assert.match(quality.text, /No plan can do better/);
      await close(night, 6);
    });

    it('of timed games counts each game as a point, and a level result is a draw', async () => {
      const night = await nightOf({ points_per_match: null, minutes_per_round: 12, rank_by: 'average' }, 9);
      for (const round of [1, 2, 3]) {
        await night.open(round);
        const level = await night.enter(round, 1, '5-5');
        assert.deepEqual([level.status, level.body.match.winning_team], [201, null], level.text);
        assert.equal((await night.enter(round, 2, '7-4')).body.match.winning_team, 'A');
      }
      const { standings } = await night.live();
      assert.equal(
        standings.reduce((sum, { draws }) => sum + draws, 0),
        12,
      );
      for (const { played, rested, points, average } of standings) {
        assert.equal(played + rested, 3);
        assert.equal(average, Math.round((100 * points) / played) / 100);
      }
      const averages = standings.map(({ average }) => average ?? 0);
      assert.deepEqual(
        averages,
        averages.toSorted((one, other) => other - one),
      );
      const matches = await close(night, 6);
      assert.ok(matches.every(({ scoring }) => scoring === 'points'));
    });

    it('of games takes sets of padel, and refuses a level one', async () => {
      const night = await nightOf({ scoring: 'games', points_per_match: null, sets: 3, rounds: 1 });
      await night.open(1);
      const level = await night.enter(1, 1, '5-5');
      assert.equal(level.status, 422, level.text);
      assert.equal((await night.enter(1, 1, '6-4 3-6 7-5')).body.match.winning_team, 'A');
      assert.equal((await night.enter(1, 2, '4-6 2-6')).body.match.winning_team, 'B');
      const winners = (await night.live()).standings.filter(({ rank }) => rank === 1);
      assert.ok(winners.every(({ wins }) => wins === 1));
      const [one, other] = (await night.plan()).rounds[0]?.courts ?? [];
      assert.deepEqual(new Set(seatsOf([one, other].filter((court) => court !== undefined))).size, 8);
      await close(night, 2);
    });
  });
});
