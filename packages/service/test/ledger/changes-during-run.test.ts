/** Changes while a run is scheduled or under way: all ratings end exact, and a second run starts only if it is needed. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import type { SettlerWork } from '../../src/ledger/settler.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { type TestMatch, World } from '../support/world.ts';

/**
 * A week of players 0–7. Players 4–7 play for the last time on its second day. Players 8–11 play on day 2 only, before
 * the week. A late match on day 9 affects the whole week.
 */
async function playWeek(world: World): Promise<{ week: readonly TestMatch[]; late: TestMatch }> {
  const week = [
    world.match(10, [0, 4, 1, 5]),
    world.match(11, [2, 6, 3, 7]),
    world.match(12, [0, 1, 2, 3]),
    world.match(13, [0, 2, 1, 3]),
    world.match(14, [0, 3, 1, 2]),
  ];
  await world.submit([world.match(2, [8, 9, 10, 11]), ...week]);
  return { week, late: world.match(9, [0, 4, 2, 6]) };
}

/** Starts a run for the late match and settles some of its matches. */
async function beginRun(world: World, late: TestMatch, settled: number): Promise<SettlerWork> {
  await world.send(late);
  const settler = world.settler();
  await settler.step();
  for (let step = 0; step < settled; step += 1) assert.equal((await settler.step()).status, 'settled');
  assert.equal((await world.state()).run?.matches_read, settled);
  return settler;
}

