/** Partners' tasks: their order, what a step leaves, and how they stop. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import type { TaskView } from '@bandeja/contract/tasks';
import type { Database } from '@bandeja/postgres/database';
import { lockChainHeads } from '../../src/audit/store.ts';
import { type OperatorContext, type PartnerContext, serviceContext } from '../../src/context.ts';
import { AGAIN } from '../../src/ledger/with-players.ts';
import { createPartner, updatePartner } from '../../src/partners/partners.ts';
import { taskWork } from '../../src/task-work.ts';
import type { PartnerTask } from '../../src/tasks/partner-task.ts';
import type { Lane } from '../../src/tasks/runner-store.ts';
import { insertTask } from '../../src/tasks/store.ts';
import { claimTask, runWith, type TaskWork, taskJob } from '../../src/tasks/task-runner-job.ts';
import { cancelTask, getTask, listTasks, queuePartnerTask, UNFINISHED_TASKS_MAX } from '../../src/tasks/tasks.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { interrupted } from '../support/interrupted.ts';
import { type RunningJob, runJob } from '../support/jobs.ts';
import { silentLog } from '../support/tasks.ts';
import { until } from '../support/until.ts';
import { DEAD_RUNNER, expireLeases, testsAlone } from './task-suite.ts';

type Counting = PartnerTask<{ readonly steps: number }, { readonly step: number }>;

onEachEngine((engine) => {
  let database: Database;
  let operator: OperatorContext;
  const jobs: RunningJob[] = [];
  before(async () => {
    database = await openMigratedDatabase(engine);
    operator = { ...serviceContext(database), actor: { kind: 'operator', name: 'ana' } };
  });
  beforeEach(() => committed.splice(0));
  after(() => database.close());

  const freshPartner = async (): Promise<PartnerContext> => {
    const { id } = await createPartner(operator, { name: 'Club', plan: 'pro' });
    const rights = { mode: 'live', plan: 'pro', suspended: false, scopes: ['write:matches'] } as const;
    return { ...operator, actor: { kind: 'key', partnerId: id, keyId: randomUUID(), ...rights } };
  };
  const queue = (context: PartnerContext, steps = 1): Promise<TaskView> =>
    database.transaction((transaction) => queuePartnerTask(context, transaction, 'merge', randomUUID(), { steps }));
  /** Steps of the tasks, in the order in which they were committed. */
  const committed: string[] = [];
  /** Makes as many steps as the input says, one after the other. */
  const counting = (each: (task: Counting, step: number) => Promise<void> | void = () => {}) => {
    const merge = async (task: Counting) => {
      for (let step = task.position?.step ?? 0; step < task.input.steps; step += 1) {
        await task.next(async () => {
          await each(task, step);
          return { position: { step: step + 1 }, done: step + 1, total: task.input.steps };
        });
        committed.push(`${task.subjectId} ${step}`);
      }
      return { amended: task.input.steps, left: 0 };
    };
    return { ...taskWork.partners, merge };
  };
  const start = (partners: TaskWork['partners'], lane: Lane = 'tasks:1', over: Database = database): RunningJob => {
    const run = runWith({ operators: {} as TaskWork['operators'], partners });
    const job = runJob(
      taskJob({ ...operator, database: over }, lane, silentLog, { everyMs: 5, renewEveryMs: 10, run }),
    );
    jobs.push(job);
    return job;
  };
  const stateOf = async (id: string) => (await getTask(operator, id)).state;
  const untilState = (id: string, state: TaskView['state']) =>
    until(async () => (await stateOf(id)) === state, `the state ${state}`);
  const alone = testsAlone(() => database, jobs);

  describe(`tasks of partners, on ${engine}`, () => {
    alone('tasks of one partner run one after the other, and those of two partners at once', async () => {
      const [one, two] = [await freshPartner(), await freshPartner()];
      const atWork = new Set<string>();
      const most = { ofOne: 0, ofAll: 0 };
      const work = counting(async (task) => {
        const { partnerId } = task.context.actor;
        assert.ok(!atWork.has(partnerId), 'two tasks of one partner run at once');
        atWork.add(partnerId);
        most.ofAll = Math.max(most.ofAll, atWork.size);
        if (engine === 'postgres') await until(() => most.ofAll === 2);
        atWork.delete(partnerId);
      });
      const ids: string[] = [];
      for (let count = 0; count < 4; count += 1) ids.push((await queue(one)).id, (await queue(two)).id);
      for (const lane of ['tasks:1', 'tasks:2', 'tasks:1', 'tasks:2'] as const) start(work, lane);
      for (const id of ids) await untilState(id, 'done');
      // The embedded database has one connection, and a step is a transaction.
      assert.equal(most.ofAll, engine === 'pglite' ? 1 : 2);
    });

    alone('a partner has at most ten unfinished tasks, even if it asks for more at once', async () => {
      const partner = await freshPartner();
      for (let count = 0; count < UNFINISHED_TASKS_MAX; count += 1) await queue(partner);
      await assert.rejects(queue(partner), (error) => error instanceof Problem && error.code === 'too_many_tasks');
      const { data } = await listTasks(partner, { state: 'queued' }, { limit: 100, offset: 0, after: null });
      assert.equal(data.length, UNFINISHED_TASKS_MAX);
      await cancelTask(partner, data[0]?.id ?? '');
      await queue(partner);
    });

    alone('a task goes on after its last step when its runner has crashed, and its progress never falls', async () => {
      const { id, subject } = await queue(await freshPartner(), 4);
      let isCrashed = false;
      const dead = runJob(
        taskJob(operator, 'tasks:1', silentLog, {
          everyMs: 5,
          renewEveryMs: 60_000,
          run: runWith({
            operators: {} as TaskWork['operators'],
            partners: counting(async (_, step) => {
              if (step < 2) return;
              isCrashed = true;
              // It waits without end.
              throw new Problem('overloaded');
            }),
          }),
        }),
      );
      await until(() => isCrashed);
      assert.deepEqual((await getTask(operator, id)).progress, { done: 2, total: 4 });
      await database.query(expireLeases);
      start(counting());
      await untilState(id, 'done');
      assert.deepEqual(
        committed,
        [0, 1, 2, 3].map((step) => `${subject?.id} ${step}`),
      );
      await dead.stop();
    });

    alone(
      'a task whose step crashes five times in a row fails, and steps in between start the count again',
      async () => {
        const partner = await freshPartner();
        const { id } = await queue(partner, 2);
        const crash = async () => {
          assert.ok((await claimTask(database, 'tasks:1', DEAD_RUNNER)) !== null);
          await database.query(expireLeases);
        };
        for (let attempt = 1; attempt <= 4; attempt += 1) await crash();
        let steps = 0;
        const job = start(
          counting((_, step) => {
            steps = step;
            if (step === 1) throw new Problem('overloaded');
          }),
        );
        await until(() => steps === 1);
        await job.stop();
        for (let attempt = 1; attempt <= 4; attempt += 1) await crash();
        assert.equal(await stateOf(id), 'running');
        await crash().catch(() => {});
        await claimTask(database, 'tasks:1', DEAD_RUNNER);
        const { state, error, progress } = await getTask(operator, id);
        assert.deepEqual([state, error?.code, progress], ['failed', 'internal_error', { done: 1, total: 2 }]);
      },
    );

    alone('a cancelled task changes nothing more, even in the middle of a step', async () => {
      const partner = await freshPartner();
      const { id, subject } = await queue(partner, 1_000);
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const held = interrupted(database, async ({ what }) => {
        if (what !== 'tasks_save_step' || committed.length < 2) return;
        reach();
        await released;
      });
      start(counting(), 'tasks:1', engine === 'pglite' ? database : held);
      if (engine === 'pglite') await until(() => committed.length > 2);
      else await reached;
      await cancelTask(partner, id);
      const before = (await getTask(partner, id)).progress;
      release();
      await sleep(100);
      assert.deepEqual((await getTask(partner, id)).progress, before);
      assert.ok(subject !== null && committed.length < 1_000);
      assert.equal(await stateOf(id), 'cancelled');
    });

    alone('tasks of a suspended partner rest, and continue where they were when it is active again', async () => {
      const partner = await freshPartner();
      const { id } = await queue(partner, 30);
      // Those of one millisecond have no order.
      await sleep(2);
      const later = await queue(partner);
      start(counting(() => sleep(5)));
      await until(() => committed.length > 3);
      await updatePartner(operator, partner.actor.partnerId, { suspended: true });
      await untilState(id, 'queued');
      const { progress } = await getTask(operator, id);
      await sleep(50);
      assert.deepEqual([(await getTask(operator, id)).progress, await stateOf(later.id)], [progress, 'queued']);
      await updatePartner(operator, partner.actor.partnerId, { suspended: false });
      await untilState(later.id, 'done');
      assert.deepEqual((await getTask(operator, id)).progress, { done: 30, total: 30 });
      assert.equal(new Set(committed).size, committed.length, 'a step was repeated');
    });

    alone('a step becomes smaller if it held up others for long, but not if it waited for them', async () => {
      const partner = await freshPartner();
      const { id } = await queue(partner);
      const afterWait: number[] = [];
      const afterSlow: (readonly [slow: number, next: number])[] = [];
      const merge = async (task: Counting) => {
        let size = 0;
        const step = (ms = 0) =>
          task.next(async (given) => {
            if (given.attempt.number === 1) return AGAIN;
            ({ size } = given);
            await sleep(ms);
            return { position: { step: size }, done: 0, total: null };
          });
        const grown = async () => {
          do await step();
          while (size < 4);
        };
        // On a busy machine any step may be slow.
        while (!afterWait.some((next) => next > 1) && afterWait.length < 20) {
          await grown();
          const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
          const other = database.transaction(async (transaction) => {
            await lockChainHeads(transaction, [partner.actor.partnerId]);
            lock();
            await sleep(500);
          });
          await locked;
          await Promise.all([step(), other]);
          await step();
          afterWait.push(size);
        }
        await grown();
        await step(200);
        const slow = size;
        await step();
        afterSlow.push([slow, size]);
        return { amended: 0, left: 0 };
      };
      start({ ...taskWork.partners, merge });
      await untilState(id, 'done');
      assert.ok(
        afterWait.some((next) => next > 1),
        afterWait.join(),
      );
      assert.ok(
        afterSlow.every(([slow, next]) => slow <= 100 && next <= slow / 2),
        afterSlow.join(),
      );
    });

    alone('a partner sees its own tasks only, operators see and cancel those of any', async () => {
      const [one, two] = [await freshPartner(), await freshPartner()];
      const { id } = await queue(one);
      const operators = await insertTask(database, randomUUID(), 'verify', null);
      const page = { limit: 100, offset: 0, after: null };
      const idsOf = async (list: ReturnType<typeof listTasks>) => (await list).data.map((task) => task.id);
      assert.deepEqual(await idsOf(listTasks(two, {}, page)), []);
      assert.deepEqual(await idsOf(listTasks(operator, {}, page)), [operators.id]);
      assert.deepEqual(await idsOf(listTasks(operator, { partnerId: one.actor.partnerId }, page)), [id]);
      const isMissing = (error: unknown) => error instanceof Problem && error.code === 'task_not_found';
      for (const call of [getTask, cancelTask]) {
        await assert.rejects(call(two, id), isMissing);
        await assert.rejects(call(one, operators.id), isMissing);
      }
      await cancelTask(operator, id);
      assert.equal((await getTask(one, id)).state, 'cancelled');
    });
  });
});
