import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FairQueue, type FairQueueOptions, type QueueLimits } from '../../src/runtime/fair-queue.ts';

/** A queue of texts. Each letter is one unit. A run ends when `end` is called with its first job. */
function aQueue(changes: Partial<FairQueueOptions> = {}) {
  const runs: string[] = [];
  const ends = new Map<string, () => void>();
  const options = { running: 4, queued: 100, perOwner: { running: 2, queued: 50 }, ...changes };
  const queue = new FairQueue<string>(options, (jobs) => {
    runs.push(jobs.join(' '));
    return new Promise((resolve) => ends.set(jobs[0] ?? '', resolve));
  });
  const push = (owner: string, ...jobs: string[]): void => {
    for (const job of jobs) queue.push(owner, job.length, job);
  };
  const end = async (job: string): Promise<void> => {
    const resolve = ends.get(job) ?? assert.fail(`${job} is not running`);
    ends.delete(job);
    resolve();
    await new Promise(setImmediate);
  };
  const endAll = async (): Promise<void> => {
    while (ends.size > 0) for (const job of [...ends.keys()]) await end(job);
  };
  return { queue, push, runs, end, endAll };
}

const ONE_AT_A_TIME = { running: 1, perOwner: { running: 1, queued: 50 } };

describe('a fair queue', () => {
  it('starts a job at once, in the same tick, if the limits allow it', () => {
    const { push, runs } = aQueue();
    push('ana', 'a');
    assert.deepEqual(runs, ['a']);
    push('ana', 'b');
    assert.deepEqual(runs, ['a', 'b']);
  });

  it('rotates the owners, one job each, however many jobs an owner has', async () => {
    const { push, runs, endAll } = aQueue(ONE_AT_A_TIME);
    push('ana', '1', '2', '3', '4');
    push('bea', 'b');
    push('cruz', 'c');
    await endAll();
    assert.deepEqual(runs, ['1', '2', 'b', 'c', '3', '4']);
  });

  it('limits the running units of each owner, and does not delay others for it', async () => {
    const { push, runs, end } = aQueue();
    push('ana', 'aa', 'b');
    push('bea', 'c');
    assert.deepEqual(runs, ['aa', 'c']);
    await end('aa');
    assert.deepEqual(runs, ['aa', 'c', 'b']);
  });

  it('limits the running units of all owners', async () => {
    const { push, runs, end } = aQueue();
    for (const owner of ['ana', 'bea', 'cruz', 'dora', 'eva']) push(owner, owner[0] ?? '');
    assert.deepEqual(runs, ['a', 'b', 'c', 'd']);
    await end('b');
    assert.deepEqual(runs, ['a', 'b', 'c', 'd', 'e']);
  });

  it('lets no small job overtake a large one that waits for room', async () => {
    const { push, runs, end } = aQueue({ perOwner: { running: 4, queued: 50 } });
    push('ana', 'a');
    push('bea', 'bbbb');
    push('cruz', 'c');
    assert.deepEqual(runs, ['a']);
    await end('a');
    assert.deepEqual(runs, ['a', 'bbbb']);
    await end('bbbb');
    assert.deepEqual(runs, ['a', 'bbbb', 'c']);
  });

  it('runs a job that is larger than a limit alone', async () => {
    const { push, runs, end } = aQueue();
    const huge = 'a'.repeat(20);
    push('ana', huge, 'a');
    push('bea', 'b');
    assert.deepEqual(runs, [huge, 'b']);
    await end(huge);
    assert.deepEqual(runs, [huge, 'b', 'a']);
  });

  it('rejects an owner whose share of the queue is full, without delaying others', async () => {
    const { queue, push, runs, end } = aQueue({ perOwner: { running: 1, queued: 2 } });
    push('ana', 'a', 'b', 'c');
    assert.throws(() => queue.checkRoom('ana'), { code: 'overloaded' });
    assert.throws(() => push('ana', 'd'), { code: 'overloaded' });
    assert.deepEqual(queue.state, { waiting: 2, refused: 2 });
    push('bea', 'e');
    await end('a');
    queue.checkRoom('ana');
    assert.deepEqual(runs, ['a', 'e', 'b']);
  });

  it('rejects owners with queued jobs when the queue is full, but never an owner without any', async () => {
    const { push, runs, end } = aQueue({ ...ONE_AT_A_TIME, queued: 2 });
    push('ana', 'a', 'b', 'c');
    assert.throws(() => push('ana', 'd'), { code: 'overloaded' });
    push('bea', 'e');
    assert.throws(() => push('bea', 'f'), { code: 'overloaded' });
    await end('a');
    await end('b');
    assert.deepEqual(runs, ['a', 'b', 'e']);
  });

  it('accepts limits of an owner that differ from the default', () => {
    const { queue, push, runs } = aQueue(ONE_AT_A_TIME);
    queue.push('ana', 1, 'a', { running: 1, queued: 1 });
    queue.push('ana', 1, 'b', { running: 1, queued: 1 });
    assert.throws(() => queue.push('ana', 1, 'c', { running: 1, queued: 1 }), { code: 'overloaded' });
    push('ana', 'd');
    assert.deepEqual(runs, ['a']);
  });

  it('is idle once nothing is queued or running', async () => {
    const { queue, push, runs, end, endAll } = aQueue(ONE_AT_A_TIME);
    await queue.idle();
    push('ana', 'a', 'b');
    let isIdle = false;
    const idle = queue.idle().then(() => {
      isIdle = true;
    });
    await end('a');
    assert.equal(isIdle, false);
    await endAll();
    await idle;
    assert.deepEqual(runs, ['a', 'b']);
  });

  it('starts every job once, within all limits, and the jobs of an owner in order', async () => {
    const aJob = fc.record({
      owner: fc.constantFrom('ana', 'bea', 'cruz'),
      units: fc.integer({ min: 1, max: 6 }),
      ticks: fc.nat(3),
    });
    const batchMax = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined });
    const limits = fc.record({
      running: fc.integer({ min: 1, max: 12 }),
      ofOwner: fc.integer({ min: 1, max: 12 }),
      isOneOwner: fc.boolean(),
    });
    const property = fc.asyncProperty(
      fc.array(aJob),
      limits,
      batchMax,
      async (jobs, { running, ofOwner, isOneOwner }, batchMax) => {
        const perOwner: QueueLimits = { running: ofOwner, queued: 1_000 };
        const options = { running, queued: 1_000, perOwner, isOneOwner, ...(batchMax !== undefined && { batchMax }) };
        const started: number[] = [];
        const runningOf = new Map<string, number>();
        let runningNow = 0;
        const queue = new FairQueue<number>(options, async (batch) => {
          started.push(...batch);
          const entries = batch.map((index) => jobs[index] ?? assert.fail());
          const units = entries.reduce((sum, entry) => sum + entry.units, 0);
          assert.ok(batch.length === 1 || units <= (batchMax ?? 0));
          const cost = batchMax === undefined ? Math.min(units, running, ofOwner) : 1;
          const owners = new Set(entries.map(({ owner }) => owner));
          assert.ok(owners.size === 1 || !isOneOwner);
          const count = (change: number): void => {
            runningNow += change;
            for (const owner of owners) runningOf.set(owner, (runningOf.get(owner) ?? 0) + change);
          };
          count(cost);
          assert.ok(runningNow <= running);
          for (const owner of owners) assert.ok((runningOf.get(owner) ?? 0) <= ofOwner);
          for (let tick = 0; tick < (entries[0]?.ticks ?? 0); tick += 1) await new Promise(setImmediate);
          count(-cost);
        });
        for (const [index, { owner, units }] of jobs.entries()) queue.push(owner, units, index);
        await queue.idle();
        assert.equal(started.length, jobs.length);
        for (const name of ['ana', 'bea', 'cruz']) {
          const own = started.filter((index) => jobs[index]?.owner === name);
          assert.deepEqual(
            own,
            [...jobs.keys()].filter((index) => jobs[index]?.owner === name),
          );
        }
        assert.deepEqual(queue.state, { waiting: 0, refused: 0 });
      },
    );
    await fc.assert(property);
  });
});

