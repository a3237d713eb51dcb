/** Ratings with starting levels: after any change of the history, they are those of a history that always was so. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { scoreOf } from '@bandeja/rating';
import { verifyRatings } from '../../src/verification/verify.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { changesOf } from '../support/matches.ts';
import { World } from '../support/world.ts';

const setPoints = statement(
  'test_set_stated_points',
  'update player_ratings set stated_points = $2 where player_id = $1 returning player_id',
);

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** A world in which the players of these seats have starting levels. */
  async function openWorld(points: Readonly<Record<number, number>>, closureMax = 300): Promise<World> {
    const world = await World.open(database, { closureMax });
    for (const [seat, value] of Object.entries(points)) await world.giveLevel(Number(seat), value);
    return world;
  }

  const LEVELS = { 0: 1900, 2: 1100, 4: 3000, 5: 0 };

  describe(`the ledger with starting levels, on ${engine}`, () => {
    test('the first match leads from the starting score, and every bit is that of the model', async () => {
      const world = await openWorld(LEVELS);
      const first = await world.send(world.match(1));
      assert.deepEqual(
        changesOf(first).map((change) => change?.service_score_before),
        [scoreOf({ points: 1900 }), 1500, scoreOf({ points: 1100 }), 1500],
      );
      await world.submit([world.match(2, [4, 1, 5, 0]), world.match(3, [2, 4, 6, 7])]);
      await world.assertExact();
      assert.equal((await verifyRatings(world.context())).differences, 0);
    });

    test('the starting level moves to an earlier match that comes late, and back when that is voided', async () => {
      const world = await openWorld(LEVELS);
      await world.submit([world.match(10), world.match(11, [0, 4, 2, 5]), world.match(12, [6, 1, 3, 7])]);
      const late = world.match(9, [0, 6, 2, 7]);
      await world.send(late);
      await world.assertExact();
      await world.void(late);
      await world.assertExact();
    });

    test('a player whose only match is voided has the starting level again', async () => {
      const world = await openWorld(LEVELS);
      const only = world.match(10);
      await world.send(only);
      await world.void(only);
      assert.equal((await world.ratingOf(0)).service_score, scoreOf({ points: 1900 }));
      await world.send(world.match(11, [0, 1, 2, 3]));
      await world.assertExact();
    });

    test('changes that are settled in the background start from the same levels', async () => {
      const world = await openWorld(LEVELS, 0);
      const first = world.match(10);
      await world.submit([first, world.match(11, [0, 4, 2, 5]), world.match(12, [6, 1, 3, 7])]);
      await world.send(world.match(9, [0, 6, 2, 7]));
      await world.settler().finish();
      await world.assertExact();
      await world.void(first);
      await world.settler().finish();
      await world.assertExact();
      await world.rebuild();
      await world.assertExact();
    });

    test('another starting level changes the ratings as if the player had always had it', async () => {
      const world = await openWorld(LEVELS);
      await world.submit([world.match(10), world.match(11, [0, 4, 2, 5]), world.match(12, [6, 1, 3, 7])]);
      for (const [seat, points] of [
        [0, 1200],
        [1, 2000],
        [2, null],
        [4, 2500],
        [7, 1700],
        [8, 1000],
      ] as const) {
        await world.giveLevel(seat, points);
        await world.assertExact();
      }
      assert.equal((await verifyRatings(world.context())).differences, 0);
      await world.send(world.match(13, [8, 0, 1, 2]));
      await world.assertExact();
    });

    test('another starting level that reaches too much leaves the rating alone until it is settled', async () => {
      const world = await openWorld(LEVELS, 0);
      await world.submit([world.match(10), world.match(11, [0, 4, 2, 5]), world.match(12, [6, 1, 3, 7])]);
      const before = await world.ratingOf(0);
      await world.giveLevel(0, 1100);
      assert.deepEqual(await world.ratingOf(0), { ...before, rating_status: 'settling' });
      await world.assertSettledPart();
      assert.equal((await verifyRatings(world.context())).differences, 0);
      await world.spreadMarks();
      // A late match meets the marks of the change.
      await world.send(world.match(9, [0, 6, 2, 7]));
      await world.settler().finish();
      await world.assertExact();
      assert.notEqual((await world.ratingOf(0)).service_score, before.service_score);
    });

    test('a first match and another starting level at once give one of the two histories', async () => {
      const world = await openWorld({});
      await Promise.all([
        world.send(world.match(10)),
        world.giveLevel(0, 1900),
        world.giveLevel(1, 1100),
        world.send(world.match(11, [1, 4, 2, 5])),
      ]);
      await world.settler().finish();
      await world.assertExact();
    });

    test('from the tenth rated match on, a starting level stays', async () => {
      const world = await openWorld({ 0: 1800 });
      for (let day = 1; day <= 9; day += 1) await world.send(world.match(day));
      await world.giveLevel(0, 1700);
      await world.send(world.match(10));
      const isSettled = { code: 'starting_level_settled', extensions: { matches_played: 10 } };
      await assert.rejects(world.giveLevel(0, 1600), isSettled);
      await assert.rejects(world.giveLevel(1, 1600), isSettled);
      await world.giveLevel(0, 1700);
      await world.assertExact();
    });

    test('a verification finds a starting level that was altered', async () => {
      const world = await openWorld({ 0: 1600 });
      const first = world.match(1);
      await world.send(first);
      await database.query(setPoints, [world.player(0), 1601]);
      const { differences, examples } = await verifyRatings(world.context());
      assert.ok(differences > 0);
      assert.ok(examples.some(({ match_id, field }) => match_id === first.id && field === 'stated_points_before'));
      await database.query(setPoints, [world.player(0), 1600]);
      assert.equal((await verifyRatings(world.context())).differences, 0);
    });
  });
});
