/** A rebuild of more matches than are read at once: one that moves meanwhile may be read at both of its places, or at none. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rebuildLedger } from '../../../src/domain/rebuild/index.ts';
import type { Progress } from '../../../src/domain/watcher.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { interrupted } from '../../support/interrupted.ts';
import { Scene } from '../settlement/scene.ts';
import { tamperWithAll } from './tampering.ts';

/** A rebuild reads 4,000 at once. */
const MATCHES = 4_100;
const PLAYERS = 40;

onEachEngine((engine) => {
  describe(`a rebuild of ${MATCHES} matches, on ${engine}`, () => {
    test('is exact, also of what moves from what was read to what is to be read, and back', async () => {
      const database = await openMigratedDatabase(engine);
      try {
        const scene = await Scene.open(database, PLAYERS);
        const matches = Array.from({ length: MATCHES }, (_, index) => {
          const seats = [0, 1, 3, 8].map((step) => (index * 7 + step) % PLAYERS);
          return scene.match(1 + index / 200, seats);
        });
        await scene.submit(matches);
        await tamperWithAll(database, scene);

        let readings = 0;
        const slow = interrupted(database, async ({ what, isInTransaction }) => {
          if (isInTransaction || what !== 'rated_matches_within') return;
          readings += 1;
          if (readings !== 2) return;
          const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = matches.slice(10);
          const [last = assert.fail(), another = assert.fail()] = matches.slice(-10);
          await scene.amend(first, { played_at: new Date(scene.instant(30)).toISOString() });
          await scene.amend(second, { played_at: new Date(scene.instant(21.4)).toISOString() });
          await scene.amend(last, { played_at: new Date(scene.instant(0.5)).toISOString() });
          await scene.void(third);
          await scene.void(another);
          await scene.send(scene.match(31, [0, 1, 2, 3]));
        });
        const progress: Progress[] = [];
        const context = { ...scene.context(), database: slow };
        const { is_settling } = await rebuildLedger(context, { onProgress: (one) => progress.push(one) });
        assert.deepEqual([readings, is_settling, progress.length], [2, true, 2]);
        assert.ok(progress.every(({ done, total }) => total === null || done <= total));
        await scene.settler(1_000).finish();
        await scene.assertExact();
      } finally {
        await database.close();
      }
    });
  });
});