describe('a fair queue with batching', () => {
  const BATCHES = { ...ONE_AT_A_TIME, batchMax: 3 };
  const TWO_BATCHES = { ...BATCHES, running: 2, minQueuedForSecond: 3 };

  it('makes queued jobs share a run, up to the batch size; a larger job runs alone', async () => {
    const { push, runs, endAll } = aQueue(BATCHES);
    push('first', 'f');
    push('ana', 'a', 'a', 'aaaaa');
    push('bea', 'b', 'bb');
    await endAll();
    assert.deepEqual(runs, ['f', 'a b a', 'bb', 'aaaaa']);
  });

  it('counts a batch as one running unit of the queue and of each owner in it', () => {
    const { push, runs } = aQueue({ ...BATCHES, running: 2 });
    push('ana', 'aaa', 'a');
    assert.deepEqual(runs, ['aaa']);
    push('bea', 'bb');
    push('cruz', 'c');
    assert.deepEqual(runs, ['aaa', 'bb']);
  });

  it('batches the jobs of one owner only if it is asked to, and still rotates the owners', async () => {
    const { push, runs, endAll } = aQueue({ ...BATCHES, isOneOwner: true });
    push('first', 'f');
    push('ana', '1', '2', '3', '4');
    push('bea', 'b', 'B');
    push('cruz', 'c');
    await endAll();
    assert.deepEqual(runs, ['f', '1 2 3', 'b B', 'c', '4']);
  });

  it('starts a second batch for another owner if a batch has one owner', () => {
    const { push, runs } = aQueue({ ...BATCHES, running: 2, isOneOwner: true });
    push('ana', 'a', '1', '2');
    push('bea', 'b');
    assert.deepEqual(runs, ['a', 'b']);
  });

  it('starts a batch of any size if none is running', async () => {
    const { push, runs, end } = aQueue(TWO_BATCHES);
    push('ana', 'a');
    await end('a');
    push('ana', 'b');
    assert.deepEqual(runs, ['a', 'b']);
  });

  it('starts a second batch when owners that are not running have enough queued', (t) => {
    t.mock.method(performance, 'now', () => 1_000);
    const { push, runs } = aQueue(TWO_BATCHES);
    push('ana', 'a', 'a', 'a', 'a');
    push('bea', 'b', 'b');
    assert.deepEqual(runs, ['a']);
    push('bea', 'b');
    assert.deepEqual(runs, ['a', 'b b b']);
  });

  it('starts a second batch with less when the first one is slow', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 1_000;
    t.mock.method(performance, 'now', () => now);
    const { push, runs } = aQueue(TWO_BATCHES);
    push('ana', 'a');
    push('bea', 'b');
    now += 49;
    t.mock.timers.tick(49);
    assert.deepEqual(runs, ['a']);
    now += 1;
    t.mock.timers.tick(1);
    assert.deepEqual(runs, ['a', 'b']);
  });

  it('reports the units of each run', async () => {
    const units: number[] = [];
    const { push, endAll } = aQueue({ ...BATCHES, onRun: (count) => units.push(count) });
    push('ana', 'aa', 'a', 'a');
    await endAll();
    assert.deepEqual(units, [2, 2]);
  });
});
