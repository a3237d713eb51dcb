/** The settlement as a job of the service. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import type { Context } from '../../src/context.ts';
import { settlementJob } from '../../src/settlement/job.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted, type Moment } from '../support/interrupted.ts';
import { type RunningJob, runJob } from '../support/jobs.ts';
import { endPauses } from '../support/settling.ts';
import { until } from '../support/until.ts';
import { World } from '../support/world.ts';

onEachEngine((engine) => {
  let database: Database;
  before(async () => {
    database = await openMigratedDatabase(engine);
  });
  after(() => database.close());

  /** Some matches, and a late one that reaches them. */
  async function openWorld(): Promise<World> {
    const world = await World.open(database);
    await world.submit(Array.from({ length: 6 }, (_, day) => world.match(10 + day, [day, day + 1, day + 2, day + 3])));
    await world.send(world.match(9, [0, 2, 4, 6]));
    await world.endLease();
    return world;
  }

  interface Log {
    readonly faults: unknown[];
    readonly warnings: string[];
  }

  /** Runs the job during `work` and collects its log. */
  async function withJob(
    context: Context,
    work: (log: Log & { readonly job: RunningJob }) => Promise<unknown>,
  ): Promise<Log> {
    const [faults, warnings]: [unknown[], string[]] = [[], []];
    const settling = settlementJob(context, (message) => void warnings.push(message), { everyMs: 10 });
    const job = runJob(settling, (error) => faults.push(error));
    try {
      await work({ faults, warnings, job });
    } finally {
      await job.stop();
    }
    return { faults, warnings };
  }

  const at = (world: World, interrupt: (moment: Moment) => void | Promise<void>): Context => ({
    ...world.context(),
    database: interrupted(database, interrupt),
  });

  describe(`while the job runs, on ${engine}`, () => {
    test('the job settles existing and new changes', async () => {
      const world = await openWorld();
      const log = await withJob(world.context(), async () => {
        await until(() => world.isSettled());
        await world.assertExact();
        for (const day of [8.5, 12.5]) {
          await endPauses(database);
          await world.send(world.match(day, [1, 3, 5, 7], {}, 'sur'));
        }
        await until(() => world.isSettled());
        await world.assertExact();
      });
      assert.deepEqual(log, { faults: [], warnings: [] });
    });

    for (const statement of ['marks_write', 'wave_write_ratings', 'guards_drop', 'settlements_end']) {
      test(`a fault at ${statement} is logged, and the failed step is repeated`, async () => {
        const world = await openWorld();
        const fault = new Error('the database is away for a moment');
        let isAway = true;
        const failing = at(world, ({ what }) => {
          if (what !== statement || !isAway) return;
          isAway = false;
          throw fault;
        });
        const log = await withJob(failing, () => until(async () => !isAway && (await world.isSettled())));
        assert.deepEqual(log, { faults: [fault], warnings: [] });
        await world.assertExact();
      });
    }

    test('the job stops after its current step and releases the lease, so that another one continues at once', async () => {
      const world = await openWorld();
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = at(world, async ({ what }) => {
        if (what !== 'marks_write') return;
        arrived.resolve();
        await released.promise;
      });
      const log = await withJob(slow, async ({ job }) => {
        await arrived.promise;
        const stopped = job.stop();
        released.resolve();
        await stopped;
      });
      assert.deepEqual(log, { faults: [], warnings: [] });
      assert.equal(await world.isSettled(), false);
      const startedAt = performance.now();
      await withJob(world.context(), () => until(async () => (await world.state()).players === 0));
      assert.ok(performance.now() - startedAt < 30_000);
      await world.settler().finish();
      await world.assertExact();
    });
  });

  describe(`when the ratings are those of another model, on ${engine}`, () => {
    const serveOther = (): Promise<void> =>
      database.script(
        `update ledger_state set model_version = 'pair-0'; update match_ratings set model_version = 'pair-0';
         update player_ratings set model_version = 'pair-0', mean = mean + 1 where model_version is not null`,
      );

    if (engine === 'pglite') {
      test('the job rebuilds the ratings of another model, warns, and accepts matches', async () => {
        const world = await openWorld();
        await serveOther();
        const log = await withJob(world.context(), async () => {
          await until(async () => (await world.state()).model_version === MODEL_VERSION);
          await world.send(world.match(8, [0, 2, 4, 6]));
          await until(() => world.isSettled());
        });
        assert.deepEqual([log.faults, log.warnings.length], [[], 1]);
        await world.assertExact();
      });
    } else {
      test('the job does not change ratings of another model, and shows the operator what to do', async () => {
        const world = await openWorld();
        await serveOther();
        const [state, stored] = [await world.state(), await world.stored()];
        let polls = 0;
        const watched = at(world, ({ what }) => {
          if (what === 'settlement_work') polls += 1;
        });
        const log = await withJob(watched, () => until(() => polls >= 6));
        assert.deepEqual([log.faults, log.warnings.length], [[], 1]);
        assert.match(log.warnings[0] ?? '', /bandeja ratings replay/);
        assert.deepEqual([await world.state(), await world.stored()], [state, stored]);
      });
    }
  });
});
