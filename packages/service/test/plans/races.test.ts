/** Changes and results of a night that come in between the look and the step of another. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Plan, PutPlanAnswer } from '@bandeja/contract/plans';
import type { Database } from '@bandeja/postgres/database';
import { amendPlan } from '../../src/plans/amend-plan.ts';
import { enterResult, removeResult } from '../../src/plans/enter-result.ts';
import { openRound, putRound } from '../../src/plans/rounds.ts';
import { undoPlan } from '../../src/plans/undo.ts';
import { interrupted } from '../support/interrupted.ts';
import { setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { lineupOf, lineupsOf, PlannedNight } from './planned-night.ts';

/** The same database, in which `run` comes right after the first look at the results of a plan, or after several. */
function afterLook(database: Database, run: () => Promise<unknown>, times = 1): Database {
  let left = times;
  const passing = interrupted(database, () => {});
  return {
    ...passing,
    query: async (statement, values) => {
      const rows = await database.query<never>(statement, values);
      if (statement.name === 'plan_results' && left > 0) {
        left -= 1;
        await run();
      }
      return rows;
    },
  };
}

const codeOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
  );

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A night whose first round is open, and the context of a caller that is overtaken by `run`. */
  async function overtaken(run: (night: PlannedNight) => Promise<unknown>) {
    const night = await PlannedNight.of(await service().freshPartner());
    await night.open(1);
    const { context } = night.partner;
    const before = await night.plan();
    return { night, before, context: { ...context, database: afterLook(context.database, () => run(night)) } };
  }

  const courtsOf = ({ rounds }: Plan) => rounds[0]?.courts.map(lineupOf) ?? [];
  const entryOf = ([court = assert.fail()]: ReturnType<typeof courtsOf>, score: string) => ({
    seen: null,
    players: { A: [...court.team_a], B: [...court.team_b] } as { A: [number, number]; B: [number, number] },
    set_scores: setsOf(score).map(({ set_number, team_a_games, team_b_games }) => {
      return { set_number, team_a_games, team_b_games };
    }),
  });
  const FIRST = { round: 1, court: 1 };

  /** The two first courts, with one player of each exchanged. */
  const swappedOf = ([one = assert.fail(), other = assert.fail()]: ReturnType<typeof courtsOf>) => [
    {
      ...one,
      team_a: [other.team_a[0], one.team_a[1]] as [number, number],
      team_b: [...one.team_b] as [number, number],
    },
    {
      ...other,
      team_a: [one.team_a[0], other.team_a[1]] as [number, number],
      team_b: [...other.team_b] as [number, number],
    },
  ];

  describe('a night that two people change at once', () => {
    it('a result for players who were swapped in the meantime is not stored', async () => {
      const { night, before, context } = await overtaken(async (one) => {
        const courts = swappedOf(courtsOf(await one.plan()));
        assert.equal((await one.putRound(1, { revision: 2, courts })).status, 200);
      });
      assert.equal(
        await codeOf(enterResult(context, night.ref, FIRST, entryOf(courtsOf(before), '15-9'))),
        'lineup_changed',
      );
      await night.partner.refusal('session_not_found', 'GET', `/v1/matches/sessions/${night.ref}`);
    });

    it('a first result, a correction and a removal are refused if the night was closed in the meantime, and stored once it is reopened', async () => {
      for (const change of ['first', 'correction', 'removal'] as const) {
        const { night, before, context } = await overtaken((one) => one.post('close'));
        if (change !== 'first') await night.enter(1, 1, '9-15');
        const entry = { ...entryOf(courtsOf(before), '15-9'), seen: change === 'first' ? null : 1 };
        const step = (by: typeof context) =>
          change === 'removal' ? removeResult(by, night.ref, FIRST, {}) : enterResult(by, night.ref, FIRST, entry);
        assert.equal(await codeOf(step(context)), 'invalid_transition', change);
        const [court] = await night.courts(1);
        assert.equal(court?.result?.set_scores[0]?.team_a_games, change === 'first' ? undefined : 9);
        await night.post('reopen', { revision: 3 });
        assert.equal(await codeOf(step(night.partner.context as typeof context)), 'done', change);
      }
    });

    it('a removal is refused if another result was entered in the meantime', async () => {
      for (const change of ['correction', 'removal'] as const) {
        const { night, context } = await overtaken(async (one) => {
          if (change === 'removal') await one.remove(1, 1);
          await one.enter(1, 1, '14-10', { seen: change === 'removal' ? null : 1 });
        });
        await night.enter(1, 1, '15-9');
        const removal = removeResult(context, night.ref, FIRST, { seen: 1 });
        assert.equal(await codeOf(removal), 'result_conflict', change);
        assert.equal((await night.courts(1))[0]?.result?.set_scores[0]?.team_a_games, 14);
      }
    });

    it('a result of a round whose opening was undone in the meantime is not stored', async () => {
      const { night, before, context } = await overtaken((one) => one.post('undo', { revision: 2 }));
      const entering = codeOf(enterResult(context, night.ref, FIRST, entryOf(courtsOf(before), '15-9')));
      assert.equal(await entering, 'invalid_transition');
    });

    it('a result that came first is not replaced, and a second caller with the same score gets it unchanged', async () => {
      for (const [score, outcome] of [
        ['9-15', 'result_conflict'],
        ['15-9', 'done'],
      ] as const) {
        const { night, before, context } = await overtaken((one) => one.enter(1, 1, '15-9'));
        assert.equal(await codeOf(enterResult(context, night.ref, FIRST, entryOf(courtsOf(before), score))), outcome);
        assert.deepEqual((await night.courts(1))[0]?.result?.set_scores[0]?.team_a_games, 15);
      }
    });

    it('a redraw of the open round keeps a result that came in the meantime', async () => {
      const { night, before, context } = await overtaken((one) => one.enter(1, 1, '15-9'));
      await amendPlan(context, night.ref, { revision: 2, leave: [{ number: 8 }], redraw_open: true });
      const after = await night.plan();
      assert.deepEqual(lineupsOf(after)[0], lineupsOf(before)[0]);
      assert.equal(after.players[7]?.until_round, 1);
      assert.equal(after.revision, 3);
    });

    it('a swap and an undo are refused if a result came in the meantime', async () => {
      for (const change of ['swap', 'undo']) {
        const { night, before, context } = await overtaken((one) => one.enter(1, 1, '15-9'));
        const courts = swappedOf(courtsOf(before));
        const changing =
          change === 'swap'
            ? putRound(context, night.ref, 1, { revision: 2, courts }, { redrawLater: false })
            : undoPlan(context, night.ref, 2);
        assert.equal(await codeOf(changing), 'invalid_transition');
        assert.deepEqual(lineupsOf(await night.plan()), lineupsOf(before));
      }
    });

    it('a change of a plan that was changed in the meantime is refused', async () => {
      const { night, context } = await overtaken((one) => one.patch({ revision: 2, courts: 1 }));
      assert.equal(await codeOf(amendPlan(context, night.ref, { revision: 2, rounds: 5 })), 'revision_conflict');
      const plan = await night.plan();
      assert.deepEqual([plan.courts, plan.rounds.length, plan.revision], [1, 7, 3]);
    });

    it('a round is not opened if others change the plan at each attempt', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      const { context } = night.partner;
      let revision = 0;
      const change = () => {
        revision += 1;
        return night.patch({ revision, rank_by: revision % 2 === 0 ? 'points' : 'wins' });
      };
      const busy = { ...context, database: afterLook(context.database, change, Number.POSITIVE_INFINITY) };
      assert.equal(await codeOf(openRound(busy, night.ref, 1, {})), 'overloaded');
      assert.equal((await night.open(1)).status, 200);
    });

    it('of two first plans of a session, one is stored', async () => {
      const partner = await service().freshPartner();
      const night = new PlannedNight(partner, 'twice', await partner.freshPlayers(8));
      const answers = await Promise.all([night.put(), night.put({ seed: 5 })]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
      const stored = answers.find(({ status }) => status === 201)?.body ?? assert.fail();
      const { rounds_that_fit: _, ...put } = stored as PutPlanAnswer;
      assert.deepEqual(await night.plan(), put);
    });

    it('of two that open the same round, both get the round that was opened once', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      const answers = await Promise.all([night.open(1), night.open(1)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(new Set(answers.map(({ body }) => body.rounds[0]?.opened_at)).size, 1);
      assert.deepEqual(
        answers.map(({ body }) => body.revision),
        [2, 2],
      );
    });
  });
});
