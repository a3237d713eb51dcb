/** A step of the settlement and a submission that meet, played move by move: only a server has the connections for it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { openMigratedDatabase } from '../support/database.ts';
import { World } from '../support/world.ts';
import { holdRating, untilWaiting } from './locks.ts';

describe('a step of the settlement meets a match that is being appended', () => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase('postgres');
  });
  after(() => database.close());

  /**
   * Four matches that a run must settle, and one to append during the run. Ratings are locked in the order of ids, so a
   * transaction that waits for the last player has already locked the others.
   */
  async function openWorld(day: number) {
    const world = await World.open(database, { players: 9 });
    const seats = world.players.toSorted().map((id) => world.players.indexOf(id));
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, last = 0] = seats;
    await world.submit([world.match(10, [a, b, c, d]), world.match(11, [e, f, g, h]), world.match(12, [a, e, b, f])]);
    await world.send(world.match(9, [a, c, e, g]));
    const appended = world.match(day, [c, d, last, g]);
    return { world, appended, last: world.player(last), lastOfBlock: world.player(h) };
  }

  for (const [name, day] of [
    ['a match after the step’s matches', 20],
    ['a match between the step’s matches', 11.5],
  ] as const) {
    test(`if ${name} commits before the step, the settlement continues with it`, async () => {
      const { world, appended, last } = await openWorld(day);
      const settler = world.settler(4);
      await settler.step();
      const letGo = await holdRating(database, last);
      try {
        const appending = world.send(appended);
        await untilWaiting(database, 1);
        const step = settler.step();
        await untilWaiting(database, 2);
        await letGo();
        assert.equal((await appending).rating_status, 'settling');
        assert.equal((await step).status, 'settled');
      } finally {
        await letGo();
      }
      await world.assertSettledPart();
      await settler.finish();
      await world.assertExact();
    });

    test(`if ${name} commits after the step, it is rated from the settled ratings`, async () => {
      const { world, appended, lastOfBlock } = await openWorld(day);
      const settler = world.settler(4);
      await settler.step();
      const letGo = await holdRating(database, lastOfBlock);
      try {
        const step = settler.step();
        await untilWaiting(database, 1);
        const appending = world.send(appended);
        await untilWaiting(database, 2);
        await letGo();
        assert.deepEqual(await step, { status: 'settled', matches: 4, isRunOver: false });
        assert.equal((await appending).rating_status, day > 12 ? 'settling' : 'settled');
      } finally {
        await letGo();
      }
      await world.assertSettledPart();
      await settler.finish();
      await world.assertExact();
    });
  }

  test('another settler continues without stale memory of the step’s start', async () => {
    const world = await World.open(database, { players: 13 });
    const seats = world.players.toSorted().map((id) => world.players.indexOf(id));
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, v = 0, w = 0, x = 0, y = 0, last = 0] = seats;
    await world.submit([world.match(10, [a, b, c, d]), world.match(11, [e, f, g, h])]);
    await world.send(world.match(9, [v, w, e, f]));
    const [first, second] = [world.settler(), world.settler(4)];
    for (const _ of ['begins the run', 'settles day 9', 'settles day 10']) await first.step();
    // One behind the run's position, one ahead of it. The first settler still caches the ratings of v and w before both.
    await world.send(world.match(9.5, [v, w, x, y]));
    await world.send(world.match(15, [v, x, w, y]));
    await world.endLease();
    const letGo = await holdRating(database, world.player(last));
    try {
      const appending = world.send(world.match(12, [g, h, c, last]));
      await untilWaiting(database, 1);
      const step = second.step();
      await untilWaiting(database, 2);
      await letGo();
      await appending;
      assert.deepEqual(await step, { status: 'settled', matches: 0, isRunOver: false });
    } finally {
      await letGo();
    }
    await world.endLease();
    await first.finish();
    await world.assertExact();
  });
});
