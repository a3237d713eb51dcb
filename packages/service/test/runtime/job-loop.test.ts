import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, it, type MockTracker } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, JobLoop } from '../../src/runtime/job-loop.ts';

const NEVER_MS = 3_600_000;
const fail = (job: string, error: unknown): never => assert.fail(`${job}: ${error}`);

/** A job whose steps the test ends one by one. */
function steppedJob(name: string, everyMs = NEVER_MS) {
  const steps: PromiseWithResolvers<'more' | 'idle'>[] = [];
  let waiting: PromiseWithResolvers<void> | undefined;
  const job: Job = {
    name,
    everyMs,
    run() {
      const step = Promise.withResolvers<'more' | 'idle'>();
      steps.push(step);
      waiting?.resolve();
      return step.promise;
    },
  };
  /** Resolves once this many steps have started. */
  const started = async (count: number): Promise<void> => {
    while (steps.length < count) {
      waiting = Promise.withResolvers();
      await waiting.promise;
    }
  };
  return { job, steps, started };
}

/** Long enough for a timer that is due to fire. */
const aMoment = () => sleep(20);

describe('the job loop', () => {
  it('runs due jobs concurrently, and none of them twice at once', async () => {
    const slow = steppedJob('slow', 1);
    const quick = steppedJob('quick', 1);
    const group = new JobLoop().add([slow.job, quick.job], fail);
    for (let count = 1; count <= 5; count += 1) {
      await quick.started(count);
      quick.steps[count - 1]?.resolve('idle');
    }
    assert.equal(slow.steps.length, 1);
    for (const { steps } of [slow, quick]) steps.at(-1)?.resolve('idle');
    await group.stop();
  });

  it('returns to a job at once while the job has more to do, then leaves it alone for its interval', async () => {
    const { job, steps, started } = steppedJob('settlement');
    const group = new JobLoop().add([job], fail);
    for (const found of ['more', 'more', 'idle'] as const) {
      await started(steps.length + 1);
      steps.at(-1)?.resolve(found);
    }
    await aMoment();
    assert.equal(steps.length, 3);
    await group.stop();
  });

  it('looks at an idle job at multiples of its interval, and makes up for no missed visit', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 1_000;
    t.mock.method(performance, 'now', () => now);
    const { job, steps } = steppedJob('blocked once', 50);
    const group = new JobLoop().add([job], fail);
    const visitsAfter = async (ms: number): Promise<number> => {
      now += ms;
      t.mock.timers.tick(ms);
      await new Promise(setImmediate);
      return steps.length;
    };
    assert.equal(await visitsAfter(1), 1);
    assert.equal(await visitsAfter(120), 1);
    steps[0]?.resolve('idle');
    assert.deepEqual([await visitsAfter(0), await visitsAfter(29), await visitsAfter(1)], [1, 1, 2]);
    steps[1]?.resolve('idle');
    assert.deepEqual([await visitsAfter(0), await visitsAfter(49), await visitsAfter(1)], [2, 2, 3]);
    steps[2]?.resolve('idle');
    await group.stop();
  });

  describe('pokes', () => {
    it('run no job in the context of the request that pokes', async () => {
      const request = new AsyncLocalStorage<string>();
      const seen: unknown[] = [];
      const run = async () => {
        seen.push(request.getStore());
        return 'idle' as const;
      };
      const group = new JobLoop().add([{ name: 'poked', everyMs: NEVER_MS, pokedMs: 1, run }], fail);
      await aMoment();
      const before = seen.length;
      request.run('a request', () => group.poke());
      while (seen.length === before) await aMoment();
      assert.deepEqual(new Set(seen), new Set([undefined]));
      await group.stop();
    });

    /** Runs jobs on a clock that the test moves. */
    function onClock(mock: MockTracker, run: (now: () => number) => readonly Job[]) {
      mock.timers.enable({ apis: ['setTimeout'] });
      let now = 0;
      mock.method(performance, 'now', () => now);
      const group = new JobLoop().add(
        run(() => now),
        fail,
      );
      const pass = async (ms: number): Promise<void> => {
        for (const end = now + ms; now < end; now += 10) {
          mock.timers.tick(10);
          await new Promise(setImmediate);
        }
      };
      return { group, pass };
    }

    const looksAt = (looks: number[], now: () => number) => async () => {
      looks.push(now());
      return 'idle' as const;
    };

    it('make a job look at once, then at doubling intervals, and never sooner than its least time', async ({
      mock,
    }) => {
      const looks: number[] = [];
      const { group, pass } = onClock(mock, (now) => [
        { name: 'webhooks', everyMs: 2_000, pokedMs: 100, run: looksAt(looks, now) },
      ]);
      await pass(9_500);
      const idle = [0, 100, 300, 700, 1_500, 3_100, 5_100, 7_100, 9_100];
      assert.deepEqual(looks.splice(0), idle);
      group.poke();
      await pass(50);
      group.poke();
      group.poke();
      await pass(450);
      assert.deepEqual(looks, [9_500, 9_600, 9_700, 9_900]);
      await group.stop();
    });

    it('come from a job that did something, for the others of its group', async ({ mock }) => {
      const looks: number[] = [];
      let hasWork = false;
      const settle = async () => {
        const found = hasWork ? 'more' : 'idle';
        hasWork = false;
        return found;
      };
      const { group, pass } = onClock(mock, (now) => [
        { name: 'settlement', everyMs: 1_000, run: settle },
        { name: 'webhooks', everyMs: 60_000, pokedMs: 20_000, run: looksAt(looks, now) },
      ]);
      await pass(22_500);
      assert.deepEqual(looks.splice(0), [0, 20_000]);
      hasWork = true;
      await pass(30_000);
      assert.deepEqual(looks, [40_000]);
      await group.stop();
    });
  });

  it('reports an error with the name of its job, pauses that job alone, and runs it again', async () => {
    const failing = steppedJob('failing', 1);
    const sound = steppedJob('sound', 1);
    const errors: [string, unknown][] = [];
    const group = new JobLoop().add([failing.job, sound.job], (...error) => errors.push(error));
    const cause = new Error('no connection');
    await failing.started(1);
    failing.steps[0]?.reject(cause);
    const failedAt = performance.now();
    for (let count = 1; count <= 3; count += 1) {
      await sound.started(count);
      sound.steps[count - 1]?.resolve('idle');
    }
    await failing.started(2);
    assert.ok(performance.now() - failedAt > 900);
    assert.deepEqual(errors, [['failing', cause]]);
    for (const { steps } of [failing, sound]) steps.at(-1)?.resolve('idle');
    await group.stop();
  });

  it('stops after the step under way, closes its jobs then, and leaves other groups alone', async () => {
    const loop = new JobLoop();
    const { job, steps, started } = steppedJob('settlement', 1);
    const other = steppedJob('settlement', 1);
    const order: string[] = [];
    let signal: AbortSignal | undefined;
    const run: Job['run'] = (stopping) => {
      signal = stopping;
      return job.run(stopping);
    };
    const group = loop.add([{ ...job, run, close: async () => void order.push('closed') }], fail);
    const others = loop.add([other.job], fail);
    await started(1);
    const stopped = group.stop().then(() => order.push('stopped'));
    assert.equal(signal?.aborted, true);
    await aMoment();
    assert.deepEqual(order, []);
    steps[0]?.reject(new Error('an error during the stop is not reported'));
    await stopped;
    assert.deepEqual(order, ['closed', 'stopped']);
    await other.started(1);
    other.steps[0]?.resolve('idle');
    await other.started(2);
    other.steps[1]?.resolve('idle');
    await others.stop();
    assert.equal(steps.length, 1);
  });
});
