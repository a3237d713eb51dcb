/** Settlers: any number of them, in turn or at once, even if steps fail or processes stop. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { serviceContext } from '../../src/context.ts';
import { spreadMarks } from '../../src/settlement/marker.ts';
import { Settler } from '../../src/settlement/settler.ts';
import { settleNext } from '../../src/settlement/wave.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { type TestMatch, World } from '../support/world.ts';

const everything = statement(
  'test_settlement_stored',
  `select (select json_agg(r order by match_id)::text from match_ratings r) as ledger,
     (select json_agg(r order by player_id)::text from player_ratings r) as players,
     (select json_agg(s)::text from ledger_state s) as state,
     (select json_agg(g order by id)::text from guards g) as guards,
     (select count(*)::integer from settlements s where exists (select from player_ratings where changed_by = s.changed_by)) as settlements`,
);

/** Eight matches, and a late one before them that reaches all of them. */
async function playEight(world: World): Promise<TestMatch> {
  const seats = [0, 1, 2, 3, 4, 5, 6, 7];
  const eight = seats.map((seat) => {
    const four = [seat, seat + 1, seat + 2, seat + 3].map((place) => place % 8);
    return world.match(10 + seat, four);
  });
  await world.submit(eight);
  return world.match(9, [0, 2, 4, 6]);
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** A world with a large late match and a settler that has taken some steps. */
  async function openWorld(steps: number): Promise<{ world: World; settler: Settler }> {
    const world = await World.open(database);
    await world.send(await playEight(world));
    const settler = world.settler();
    for (let step = 0; step < steps; step += 1) await settler.step();
    return { world, settler };
  }

  describe(`of two settlers, on ${engine}`, () => {
    test('one settler waits while the other has the lease, and continues after it', async () => {
      const { world, settler } = await openWorld(3);
      const other = new Settler(serviceContext(database), { stepMatches: 1, isImmediate: true });
      assert.equal(await other.step(), 'busy');
      await world.endLease();
      assert.equal(await other.step(), 'more');
      assert.equal(await settler.step(), 'busy');
      await world.assertSettledPart();
      await other.finish();
      await world.assertExact();
    });

    test('settlers that alternate, while matches arrive, end exact', async () => {
      const { world } = await openWorld(0);
      const settlers = [world.settler(), world.settler(2)];
      for (let step = 0; !(await world.isSettled()); step += 1) {
        assert.ok(step < 100, 'the settlers do not come to an end');
        await world.endLease();
        await settlers[step % 2]?.step();
        if (step === 5) await world.send(world.match(11.5, [8, 9, 10, 11]));
        if (step === 6) await world.send(world.match(20, [1, 8, 3, 9]));
        await world.assertSettledPart();
      }
      await world.assertExact();
    });

    test('settlers without a lease that settle the same marks at once end exact', async () => {
      const world = await World.open(database);
      await world.send(await playEight(world));
      const { partnerId } = world.partner();
      for (let round = 0; !(await world.isSettled()); round += 1) {
        assert.ok(round < 50, 'the settlers do not come to an end');
        const steps = [1, 2, 3].flatMap((limit) => [
          settleNext(database, { changed_by: partnerId, cause: 'older_result' }, limit, Date.now()),
          spreadMarks(database, limit),
        ]);
        await Promise.all(steps);
        await world.assertSettledPart();
      }
      await world.assertExact();
      await world.settler().finish();
    });

    test('the second settler finishes the work of a crashed one, wherever it stopped', async () => {
      for (let steps = 0, isOver = false; !isOver; steps += 1) {
        const { world } = await openWorld(steps);
        isOver = await world.isSettled();
        await world.endLease();
        await world.assertSettledPart();
        await world.settler(2).finish();
        await world.assertExact();
      }
    });
  });

  describe(`marks of a partner without a settlement, on ${engine}`, () => {
    test('they are settled even if another partner’s marks wait for them', async () => {
      const { world } = await openWorld(0);
      await world.submit([world.match(11, [8, 9, 10, 11]), world.match(30, [0, 8, 1, 9])]);
      await world.send(world.match(9, [8, 9, 10, 11], {}, 'sur'));
      await world.spreadMarks();
      await database.script(`delete from settlements where changed_by = '${world.partner().partnerId}'`);
      await world.settler().finish();
      await world.assertExact();
    });
  });

  describe(`a step that fails, on ${engine}`, () => {
    const fault = new Error('the test interrupts the step');

    test('a step that fails at any statement or at its commit changes nothing, and the next continues', async () => {
      const world = await World.open(database);
      await world.send(await playEight(world));
      let momentsLeft = 0;
      // The claim of the lease, the end of a guard and the end of a settlement have their own transactions.
      const failing = interrupted(database, ({ what, isInTransaction }) => {
        if (!isInTransaction || what === 'committed') return;
        if (momentsLeft === 0) throw fault;
        momentsLeft -= 1;
      });
      const settler = world.settler(2, failing);
      /** Takes a step that fails at that moment. @returns false if the step has fewer moments */
      const failsAt = (moment: number): Promise<boolean> => {
        momentsLeft = moment;
        return settler.step().then(
          () => false,
          (error: unknown) => error === fault || Promise.reject(error),
        );
      };
      let failures = 0;
      for (let step = 0; !(await world.isSettled()); step += 1) {
        assert.ok(step < 100, 'the settler does not come to an end');
        const stored = await database.query(everything);
        for (let moment = 0; await failsAt(moment); moment += 1) {
          assert.deepEqual(await database.query(everything), stored);
          failures += 1;
        }
        await world.assertSettledPart();
        if (step === 2) await world.submit([world.match(20, [0, 1, 8, 9]), world.match(9.5, [8, 9, 10, 11])]);
      }
      assert.ok(failures > 30, `${failures} failures`);
      await world.assertExact();
      await world.settler().finish();
    });

    test('a step that fails before or after any statement outside its transaction is continued', async () => {
      const { world } = await openWorld(0);
      for (let moment = 0, isOver = false; !isOver; moment += 1) {
        let left = moment;
        const failing = interrupted(database, ({ isInTransaction }) => {
          if (isInTransaction) return;
          if (left === 0) throw fault;
          left -= 1;
        });
        await world.endLease();
        isOver = await world
          .settler(2, failing)
          .finish()
          .then(
            () => true,
            (error: unknown) => (error === fault ? false : Promise.reject(error)),
          );
        await world.assertSettledPart();
        assert.ok(moment < 100, 'the settler does not come to an end');
      }
      await world.assertExact();
    });
  });
});
