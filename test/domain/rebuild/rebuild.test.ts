/** A rebuild makes every rating the fold of the history again, whatever stood there and whatever comes meanwhile. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { describeSchema } from '../../../scripts/schema-catalog.ts';
import { rebuildLedger } from '../../../src/domain/rebuild/index.ts';
import type { Progress } from '../../../src/domain/watcher.ts';
import { MODEL_VERSION } from '../../../src/rating/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { interrupted } from '../../support/interrupted.ts';
import { Scene, type SceneMatch } from '../settlement/scene.ts';
import { tamperWith, tamperWithAll } from './tampering.ts';

/**
 * Twelve matches of players 0–7 from day 10 on. Players 8–15 play on day 2, and 8–11 twice among the twelve; what is
 * `last` is the last of players 8–11.
 */
async function playTwelve(scene: Scene): Promise<{ twelve: readonly SceneMatch[]; last: readonly SceneMatch[] }> {
  const twelve = Array.from({ length: 12 }, (_, day) => {
    const seats = [day, day + 1, day + 3, day + 6].map((seat) => seat % 8);
    return scene.match(10 + day, seats, {}, day % 3 === 0 ? 'sur' : 'norte');
  });
  const last = [scene.match(17.5, [8, 0, 9, 1]), scene.match(17.6, [2, 10, 3, 11])];
  const early = [scene.match(2, [8, 9, 10, 11]), scene.match(2, [12, 13, 14, 15])];
  await scene.submit([...early, ...twelve.slice(0, 8), ...last, ...twelve.slice(8)]);
  return { twelve, last };
}

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  describe(`a rebuild, on ${engine}`, () => {
    test('makes every double the fold’s again, wherever it was wrong', async () => {
      const scene = await Scene.open(database, 16);
      await playTwelve(scene);
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat()), async (chance) => {
          await tamperWith(database, scene, chance);
          await assert.rejects(scene.assertExact());
          const result = await rebuildLedger(scene.context());
          assert.deepEqual(
            { ...result, matches: null, players: null, switch_ms: null },
            { model_version: MODEL_VERSION, matches: null, players: null, is_settling: false, switch_ms: null },
          );
          assert.ok(result.matches >= 16 && result.players >= 16 && result.switch_ms >= 0);
          await scene.assertExact();
        }),
        { numRuns: 10 },
      );
      assert.equal((await scene.send(scene.match(30, [0, 4, 8, 9]))).rating_status, 'settled');
      await scene.assertExact();
    });

    test('leaves the schema byte for byte as it was, and the players who have never played unrated', async () => {
      const scene = await Scene.open(database, 16);
      await playTwelve(scene);
      const idle = await scene.join();
      const schema = await describeSchema(database);
      for (let times = 0; times < 2; times += 1) {
        await rebuildLedger(scene.context());
        assert.equal(await describeSchema(database), schema);
      }
      const { rebuild, run, owed, lease } = await scene.state();
      assert.deepEqual([rebuild, run, owed, lease], [null, null, null, null]);
      assert.equal((await scene.ratingOf(idle)).matches_played, 0);
      await scene.assertExact();
    });

    test('tells how far it is', async () => {
      const scene = await Scene.open(database, 16);
      await playTwelve(scene);
      const progress: Progress[] = [];
      const { matches } = await rebuildLedger(scene.context(), { onProgress: (one) => progress.push(one) });
      assert.deepEqual(progress, [{ done: matches, total: matches }]);
    });

    test('ends the run under way and settles what is owed, and leaves waiting matches to wait', async () => {
      const scene = await Scene.open(database, 16);
      await playTwelve(scene);
      await scene.send(scene.match(9, [0, 2, 4, 6]));
      const settler = scene.settler(3);
      await settler.step();
      scene.now += 1_000;
      await settler.finish();
      const waiting = scene.match(8, [1, 3, 5, 7]);
      await scene.send(waiting);
      await scene.send(scene.match(7, [0, 1, 2, 3], {}, 'sur'));
      await settler.step();
      await settler.step();
      await scene.send(scene.match(6, [0, 1, 2, 3], {}, 'sur'));
      await rebuildLedger(scene.context());
      await scene.assertExact([waiting]);
      assert.equal((await settler.step()).status, 'idle');
      scene.now += 9_000;
      await settler.finish();
      await scene.assertExact();
    });
  });

  describe(`while a rebuild is under way, on ${engine}`, () => {
    const isoDay = (scene: Scene, day: number): string => new Date(scene.instant(day)).toISOString();
    type Season = Awaited<ReturnType<typeof playTwelve>> & { readonly pending: SceneMatch };

    /** What may happen to the history: everything, and what leaves some players with nothing but what was before. */
    const changes: Readonly<Record<string, (scene: Scene, season: Season) => Promise<void>>> = {
      'a void of the last match of some': async (scene, { last: [withEight = assert.fail()] }) => {
        await scene.void(withEight);
      },
      'an amendment that takes some out of their last match': async (scene, { last: [withEight = assert.fail()] }) => {
        await scene.amend(withEight, { participants: scene.participants([12, 0, 13, 1]) });
      },
      'matches of every kind, late and not': async (scene, { pending }) => {
        await scene.send(scene.match(31, [0, 8, 2, 10]));
        await scene.send(scene.match(12.5, [3, 8, 5, 9], {}, 'sur'));
        await scene.confirm(pending);
        const seat = await scene.join();
        await scene.send(scene.match(32, [0, 1, 2, seat]));
      },
      'everything at once': async (scene, { twelve, last, pending }) => {
        const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = twelve;
        const [withEight = assert.fail(), withTen = assert.fail()] = last;
        await scene.amend(first, { played_at: isoDay(scene, 25) });
        await scene.amend(twelve.at(-1) ?? assert.fail(), { played_at: isoDay(scene, 9) });
        await scene.amend(second, { winning_team: 'B', set_scores: null });
        await scene.amend(third, { outcome: 'walkover', set_scores: null });
        await scene.confirm(pending);
        await scene.void(withEight);
        await scene.amend(withTen, { participants: scene.participants([0, 10, 14, 15]) });
        await scene.send(scene.match(31, [0, 12, 2, 10]));
        await scene.send(scene.match(12.5, [3, 13, 5, 9], {}, 'sur'));
      },
    };

    for (const [name, change] of Object.entries(changes)) {
      for (const closureMax of name === 'everything at once' ? [0, 1000] : [0]) {
        const way = closureMax === 0 ? 'left to a settlement' : 'settled in the request';
        test(`${name}, at any moment and ${way}: all is exact in the end`, async () => {
          let count = 0;
          for (let isOver = false; !isOver; count += 1) {
            const scene = await Scene.open(database, 16);
            const pending = scene.match(14.5, [8, 2, 9, 4], { trust_tier: 'player_confirmed' });
            await scene.send(pending);
            const season = { ...(await playTwelve(scene)), pending };
            await tamperWithAll(database, scene);
            scene.closureMax = closureMax;
            let moments = 0;
            const slow = interrupted(database, async ({ isInTransaction }) => {
              if (isInTransaction) return;
              moments += 1;
              if (moments === count + 1) await change(scene, season);
            });
            await rebuildLedger({ ...scene.context(), database: slow });
            isOver = moments <= count;
            await scene.settler(5).finish();
            await scene.assertExact();
          }
          assert.ok(count > 8, `a rebuild has only ${count} moments`);
        });
      }
    }
  });
});
