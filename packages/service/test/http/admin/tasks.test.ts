import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import { operatorTaskKinds, type TaskView } from '@bandeja/contract/tasks';
import { settlementJob } from '../../../src/settlement/job.ts';
import { taskWork } from '../../../src/task-work.ts';
import { runWith, type TaskJobOptions, taskJob } from '../../../src/tasks/task-runner-job.ts';
import { runJob } from '../../support/jobs.ts';
import { pageOf } from '../../support/paging.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';
import { silentLog, untilTask } from '../../support/tasks.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const create = async (): Promise<TaskView> => {
    const body = { kind: 'calibrate' };
    return (await service().operator.request<TaskView>('POST', '/admin/v1/tasks', { body })).body;
  };
  const cancel = (id: string) => service().operator.request('DELETE', `/admin/v1/tasks/${id}`);
  /** Runs tasks with `run` during `work`. */
  async function whileRunning(run: TaskJobOptions['run'], work: () => Promise<void>): Promise<void> {
    const job = runJob(taskJob(service().context, 'tasks', silentLog, { everyMs: 5, renewEveryMs: 20, run }));
    try {
      await work();
    } finally {
      await job.stop();
    }
  }

  describe('starting a task', () => {
    it('returns 202 with its address at once, and the task is queued until it runs', async () => {
      const { status, headers, body } = await service().operator.request<TaskView>('POST', '/admin/v1/tasks', {
        body: { kind: 'verify' },
      });
      assert.deepEqual([status, headers['location']], [202, `/admin/v1/tasks/${body.id}`]);
      const { id, created_at, ...rest } = body;
      assert.deepEqual(rest, {
        kind: 'verify',
        state: 'queued',
        subject: null,
        progress: null,
        result: null,
        error: null,
        started_at: null,
        ended_at: null,
      });
      assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
      const again = await service().operator.request<TaskView>('GET', headers['location'] ?? '');
      assert.deepEqual(again.body, body);
      await cancel(id);
    });
  });

  describe('a running task', () => {
    it('shows its progress, then its result', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const result = (await service().operator.request('GET', '/admin/v1/calibration')).body;
      const run: TaskJobOptions['run'] = async (_context, _task, { onProgress }) => {
        onProgress?.({ done: 3, total: null });
        await released;
        return {
          ...result,
          calibrated_at: '2026-05-01T21:10:00.000Z',
          model_version: 'pair-3',
          steepness: 1,
          penalty: 1.5,
          hold_rate: 0.5,
          matches: 0,
          service_games: 0,
        };
      };
      await whileRunning(run, async () => {
        const { id } = await create();
        const { operator } = service();
        const running = await untilTask(operator, id, (task) => task.progress !== null);
        assert.deepEqual([running.state, running.progress], ['running', { done: 3, total: null }]);
        assert.ok(running.started_at !== null && running.ended_at === null && running.result === null);
        release();
        const done = await untilTask(operator, id, (task) => task.ended_at !== null);
        assert.deepEqual([done.state, done.error], ['done', null]);
        assert.equal((done.result as { matches: number }).matches, 0);
      });
    });

    it('that fails returns a code and a sentence without internal details', async () => {
      const { operator } = service();
      const failed = (id: string) => untilTask(operator, id, (task) => task.ended_at !== null);
      await whileRunning(
        async () => {
          throw new Error('a secret of the service');
        },
        async () => {
          const { state, error, result } = await failed((await create()).id);
          assert.deepEqual([state, result, error?.code], ['failed', null, 'internal_error']);
          assert.doesNotMatch(error?.detail ?? '', /secret/);
        },
      );
      await whileRunning(
        async () => {
          throw new Problem('not_ready', 'Another rebuild is under way.');
        },
        async () => {
          const { error } = await failed((await create()).id);
          assert.deepEqual(error, { code: 'not_ready', detail: 'Another rebuild is under way.' });
        },
      );
    });
  });

  it('every kind of task does its work', async () => {
    const job = runJob(taskJob(service().context, 'tasks', silentLog, { everyMs: 5, run: runWith(taskWork) }));
    // A replay waits for a settler.
    const settler = runJob(settlementJob(service().context, assert.fail), (error) => assert.fail(String(error)));
    try {
      for (const kind of operatorTaskKinds) {
        const { operator } = service();
        const { body } = await operator.request<TaskView>('POST', '/admin/v1/tasks', { body: { kind } });
        const task = await untilTask(operator, body.id, ({ ended_at }) => ended_at !== null);
        assert.deepEqual([task.kind, task.state, task.error], [kind, 'done', null]);
      }
    } finally {
      await Promise.all([job.stop(), settler.stop()]);
    }
  });

  describe('cancelling a task', () => {
    it('returns 204, and a queued task never starts', async () => {
      const { id } = await create();
      const { status, text } = await cancel(id);
      assert.deepEqual([status, text], [204, '']);
      const started: string[] = [];
      const run: TaskJobOptions['run'] = async (_context, task) => {
        started.push(task.id);
        return null;
      };
      const next = await create();
      await whileRunning(run, async () => {
        await untilTask(service().operator, next.id, ({ ended_at }) => ended_at !== null);
      });
      const { body } = await service().operator.request<TaskView>('GET', `/admin/v1/tasks/${id}`);
      assert.deepEqual([body.state, body.started_at, started], ['cancelled', null, [next.id]]);
      assert.ok(body.ended_at !== null);
    });

    it('stops a running task through its signal, and the next task starts after it has stopped', async () => {
      const order: string[] = [];
      const run: TaskJobOptions['run'] = async (_context, { id }, { signal }) => {
        order.push(`${id} starts`);
        await sleep(60_000, undefined, { signal }).catch(() => {});
        order.push(`${id} stops`);
        throw signal?.reason;
      };
      await whileRunning(run, async () => {
        const { operator } = service();
        const [first, second] = [(await create()).id, (await create()).id];
        await untilTask(operator, first, (task) => task.state === 'running');
        assert.equal((await cancel(first)).status, 204);
        assert.equal((await untilTask(operator, first, () => true)).state, 'cancelled');
        await untilTask(operator, second, (task) => task.state === 'running');
        assert.deepEqual(order.slice(0, 3), [`${first} starts`, `${first} stops`, `${second} starts`]);
        await cancel(second);
      });
    });

    it('is rejected after the task has ended', async () => {
      const { id } = await create();
      await cancel(id);
      await service().operator.refusal('invalid_transition', 'DELETE', `/admin/v1/tasks/${id}`);
    });
  });

  it('tasks are listed newest first', async () => {
    const created: TaskView[] = [];
    for (let count = 0; count < 5; count += 1) created.push(await create());
    for (const { id } of created) await cancel(id);
    const age = ({ created_at, id }: TaskView): string => `${created_at} ${id}`;
    const ids = created.toSorted((a, b) => (age(a) > age(b) ? -1 : 1)).map(({ id }) => id);
    const { data } = await pageOf<TaskView>(service().operator, '/admin/v1/tasks', { limit: 5 });
    assert.deepEqual(
      data.map(({ id }) => id),
      ids,
    );
  });
});