const runNumber = async (world: World): Promise<number> => {
  const { run } = await world.state();
  return run?.number ?? assert.fail('no run is under way');
};

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`a match appended during a run, on ${engine}`, () => {
    test('a match appended ahead of the run’s position is settling, ends exact, and needs no second run', async () => {
      const world = await World.open(database);
      const { late } = await playWeek(world);
      const settler = await beginRun(world, late, 2);
      const ahead = world.match(20, [0, 4, 8, 9]);
      assert.equal((await world.send(ahead)).rating_status, 'settling');
      await assertOneRun(world, settler);
    });

    test('a match appended behind the run’s position is settled at once, ends exact, and needs no second run', async () => {
      const world = await World.open(database);
      const { late } = await playWeek(world);
      const settler = await beginRun(world, late, 4);
      const behind = world.match(10.5, [8, 9, 10, 11]);
      assert.equal((await world.send(behind)).rating_status, 'settled');
      assert.equal(await world.statusOf(behind), 'settled');
      await world.assertSettledPart();
      await assertOneRun(world, settler);
    });

    test('a match appended behind the position affects later matches of its players, even if the settler has read them', async () => {
      const world = await World.open(database);
      const { late } = await playWeek(world);
      // The run has read the late match and the days up to the 12th: all matches of players 4–7, whose states are cached.
      const settler = await beginRun(world, late, 4);
      await world.send(world.match(11.5, [4, 5, 6, 7]));
      await world.send(world.match(15, [4, 6, 5, 7]));
      await world.send(world.match(16, [4, 7, 0, 1]));
      await assertOneRun(world, settler);
    });

    test('a match of a new player is exact on either side of the position', async () => {
      const world = await World.open(database, { players: 16 });
      const { late } = await playWeek(world);
      const settler = await beginRun(world, late, 4);
      await world.send(world.match(11.5, [12, 13, 4, 5]));
      await world.send(world.match(15, [12, 14, 0, 13]));
      await assertOneRun(world, settler);
    });

    test('a match confirmed during the run is exact on either side of the position', async () => {
      const world = await World.open(database);
      const behind = world.match(11.5, [4, 5, 6, 7], { trust_tier: 'player_confirmed' });
      const ahead = world.match(15, [4, 6, 0, 2], { trust_tier: 'player_confirmed' });
      await world.submit([behind, ahead]);
      const { late } = await playWeek(world);
      const settler = await beginRun(world, late, 4);
      assert.equal((await world.confirm(behind)).rating_status, 'settled');
      assert.equal((await world.confirm(ahead)).rating_status, 'settling');
      await assertOneRun(world, settler);
    });
  });

  describe(`changes of history during a run, on ${engine}`, () => {
    test('changes before the first step form one run from the earliest change', async () => {
      const world = await World.open(database);
      const { late } = await playWeek(world);
      const settler = await beginRun(world, late, 0);
      const first = await runNumber(world);
      await settler.finish();
      for (const day of [12.5, 9.5, 11.5]) await world.send(world.match(day, [1, 3, 5, 7], {}, 'sur'));
      await settler.step();
      const { run, next } = await world.state();
      assert.deepEqual([run?.number, next], [first + 1, null]);
      assert.equal(await world.assertSettledPart(), 2, 'day 2 and the late match of day 9');
      await assertOneRun(world, settler);
    });

    test('changes ahead of the position join the current run', async () => {
      const world = await World.open(database);
      const { week, late } = await playWeek(world);
      const settler = await beginRun(world, late, 2);
      const [, , third = assert.fail(), fourth = assert.fail()] = week;
      assert.equal((await world.send(world.match(12.5, [5, 7, 8, 9]))).rating_status, 'settling');
      await world.void(third);
      await world.amend(fourth, { winning_team: 'B', set_scores: null });
      assert.equal((await world.state()).next, null);
      await assertOneRun(world, settler);
    });

    test('a match that moves across the position makes a second run', async () => {
      for (const [index, day] of [
        [0, 13.5],
        [4, 9.5],
      ] as const) {
        const world = await World.open(database);
        const { week, late } = await playWeek(world);
        const settler = await beginRun(world, late, 3);
        const match = week[index] ?? assert.fail();
        await world.amend(match, { played_at: world.at(day) });
        await assertSecondRun(world, settler);
      }
    });

    test('a change behind the position makes a second run', async () => {
      const world = await World.open(database);
      const { late } = await playWeek(world);
      const settler = await beginRun(world, late, 3);
      const behind = world.match(10.5, [1, 3, 8, 9]);
      assert.equal((await world.send(behind)).rating_status, 'settling');
      assert.equal(await world.statusOf(behind), 'settling');
      await world.assertSettledPart();
      await assertSecondRun(world, settler);
    });

    test('a void behind the position makes a second run', async () => {
      const world = await World.open(database);
      const { week, late } = await playWeek(world);
      const settler = await beginRun(world, late, 3);
      await world.void(week[0] ?? assert.fail());
      await assertSecondRun(world, settler);
    });

    test('repeated changes on both sides of the position end exact', async () => {
      const world = await World.open(database);
      const { week, late } = await playWeek(world);
      const settler = await beginRun(world, late, 2);
      for (const [index, match] of week.entries()) {
        await world.send(world.match(9.1 + index, [index, index + 1, index + 2, index + 3], {}, 'sur'));
        await settler.step();
        await world.amend(match, { played_at: world.at(18 - 2 * index) });
        await settler.step();
        await world.send(world.match(30 + index, [8 - index, 9, 10, 11]));
        await world.assertSettledPart();
      }
      await settler.finish();
      await world.assertExact();
    });
  });

  /** Finishes the current run, and asserts that all ratings are exact then, without a second run. */
  async function assertOneRun(world: World, settler: SettlerWork): Promise<void> {
    const number = await runNumber(world);
    for (let isOver = false; !isOver; ) {
      const step = await settler.step();
      assert.ok(step.status === 'settled');
      await world.assertSettledPart();
      isOver = step.isRunOver;
    }
    assert.equal((await settler.step()).status, 'idle');
    await world.assertExact();
    // The number of the next run shows that there was no other run.
    await world.send(world.match(9.2, [1, 3, 5, 7], {}, 'sur'));
    await settler.step();
    assert.equal(await runNumber(world), number + 1);
    await settler.finish();
    await world.assertExact();
  }

  async function assertSecondRun(world: World, settler: SettlerWork): Promise<void> {
    const number = await runNumber(world);
    assert.notEqual((await world.state()).next, null);
    for (let isOver = false; !isOver; ) {
      const step = await settler.step();
      assert.ok(step.status === 'settled');
      assert.equal(await runNumber(world).catch(() => number), number);
      isOver = step.isRunOver;
    }
    await settler.step();
    assert.equal(await runNumber(world), number + 1);
    await settler.finish();
    await world.assertExact();
  }
});
