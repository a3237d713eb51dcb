/** Who settles: one at a time, any number after each other, whatever becomes of a step or of the process that takes it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import type { SettlerWork } from '../../src/ledger/settler.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { type TestMatch, World } from '../support/world.ts';

const everything = statement(
  'test_settlement_stored',
  `select (select json_agg(r order by match_id)::text from match_ratings r) as ledger,
     (select json_agg(r order by player_id)::text from player_ratings r) as players,
     (select json_agg(s)::text from ledger_state s) as state,
     (select json_agg(c order by id)::text from ledger_changes c) as changes`,
);

/** Eight matches, and a late one before them that all of them follow from. */
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

  /** A world with a run that has settled some matches. */
  async function openWorld(settled: number): Promise<{ world: World; settler: SettlerWork }> {
    const world = await World.open(database);
    await world.send(await playEight(world));
    const settler = world.settler();
    for (let step = 0; step <= settled; step += 1) await settler.step();
    return { world, settler };
  }

  describe(`of two settlers, on ${engine}`, () => {
    test('one settler waits while the other has the lease, and takes over after it', async () => {
      const { world, settler } = await openWorld(3);
      const other = world.settler();
      assert.deepEqual(await other.step(), { status: 'busy' });
      await world.endLease();
      assert.deepEqual(await other.step(), { status: 'settled', matches: 1, isRunOver: false });
      assert.deepEqual(await settler.step(), { status: 'busy' });
      await world.assertSettledPart();
      await other.finish();
      await world.assertExact();
      assert.deepEqual(await settler.step(), { status: 'idle' });
    });

    test('settlers that alternate do not use stale memory', async () => {
      const { world } = await openWorld(0);
      const settlers = [world.settler(), world.settler()];
      for (let step = 0; (await world.state()).run !== null; step += 1) {
        await world.endLease();
        assert.equal((await settlers[step % 2]?.step())?.status, 'settled');
        // Of players in the memory of one of them, behind the position and ahead of it.
        if (step === 5) await world.send(world.match(11.5, [8, 9, 10, 11]));
        if (step === 6) await world.send(world.match(20, [1, 8, 3, 9]));
        await world.assertSettledPart();
      }
      await world.assertExact();
    });

    test('two concurrent settlers end with exact doubles', async () => {
      const { world } = await openWorld(1);
      const settlers = [1, 2].map((stepMatches) => world.settler(stepMatches));
      for (let round = 0; (await world.state()).run !== null; round += 1) {
        assert.ok(round < 50, 'the settlers do not come to an end');
        await world.endLease();
        await Promise.all(settlers.map((settler) => settler.step()));
        await world.assertSettledPart();
      }
      await world.assertExact();
    });

    test('the second settler finishes the run of a crashed one, wherever it stopped', async () => {
      for (let settled = 0; settled <= 10; settled += 1) {
        const { world } = await openWorld(settled);
        await world.endLease();
        await world.assertSettledPart();
        await world.settler(2).finish();
        await world.assertExact();
      }
    });

    test('a settler that returns after others finished its run starts the next run normally', async () => {
      const { world, settler } = await openWorld(4);
      await world.endLease();
      await world.settler(3).finish();
      await world.send(world.match(9.5, [1, 3, 5, 7], {}, 'sur'));
      await settler.finish();
      await world.assertExact();
    });
  });

  describe(`a step that fails, on ${engine}`, () => {
    const fault = new Error('the test interrupts the step');

    test('a step that fails at any statement or at its commit changes nothing, and the next continues', async () => {
      const world = await World.open(database);
      await world.send(await playEight(world));
      let momentsLeft = 0;
      const failing = interrupted(database, ({ what }) => {
        if (what === 'committed') return;
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
        const stored = await database.query(everything);
        for (let moment = 0; await failsAt(moment); moment += 1) {
          assert.deepEqual(await database.query(everything), stored);
          failures += 1;
        }
        await world.assertSettledPart();
        // Notices for the next step, of players in the settler's memory and of others.
        if (step === 2) await world.submit([world.match(20, [0, 1, 8, 9]), world.match(9.5, [8, 9, 10, 11])]);
      }
      assert.ok(failures > 30, `${failures} failures`);
      await world.assertExact();
    });

    test('a step that fails after its commit is done, and the next continues after it', async () => {
      const { world } = await openWorld(0);
      let isLosing = false;
      const losing = interrupted(database, ({ what }) => {
        if (isLosing && what === 'committed') throw fault;
      });
      await world.endLease();
      const settler = world.settler(2, losing);
      for (let step = 0; !(await world.isSettled()); step += 1) {
        assert.ok(step < 50, 'the settler does not come to an end');
        isLosing = step % 2 === 0;
        if (isLosing) await assert.rejects(settler.step(), fault);
        else await settler.step();
        await world.assertSettledPart();
      }
      await world.assertExact();
    });
  });
});
