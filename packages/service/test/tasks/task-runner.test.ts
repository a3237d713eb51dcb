/** The runner of operators' tasks: one task at a time for the whole database, and none is lost. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskView } from '@bandeja/contract/tasks';
import { type Database, DatabaseUnavailable, statement } from '@bandeja/postgres/database';
import { type OperatorContext, serviceContext } from '../../src/context.ts';
import { endTaskRow, saveTaskProgress, type TaskAttempt } from '../../src/tasks/runner-store.ts';
import { claimTask, type TaskJobOptions, taskJob } from '../../src/tasks/task-runner-job.ts';
import { createTask, getTask } from '../../src/tasks/tasks.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { type RunningJob, runJob } from '../support/jobs.ts';
import { silentLog } from '../support/tasks.ts';
import { DEAD_RUNNER, expireLeases, testsAlone } from './task-suite.ts';

const age = statement(
  'test_age_task',
  'update tasks set created_at = created_at - make_interval(hours => $2::int) where id = $1::uuid',
);

onEachEngine((engine) => {
  let database: Database;
  let context: OperatorContext;
  const jobs: RunningJob[] = [];
  before(async () => {
    database = await openMigratedDatabase(engine);
    context = { ...serviceContext(database), actor: { kind: 'operator', name: 'ana' } };
  });
  after(() => database.close());

  const start = (run: TaskJobOptions['run'], options: Partial<TaskJobOptions> = {}, over = context): RunningJob => {
    const job = runJob(taskJob(over, 'tasks', silentLog, { everyMs: 5, renewEveryMs: 10, run, ...options }));
    jobs.push(job);
    return job;
  };
  const create = async (): Promise<string> => (await createTask(context, 'verify')).id;
  async function until(id: string, isSo: (task: TaskView) => boolean): Promise<TaskView> {
    for (const deadline = performance.now() + 30_000; ; ) {
      const task = await getTask(context, id);
      if (isSo(task)) return task;
      assert.ok(performance.now() < deadline, `the task is still ${JSON.stringify(task)}`);
      await sleep(5);
    }
  }
  const untilDone = (id: string) => until(id, ({ state }) => state === 'done');
  /** Work that lasts until its signal fires. */
  const endless: TaskJobOptions['run'] = async (_context, _task, { signal }) => {
    await sleep(60_000, undefined, { signal }).catch(() => {});
    throw signal?.reason;
  };
  const alone = testsAlone(() => database, jobs);

  describe(`the task runner, on ${engine}`, () => {
    alone('runs one task at a time for the whole database, the oldest first', async () => {
      const order: string[] = [];
      let atWork = 0;
      const run: TaskJobOptions['run'] = async (_context, { id }) => {
        atWork += 1;
        assert.equal(atWork, 1);
        order.push(id);
        await sleep(5);
        atWork -= 1;
        return {};
      };
      const ids: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        const id = await create();
        // The last made is the oldest: the order of their ids and of their making says nothing.
        await database.query(age, [id, count]);
        ids.unshift(id);
      }
      for (let node = 0; node < 4; node += 1) start(run);
      for (const id of ids) await untilDone(id);
      assert.deepEqual(order, ids);
    });

    alone('leaves a task to its runner as long as the lease lasts', async () => {
      const id = await create();
      const claimed = await claimTask(database, 'tasks', DEAD_RUNNER);
      assert.equal(claimed?.id, id);
      assert.equal(await claimTask(database, 'tasks', crypto.randomUUID()), null);
      await create();
      assert.equal(await claimTask(database, 'tasks', crypto.randomUUID()), null);
    });

    alone('starts a task again once the lease of a dead runner has ended', async () => {
      const id = await create();
      const dead = (await claimTask(database, 'tasks', DEAD_RUNNER)) ?? assert.fail();
      await saveTaskProgress(database, dead, { done: 5, total: 10 });
      await database.query(expireLeases);
      start(async (_context, { attempt }) => ({ attempt }));
      const { result, progress } = await untilDone(id);
      assert.deepEqual([result, progress], [{ attempt: 2 }, null]);
      assert.equal(await saveTaskProgress(database, dead, null), false, 'the dead runner must not come back');
      await endTaskRow(database, dead, { state: 'failed', code: 'internal_error', detail: 'Too late.' });
      assert.equal((await getTask(context, id)).state, 'done');
    });

    alone('stops its work when the task has passed to another runner, and does not write its end', async () => {
      const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
      const id = await create();
      start(
        async (...args) => {
          try {
            return await endless(...args);
          } finally {
            stop();
          }
        },
        { renewEveryMs: 100 },
      );
      await until(id, ({ state }) => state === 'running');
      let other: TaskAttempt | null = null;
      // The runner may renew its lease between the two statements.
      while (other === null) {
        await database.query(expireLeases);
        other = await claimTask(database, 'tasks', DEAD_RUNNER);
      }
      await stopped;
      await Promise.all(jobs.splice(0).map((job) => job.stop()));
      assert.equal((await getTask(context, id)).state, 'running');
      assert.equal(await saveTaskProgress(database, other, null), true);
    });

    alone('puts its task back when the service stops, which is not held against the task', async () => {
      const id = await create();
      for (let round = 0; round < 6; round += 1) {
        const job = start(endless);
        await until(id, ({ state }) => state === 'running');
        await job.stop();
        const { state, started_at, progress } = await getTask(context, id);
        assert.deepEqual([state, started_at, progress], ['queued', null, null]);
      }
      start(async (_context, { attempt }) => ({ attempt }));
      assert.deepEqual((await untilDone(id)).result, { attempt: 7 });
    });

    alone('gives a task up after five attempts that each ended its process', async () => {
      const id = await create();
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        assert.equal((await claimTask(database, 'tasks', DEAD_RUNNER))?.attempt, attempt);
        await database.query(expireLeases);
      }
      assert.equal(await claimTask(database, 'tasks', DEAD_RUNNER), null);
      const { state, error, ended_at } = await getTask(context, id);
      assert.deepEqual([state, error?.code, ended_at !== null], ['failed', 'internal_error', true]);
      assert.match(error?.detail ?? '', /started 5 times/);
    });

    alone('puts a task back when the database cannot be used for a moment', async () => {
      const id = await create();
      start(async (_context, { attempt }) => {
        if (attempt === 1) throw new DatabaseUnavailable('unreachable', 'away');
        return {};
      });
      await untilDone(id);
    });

    alone('gives its work up when it cannot renew its lease for as long as that lasts', async () => {
      const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
      let isAway = false;
      const id = await create();
      const away = interrupted(database, ({ what }) => {
        if (isAway && what === 'tasks_save_progress') throw new DatabaseUnavailable('unreachable', 'away');
      });
      const run: TaskJobOptions['run'] = async (...args) => {
        try {
          return await endless(...args);
        } finally {
          isAway = false;
          stop();
        }
      };
      start(run, { leaseMs: 200 }, { ...context, database: away });
      await until(id, ({ state }) => state === 'running');
      isAway = true;
      await stopped;
    });
  });
});
