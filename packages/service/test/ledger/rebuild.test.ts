/** A rebuild makes every rating equal to a fold over the history, despite wrong rows and concurrent changes. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, statement } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import fc from 'fast-check';
import { lockPlayerRatings } from '../../src/history/ratings-store.ts';
import type { Progress } from '../../src/runtime/progress.ts';
import { rebuildLedger, rebuildNext, scheduleRebuild } from '../../src/settlement/rebuild.ts';
import { verifyRatings } from '../../src/verification/verify.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { LocalNode } from '../support/node.ts';
import { type TestMatch, World } from '../support/world.ts';
import { untilWaiting } from './locks.ts';
import { tamperWith, tamperWithAll } from './tampering.ts';

/**
 * Twelve matches of players 0–7 from day 10 on. Players 8–15 play on day 2. The two matches of `last` are among the
 * twelve by time, and are the last ones of players 8–11.
 */
async function playTwelve(world: World): Promise<{ twelve: readonly TestMatch[]; last: readonly TestMatch[] }> {
  const twelve = Array.from({ length: 12 }, (_, day) => {
    const seats = [day, day + 1, day + 3, day + 6].map((seat) => seat % 8);
    return world.match(10 + day, seats, {}, day % 3 === 0 ? 'sur' : 'norte');
  });
  const last = [world.match(17.5, [8, 0, 9, 1]), world.match(17.6, [2, 10, 3, 11])];
  const early = [world.match(2, [8, 9, 10, 11]), world.match(2, [12, 13, 14, 15])];
  await world.submit([...early, ...twelve.slice(0, 8), ...last, ...twelve.slice(8)]);
  return { twelve, last };
}

const placesOf = statement('test_places_of_match', 'select played_at from player_matches where match_id = $1');

const areAllMarked = statement(
  'test_are_all_marked',
  `select from ledger_state where rebuild_player_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`,
);

