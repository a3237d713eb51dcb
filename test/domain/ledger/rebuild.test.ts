/** A rebuild makes every rating the fold of the history again, whatever stood there and whatever comes meanwhile. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { rebuildLedger, scheduleRebuild } from '../../../src/domain/ledger/index.ts';
import type { Progress } from '../../../src/domain/watcher.ts';
import { MODEL_VERSION } from '../../../src/rating/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { interrupted } from '../../support/interrupted.ts';
import { Scene, type SceneMatch } from './scene.ts';
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
          await scene.rebuild();
          await scene.assertExact();
        }),
        { numRuns: 10 },
      );
      assert.equal((await scene.send(scene.match(30, [0, 4, 8, 9]))).rating_status, 'settled');
      await scene.assertExact();
    });

    test('repairs what no match leads to: rows without a match, missing rows, wrong places and players', async () => {
      const scene = await Scene.open(database, 16);
      const { twelve, last } = await playTwelve(scene);
      const idle = await scene.join();
      const voided: SceneMatch = scene.match(40, [0, 1, 2, 3]);
      await scene.send(voided);
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = twelve;
      const [withEight = assert.fail()] = last;
      const late = new Date(scene.instant(35)).toISOString();
      await database.script(
        `delete from match_ratings where match_id = '${first.id}';
         update match_ratings set played_at = '${late}' where match_id = '${second.id}';
         update match_ratings set weight = weight / 2, player_ids = array_reverse(player_ids) where match_id = '${third.id}';
         alter table matches disable trigger user;
         update matches set status = 'voided', voided_at = now(), void_reason = 'by hand' where id = '${voided.id}';
         alter table matches enable trigger user;
         delete from player_matches where match_id = '${voided.id}';
         update player_ratings set last_match_id = '${withEight.id}' where player_id = '${scene.player(0)}';
         update player_ratings a set mean = b.mean, variance = b.variance, shown = b.shown, last_played_at = b.last_played_at,
           matches_played = b.matches_played, last_match_id = b.last_match_id, model_version = b.model_version
         from player_ratings b where a.player_id = '${scene.player(idle)}' and b.player_id = '${scene.player(1)}';
         delete from player_ratings where player_id = '${scene.player(8)}';`.replace(
          'array_reverse(player_ids)',
          'player_ids[3:4] || player_ids[1:2]',
        ),
      );
      voided.status = 'voided';
      await scene.rebuild();
      assert.equal((await scene.ratingOf(idle)).matches_played, 0);
      await scene.assertExact();
    });

    test('is settling until its end, reports its progress, and goes on when its client is gone', async () => {
      const scene = await Scene.open(database, 16);
      const { twelve } = await playTwelve(scene);
      const progress: Progress[] = [];
      const rebuilding = rebuildLedger(scene.context(), { onProgress: (one) => progress.push(one) });
      const settler = scene.settler(100);
      while ((await scene.state()).next === null);
      assert.equal(await scene.statusOf(twelve[0] ?? assert.fail()), 'settling');
      while (progress.length === 0 && (await settler.step()).status !== 'idle') await sleep(1);
      await settler.finish();
      const { matches, model_version } = await rebuilding;
      assert.ok(matches >= 16);
      assert.equal(model_version, MODEL_VERSION);

      const stopped = AbortSignal.abort(new Error('the client is gone'));
      await assert.rejects(rebuildLedger(scene.context(), { signal: stopped }), /the client is gone/);
      assert.equal((await scene.state()).next?.is_rebuild, true);
      await settler.finish();
      await scene.assertExact();
    });

    test('includes what was scheduled, and follows a run that is under way', async () => {
      const scene = await Scene.open(database, 16);
      await playTwelve(scene);
      await scene.send(scene.match(9, [0, 2, 4, 6]));
      const settler = scene.settler(3);
      await settler.step();
      await settler.step();
      await scene.send(scene.match(7, [0, 1, 2, 3], {}, 'sur'));
      await tamperWithAll(database, scene);
      await scene.rebuild();
      await scene.endLease();
      await settler.finish();
      await scene.assertExact();
    });

    test('that fails at any statement goes on from there', async () => {
      const scene = await Scene.open(database, 16);
      await playTwelve(scene);
      await tamperWithAll(database, scene);
      const fault = new Error('the test interrupts the step');
      for (let moment = 0, isOver = false; !isOver; moment += 1) {
        await scheduleRebuild(scene.context());
        let left = moment;
        const failing = interrupted(database, ({ what }) => {
          if (what === 'committed') return;
          if (left === 0) throw fault;
          left -= 1;
        });
        isOver = await scene
          .settler(50, failing)
          .finish()
          .then(
            () => true,
            (error: unknown) => (error === fault ? false : Promise.reject(error)),
          );
        await scene.endLease();
        await scene.settler(50).finish();
        await scene.assertExact();
        if (moment % 5 === 0) await tamperWithAll(database, scene);
        if (moment > 60) break;
      }
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
      test(`${name}, after any of its steps: all is exact in the end`, async () => {
        for (let steps = 0, isOver = false; !isOver; steps += 1) {
          const scene = await Scene.open(database, 16);
          const pending = scene.match(14.5, [8, 2, 9, 4], { trust_tier: 'player_confirmed' });
          await scene.send(pending);
          const season = { ...(await playTwelve(scene)), pending };
          await tamperWithAll(database, scene);
          await scheduleRebuild(scene.context());
          // The scenes before this one take one step; the matches of this one are settled a few at a time.
          const settler = scene.settler(5);
          while ((await positionOf(scene)) < scene.instant(0)) await settler.step();
          for (let step = 0; step < steps; step += 1) await settler.step();
          isOver = (await scene.state()).run === null;
          await change(scene, season);
          await settler.finish();
          await scene.assertExact();
        }
      });
    }

    async function positionOf(scene: Scene): Promise<number> {
      const { run, next } = await scene.state();
      return run?.position.played_at ?? (next === null ? Number.POSITIVE_INFINITY : -1);
    }
  });
});
