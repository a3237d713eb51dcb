/** A rebuild that does not come to its end leaves nothing behind, and no two of them are under way. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { describeSchema } from '../../../scripts/schema-catalog.ts';
import { abandonStaleRebuild, rebuildLedger } from '../../../src/domain/rebuild/index.ts';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import { openMigratedDatabase } from '../../support/database.ts';
import { onEachEngine } from '../../support/engines.ts';
import { interrupted } from '../../support/interrupted.ts';
import { Scene } from '../settlement/scene.ts';
import { tamperWithAll } from './tampering.ts';

const noticed = statement(
  'test_rebuild_notices',
  'select (select count(*) from rebuild_notices) as rebuild, (select count(*) from settlement_notices) as settlement',
);

const isNotReady = { name: 'Problem', code: 'not_ready' };

onEachEngine((engine) => {
  let database: Database;
  let schema: string;
  before(async () => {
    database = await openMigratedDatabase(engine);
    schema = await describeSchema(database);
  });
  after(() => database.close());

  async function playSome(): Promise<Scene> {
    const scene = await Scene.open(database);
    await scene.submit([scene.match(10, [0, 1, 2, 3]), scene.match(11, [0, 4, 1, 5]), scene.match(12, [2, 4, 6, 7])]);
    return scene;
  }

  async function assertNothingLeft(scene: Scene): Promise<void> {
    assert.equal(await describeSchema(database), schema);
    assert.equal((await scene.state()).rebuild, null);
    assert.deepEqual(await database.query(noticed), [{ rebuild: 0, settlement: 0 }]);
  }

  /** A rebuild that stops at its `number`th moment outside of a transaction, until it is let go. */
  async function heldRebuild(scene: Scene, number = 3) {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let moments = 0;
    const slow = interrupted(database, async ({ isInTransaction }) => {
      if (isInTransaction) return;
      moments += 1;
      if (moments !== number) return;
      arrived.resolve();
      await released.promise;
    });
    const rebuilding = rebuildLedger({ ...scene.context(), database: slow });
    await arrived.promise;
    return { rebuilding, letGo: released.resolve };
  }

  describe(`a rebuild that fails, on ${engine}`, () => {
    for (const [name, isAborted] of [
      ['by a fault', false],
      ['by being called off', true],
    ] as const) {
      test(`${name}, at any moment, leaves everything as it was, and another one can be made`, async () => {
        const scene = await playSome();
        await tamperWithAll(database, scene);
        const [ledger, state] = [await scene.stored(), await scene.state()];
        const fault = new Error('the test ends the rebuild');
        let count = 0;
        for (let isOver = false; !isOver; count += 1) {
          const calledOff = new AbortController();
          let moments = 0;
          const failing = interrupted(database, ({ what }) => {
            // A commit whose answer is lost has put the new ledger in its place.
            if (!isAborted && what === 'committed') return;
            moments += 1;
            if (moments !== count + 1) return;
            if (!isAborted) throw fault;
            calledOff.abort(fault);
          });
          const context = { ...scene.context(), database: failing };
          const error = await rebuildLedger(context, { signal: calledOff.signal }).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          isOver = error === null;
          if (!isOver) {
            assert.equal(error, fault);
            await assertNothingLeft(scene);
            assert.deepEqual([await scene.stored(), await scene.state()], [ledger, state]);
          }
        }
        assert.ok(count > 10, `a rebuild has only ${count} moments`);
        // The first that got through may have failed to tidy up after its switch.
        await rebuildLedger(scene.context());
        await assertNothingLeft(scene);
        await scene.assertExact();
      });
    }

    test('has heard of nothing, and what came meanwhile stands as it would have without it', async () => {
      const scene = await playSome();
      const calledOff = new AbortController();
      const changing = interrupted(database, async ({ what, isInTransaction }) => {
        if (what !== 'ledger_block_insert_next' || isInTransaction) return;
        await scene.send(scene.match(20, [0, 1, 2, 3]));
        await scene.send(scene.match(9, [0, 1, 2, 3]));
        calledOff.abort(new Error('called off'));
      });
      const context = { ...scene.context(), database: changing };
      await assert.rejects(rebuildLedger(context, { signal: calledOff.signal }), /called off/);
      await assertNothingLeft(scene);
      await scene.settler(2).finish();
      await scene.assertExact();
    });
  });

  describe(`of two rebuilds, on ${engine}`, () => {
    test('the second is refused at once, and the first comes to its end', async () => {
      const scene = await playSome();
      const { rebuilding, letGo } = await heldRebuild(scene);
      const { rebuild } = await scene.state();
      await assert.rejects(rebuildLedger(scene.context()), isNotReady);
      assert.deepEqual((await scene.state()).rebuild, rebuild);
      letGo();
      await rebuilding;
      await assertNothingLeft(scene);
      await scene.assertExact();
    });

    test('the second takes over when the first was not heard of until its time was up', async () => {
      const scene = await playSome();
      await tamperWithAll(database, scene);
      const { rebuilding, letGo } = await heldRebuild(scene);
      scene.now = (await scene.state()).rebuild?.until ?? assert.fail('no rebuild is under way');
      await rebuildLedger(scene.context());
      await assertNothingLeft(scene);
      await scene.assertExact();
      letGo();
      await assert.rejects(rebuilding);
      await assertNothingLeft(scene);
      await scene.assertExact();
    });
  });

  describe(`a rebuild whose process is gone, on ${engine}`, () => {
    test('is given up once its time is up, and not before', async () => {
      const scene = await playSome();
      assert.equal(await abandonStaleRebuild(scene.context()), false);
      const { rebuilding, letGo } = await heldRebuild(scene, 6);
      const { rebuild } = await scene.state();
      scene.now = (rebuild?.until ?? assert.fail('no rebuild is under way')) - 1;
      assert.equal(await abandonStaleRebuild(scene.context()), false);
      assert.deepEqual((await scene.state()).rebuild, rebuild);
      scene.now += 1;
      await scene.send(scene.match(20, [0, 1, 2, 3]));
      assert.equal(await abandonStaleRebuild(scene.context()), true);
      await assertNothingLeft(scene);
      assert.equal(await abandonStaleRebuild(scene.context()), false);

      // Should its process be there after all, it finds that it was given up.
      letGo();
      await assert.rejects(rebuilding);
      await assertNothingLeft(scene);
      await scene.assertExact();
    });
  });
});
