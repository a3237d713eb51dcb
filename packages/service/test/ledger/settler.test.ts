/** The settler of the service settles pending changes without a request. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import type { Context } from '../../src/context.ts';
import { settlerJob } from '../../src/ledger/settler-job.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted, type Moment } from '../support/interrupted.ts';
import { type RunningJob, runJob } from '../support/jobs.ts';
import { endPause } from '../support/settling.ts';
import { until } from '../support/until.ts';
import { World } from '../support/world.ts';

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** Some matches, and a late one that is owed to all of them. */
  async function openWorld(): Promise<World> {
    const world = await World.open(database);
    const days = Array.from({ length: 6 }, (_, day) => world.match(10 + day, [day, day + 1, day + 2, day + 3]));
    await world.submit(days);
    await world.send(world.match(9, [0, 2, 4, 6]));
    return world;
  }

  /** Runs a settler during `work` and collects its log. */
  async function withSettler(
    context: Context,
    work: (log: { faults: unknown[]; warnings: string[]; runs: string[]; job: RunningJob }) => Promise<void>,
  ): Promise<{ faults: unknown[]; warnings: string[] }> {
    const [faults, warnings, runs]: [unknown[], string[], string[]] = [[], [], []];
    const log = {
      onWarning: (message: string) => void warnings.push(message),
      onRun: (message: string) => void runs.push(message),
    };
    const job = runJob(settlerJob(context, log), (error) => faults.push(error));
    try {
      await work({ faults, warnings, runs, job });
    } finally {
      await job.stop();
    }
    return { faults, warnings };
  }

  const at = (world: World, interrupt: (moment: Moment) => void | Promise<void>): Context => ({
    ...world.context(),
    database: interrupted(database, interrupt),
  });

  describe(`while the settler runs, on ${engine}`, () => {
    test('the settler settles existing and new changes', async () => {
      const world = await openWorld();
      const log = await withSettler(world.context(), async () => {
        await until(() => world.isSettled());
        await world.assertExact();
        for (const day of [8.5, 12.5]) await world.send(world.match(day, [1, 3, 5, 7], {}, 'sur'));
        await until(() => world.isSettled());
        await world.assertExact();
      });
      assert.deepEqual(log, { faults: [], warnings: [] });
    });

    test('the log has the start and the end of a run, with its counts', async () => {
      const world = await openWorld();
      const begunAt = world.at(9);
      await withSettler(world.context(), async ({ runs }) => {
        await until(() => runs.length === 2);
        const number = /^settlement run (\d+) /.exec(runs[0] ?? '')?.[1];
        const seconds = / in (\d+\.\d) s$/.exec(runs[1] ?? '')?.[1];
        assert.deepEqual(runs, [
          `settlement run ${number} begins: it settles every rated match after ${begunAt}`,
          `settlement run ${number} has ended: 7 matches read, 7 changed, in ${seconds} s`,
        ]);
      });
      await world.assertExact();
    });

    test('the log shows when a run is taken over from a crashed process', async () => {
      const world = await openWorld();
      const gone = world.settler();
      for (let step = 0; step < 3; step += 1) await gone.step();
      await world.endLease();
      await withSettler(world.context(), async ({ runs }) => {
        await until(() => runs.length === 2);
        assert.match(
          runs[0] ?? '',
          /^settlement run \d+ is taken over from another process; it has read 2 matches so far$/,
        );
        assert.match(runs[1] ?? '', /^settlement run \d+ has ended: 7 matches read, 7 changed, in \d+\.\d s$/);
      });
      await world.assertExact();
    });

    test('a fault is logged, and the failed step is repeated', async () => {
      const world = await openWorld();
      const fault = new Error('the database is away for a moment');
      let isAway = true;
      const failing = at(world, ({ what }) => {
        if (what !== 'ledger_block_write_players' || !isAway) return;
        isAway = false;
        throw fault;
      });
      const log = await withSettler(failing, () => until(() => world.isSettled()));
      assert.deepEqual(log, { faults: [fault], warnings: [] });
      await world.assertExact();
    });
  });

  describe(`the settler stops, on ${engine}`, () => {
    test('the settler stops after the current step, and another one continues the run', async () => {
      const world = await openWorld();
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = at(world, async ({ what }) => {
        if (what !== 'ledger_block_write_players') return;
        arrived.resolve();
        await released.promise;
      });
      const log = await withSettler(slow, async ({ job }) => {
        await arrived.promise;
        let hasStopped = false;
        const stopped = job.stop().then(() => {
          hasStopped = true;
        });
        await sleep(20);
        assert.equal(hasStopped, false, 'the step is still under way');
        released.resolve();
        await stopped;
      });
      assert.deepEqual(log, { faults: [], warnings: [] });
      const { run } = await world.state();
      assert.equal(run?.matches_read, 7, 'the run is not over: the last step was left to the next settler');
      await world.assertSettledPart();

      await world.endLease();
      await withSettler(world.context(), () => until(() => world.isSettled()));
      await world.assertExact();
    });

    test('an idle or waiting settler stops immediately', async () => {
      const world = await World.open(database);
      const stopping: number[] = [];
      const stop = async (job: RunningJob): Promise<void> => {
        const askedAt = performance.now();
        await job.stop();
        stopping.push(performance.now() - askedAt);
      };
      await withSettler(world.context(), ({ job }) => stop(job));
      const failing = at(world, () => {
        throw new Error('the database is away');
      });
      const log = await withSettler(failing, async ({ faults, job }) => {
        await until(() => faults.length > 0);
        await stop(job);
      });
      assert.equal(log.faults.length, 1);
      assert.ok(Math.max(...stopping) < 1_900, 'a pause of two seconds was waited for');
    });
  });

  describe(`when the ratings are those of another model, on ${engine}`, () => {
    const serveOther = (): Promise<void> =>
      database.script(
        `update ledger_state set model_version = 'pair-0'; update match_ratings set model_version = 'pair-0';
         update player_ratings set model_version = 'pair-0', mean = mean + 1 where model_version is not null`,
      );

    if (engine === 'pglite') {
      test('the settler rebuilds the ratings of another model, logs it, and accepts matches', async () => {
        const world = await openWorld();
        await serveOther();
        const log = await withSettler(world.context(), async () => {
          await until(async () => (await world.state()).model_version === MODEL_VERSION);
          await world.send(world.match(8, [0, 2, 4, 6]));
          await until(() => world.isSettled());
        });
        assert.deepEqual([log.faults, log.warnings.length], [[], 1]);
        await world.assertExact();
      });

      test('a settler that stops during a rebuild is followed by the next one', async () => {
        const world = await openWorld();
        await serveOther();
        const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const slow = at(world, async ({ what }) => {
          if (what !== 'ledger_block_write') return;
          arrived.resolve();
          await released.promise;
        });
        const log = await withSettler(slow, async ({ job }) => {
          await arrived.promise;
          const stopped = job.stop();
          released.resolve();
          await stopped;
        });
        assert.deepEqual(log.faults, []);
        const { run, model_version } = await world.state();
        assert.deepEqual([run?.is_rebuild, model_version], [true, MODEL_VERSION]);
        await world.endLease();
        await withSettler(world.context(), () => until(() => world.isSettled()));
        await world.assertExact();
      });
    } else {
      test('the settler does not change ratings of a newer model, and logs instructions for the operator', async () => {
        const world = await openWorld();
        await serveOther();
        await endPause(database);
        const state = await world.state();
        let looks = 0;
        const watched = at(world, ({ what }) => {
          if (what === 'ledger_state_read') looks += 1;
        });
        const log = await withSettler(watched, () => until(() => looks >= 6));
        assert.deepEqual([log.faults, log.warnings.length], [[], 1]);
        assert.match(log.warnings[0] ?? '', /bandeja ratings replay/);
        assert.deepEqual(await world.state(), state);
      });
    }
  });
});