/** A rebuild first marks the players, then compares the ledger; after three or four steps the wave begins. */
const STEPS_BEFORE_CHANGES = [0, 2, 3, 4, 10];

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`a rebuild, on ${engine}`, () => {
    test('a rebuild that fails at any statement continues from there', async () => {
      const world = await World.open(database, { players: 16 });
      await playTwelve(world);
      await tamperWithAll(database, world);
      const fault = new Error('the test interrupts the step');
      for (let moment = 0, isOver = false; !isOver; moment += 1) {
        await scheduleRebuild(world.context());
        let left = moment;
        const failing = interrupted(database, ({ what }) => {
          if (what === 'committed') return;
          if (left === 0) throw fault;
          left -= 1;
        });
        isOver = await world
          .settler(50, failing)
          .finish()
          .then(
            () => true,
            (error: unknown) => (error === fault ? false : Promise.reject(error)),
          );
        await world.endLease();
        await world.settler(50).finish();
        await world.assertExact();
        if (moment % 5 === 0) await tamperWithAll(database, world);
        assert.ok(moment <= 60, 'the rebuild does not end');
      }
    });

    test('a rebuild restores every wrong double', async () => {
      const world = await World.open(database, { players: 16 });
      await playTwelve(world);
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat()), async (chance) => {
          await tamperWith(database, world, chance);
          await assert.rejects(world.assertExact());
          await world.rebuild();
          await world.assertExact();
        }),
        { numRuns: 2 },
      );
      assert.equal((await world.send(world.match(30, [0, 4, 8, 9]))).rating_status, 'settled');
      await world.assertExact();
    });

    test('a rebuild repairs orphaned, missing and misplaced rows and players', async () => {
      const world = await World.open(database, { players: 16 });
      const { twelve, last } = await playTwelve(world);
      const idle = await world.join();
      const voided: TestMatch = world.match(40, [0, 1, 2, 3]);
      await world.send(voided);
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = twelve;
      const [withEight = assert.fail()] = last;
      const late = world.at(35);
      await database.script(
        `delete from match_ratings where match_id = '${first.id}';
         update match_ratings set played_at = '${late}' where match_id = '${second.id}';
         update match_ratings set weight = weight / 2, player_ids = array_reverse(player_ids) where match_id = '${third.id}';
         alter table matches disable trigger user;
         update matches set status = 'voided', voided_at = now(), void_reason = 'by hand' where id = '${voided.id}';
         alter table matches enable trigger user;
         update player_ratings set last_match_id = '${withEight.id}' where player_id = '${world.player(0)}';
         update player_ratings a set mean = b.mean, variance = b.variance, shown = b.shown, last_played_at = b.last_played_at,
           matches_played = b.matches_played, last_match_id = b.last_match_id, model_version = b.model_version
         from player_ratings b where a.player_id = '${world.player(idle)}' and b.player_id = '${world.player(1)}';
         delete from player_ratings where player_id = '${world.player(8)}';`.replace(
          'array_reverse(player_ids)',
          'player_ids[3:4] || player_ids[1:2]',
        ),
      );
      voided.status = 'voided';
      await world.rebuild();
      assert.equal((await world.ratingOf(idle)).matches_played, 0);
      await world.assertExact();
      assert.deepEqual((await verifyRatings(world.context())).examples, []);
    });

    test('a rebuild is settling until its end, reports its progress, and continues without its client', async () => {
      const world = await World.open(database, { players: 16 });
      const { twelve } = await playTwelve(world);
      const progress: Progress[] = [];
      const rebuilding = rebuildLedger(world.context(), { onProgress: (one) => progress.push(one) });
      const settler = world.settler(100);
      while (!(await world.state()).is_rebuilding);
      assert.equal(await world.statusOf(twelve[0] ?? assert.fail()), 'settling');
      while (progress.length === 0 && (await settler.step()) !== 'idle') await sleep(1);
      await settler.finish();
      const { matches, model_version } = await rebuilding;
      assert.ok(matches >= 16);
      assert.equal(model_version, MODEL_VERSION);

      const stopped = AbortSignal.abort(new Error('the client is gone'));
      await assert.rejects(rebuildLedger(world.context(), { signal: stopped }), /the client is gone/);
      assert.equal((await world.state()).is_rebuilding, true);
      await settler.finish();
      await world.assertExact();
    });

    test('a rebuild includes changes that are not settled yet, and those that are being settled', async () => {
      const world = await World.open(database, { players: 16 });
      await playTwelve(world);
      await world.send(world.match(9, [0, 2, 4, 6]));
      const settler = world.settler(3);
      for (let step = 0; step < 3; step += 1) await settler.step();
      await world.send(world.match(7, [0, 1, 2, 3], {}, 'sur'));
      await tamperWithAll(database, world);
      await world.rebuild();
      await world.endLease();
      await settler.finish();
      await world.assertExact();
    });
  });

  // The embedded database has one connection, so a step of a rebuild never meets another transaction.
  if (engine === 'postgres') {
    describe(`a rebuild beside another transaction, on ${engine}`, () => {
      test('a node with another model that locked its players before the rebuild leaves no row with its inputs', async () => {
        const world = await World.open(database, { players: 16 });
        const { twelve } = await playTwelve(world);
        const [changed = assert.fail(), added = assert.fail(), removed = assert.fail()] = twelve;
        const [isLocked, othersHaveRun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const other = database.transaction(async (transaction) => {
          await lockPlayerRatings(transaction, world.players);
          isLocked.resolve();
          await othersHaveRun.promise;
          await transaction.script(
            `update match_ratings set weight = weight / 2 where match_id = '${changed.id}';
             update match_ratings set played_at = '${world.at(40)}' where match_id = '${added.id}';
             delete from match_ratings where match_id = '${removed.id}';`,
          );
        });
        await isLocked.promise;
        await scheduleRebuild(world.context());
        const settled = world.settler(50).finish();
        await untilWaiting(database, 1);
        othersHaveRun.resolve();
        await Promise.all([other, settled]);
        await world.assertExact();
      });

      test('a player whose only match has no row and no history is marked once they are restored', async () => {
        const world = await World.open(database, { players: 4 });
        const only = world.match(10, [0, 1, 2, 3]);
        await world.send(only);
        await database.script(
          `delete from match_ratings where match_id = '${only.id}'; delete from player_matches where match_id = '${only.id}';
           update player_ratings set mean = null, variance = null, shown = null, last_played_at = null, matches_played = 0,
             last_match_id = null, model_version = null where player_id = '${world.player(0)}'`,
        );
        await world.rebuild();
        await world.assertExact();
      });

      test('a match that is moved while it is compared has no row left at its old place', async () => {
        const world = await World.open(database, { players: 16 });
        const { twelve } = await playTwelve(world);
        const [moved = assert.fail()] = twelve;
        await database.script(`update match_ratings set weight = weight / 2 where match_id = '${moved.id}'`);
        await scheduleRebuild(world.context());
        while (!(await database.query(areAllMarked)).length) assert.ok(await rebuildNext(database));
        const [isWritten, othersHaveRun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const delayed = interrupted(database, async ({ what }) => {
          if (what !== 'commit') return;
          isWritten.resolve();
          await othersHaveRun.promise;
        });
        const amended = world.amend(moved, { played_at: world.at(25) }, { node: new LocalNode(delayed) });
        await isWritten.promise;
        const step = rebuildNext(database);
        await Promise.race([step, untilWaiting(database, 1)]);
        othersHaveRun.resolve();
        await Promise.all([amended, step]);
        const places = await database.query<{ played_at: number }>(placesOf, [moved.id]);
        assert.deepEqual([...new Set(places.map((row) => row.played_at))], [world.instant(25)]);
        await world.settler(50).finish();
        await world.assertExact();
      });
    });
  }

  describe(`while a rebuild is under way, on ${engine}`, () => {
    const isoDay = (world: World, day: number): string => world.at(day);
    type Season = Awaited<ReturnType<typeof playTwelve>> & { readonly pending: TestMatch };

    /** Changes of the history, including those that leave some players with only earlier matches. */
    const changes: Readonly<Record<string, (world: World, season: Season) => AsyncGenerator<unknown>>> = {
      async *'matches of every kind, late and not'(world, { pending }) {
        yield await world.send(world.match(31, [0, 8, 2, 10]));
        yield await world.send(world.match(12.5, [3, 8, 5, 9], {}, 'sur'));
        yield await world.confirm(pending);
        const seat = await world.join();
        yield await world.send(world.match(32, [0, 1, 2, seat]));
      },
      async *'everything at once'(world, { twelve, last, pending }) {
        const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = twelve;
        const [withEight = assert.fail(), withTen = assert.fail()] = last;
        yield await world.amend(first, { played_at: isoDay(world, 25) });
        yield await world.amend(twelve.at(-1) ?? assert.fail(), { played_at: isoDay(world, 9) });
        yield await world.amend(second, { winning_team: 'B', set_scores: null });
        yield await world.amend(third, { outcome: 'walkover', set_scores: null });
        yield await world.confirm(pending);
        yield await world.void(withEight);
        yield await world.amend(withTen, { participants: world.participants([0, 10, 14, 15]) });
        yield await world.send(world.match(31, [0, 12, 2, 10]));
        yield await world.send(world.match(12.5, [3, 13, 5, 9], {}, 'sur'));
      },
    };

    for (const [name, change] of Object.entries(changes)) {
      test(`${name}, after any of its steps: all is exact in the end`, async (context) => {
        // Not that of the tests above: a rebuild also steps through their matches.
        const database = await openMigratedDatabase(engine);
        context.after(() => database.close());
        for (const steps of STEPS_BEFORE_CHANGES) {
          const world = await World.open(database, { players: 16 });
          const pending = world.match(14.5, [8, 2, 9, 4], { trust_tier: 'player_confirmed' });
          await world.send(pending);
          const season = { ...(await playTwelve(world)), pending };
          await tamperWithAll(database, world);
          await scheduleRebuild(world.context());
          const settler = world.settler(5);
          for (let step = 0; step < steps; step += 1) await settler.step();
          for await (const _ of change(world, season)) {
            // During a rebuild, large changes need not wait for each other.
            if (!(await world.state()).is_rebuilding) await world.spreadMarks();
          }
          await settler.finish();
          await world.assertExact();
        }
      });
    }
  });
});
