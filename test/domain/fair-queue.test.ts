import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FairQueue, type QueueLimits } from '../../src/domain/fair-queue.ts';

const LIMITS: QueueLimits = {
  running: 1,
  runningOfOwner: 1,
  waiting: 100,
  waitingOfOwner: 50,
  together: 3,
  minForAnother: 1,
};

/** A queue of texts, each as heavy as it is long, whose runs end when they are told to, oldest first. */
function aQueue(changes: Partial<QueueLimits> = {}) {
  const runs: string[] = [];
  const ends: (() => void)[] = [];
  const queue = new FairQueue<string>({ ...LIMITS, ...changes }, (jobs) => {
    runs.push(jobs.join(' '));
    return new Promise((resolve) => ends.push(resolve));
  });
  const push = (owner: string, ...jobs: string[]): void => {
    for (const job of jobs) queue.push(owner, job.length, job);
  };
  const endRun = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  const endAll = async (): Promise<void> => {
    while (ends.length > 0) await endRun();
  };
  return { queue, push, runs, endRun, endAll };
}

describe('a fair queue', () => {
  it('begins a job at once when nothing is under way', () => {
    const { push, runs } = aQueue();
    push('ana', 'a');
    assert.deepEqual(runs, ['a']);
  });

  it('lets owners take turns, a job each, whoever came first and however much waits', async () => {
    const { push, runs, endAll } = aQueue({ together: 1 });
    push('ana', '1', '2', '3', '4');
    push('bea', 'b');
    push('cruz', 'c');
    await endAll();
    assert.deepEqual(runs, ['1', '2', 'b', 'c', '3', '4']);
  });

  it('lets jobs that wait share a run, up to a weight; a heavier job runs by itself', async () => {
    const { push, runs, endAll } = aQueue();
    push('first', 'f');
    push('ana', 'a', 'a', 'aaaaa');
    push('bea', 'b', 'bb');
    await endAll();
    assert.deepEqual(runs, ['f', 'a b a', 'bb', 'aaaaa']);
  });

  it('runs no more at once than the limits allow, of all and of one owner, and holds up nobody else for that owner', async () => {
    const { push, runs, endRun } = aQueue({ running: 3, runningOfOwner: 2, together: 1 });
    push('ana', '1', '2', '3');
    assert.deepEqual(runs, ['1', '2']);
    push('bea', 'b');
    push('cruz', 'c');
    assert.deepEqual(runs, ['1', '2', 'b']);
    await endRun();
    assert.deepEqual(runs, ['1', '2', 'b', '3']);
    await endRun();
    assert.deepEqual(runs, ['1', '2', 'b', '3', 'c']);
  });

  it('begins a run beside another one when enough waits of those who may have a turn', () => {
    const { push, runs } = aQueue({ running: 2, minForAnother: 3 });
    push('ana', 'a', 'a', 'a');
    push('bea', 'b', 'b');
    assert.deepEqual(runs, ['a']);
    push('bea', 'b');
    assert.deepEqual(runs, ['a', 'b b b']);
  });

  it('begins it with less when the other one takes long', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 1_000;
    t.mock.method(performance, 'now', () => now);
    const { push, runs } = aQueue({ running: 2, minForAnother: 3 });
    push('ana', 'a');
    push('bea', 'b');
    now += 49;
    t.mock.timers.tick(49);
    assert.deepEqual(runs, ['a']);
    now += 1;
    t.mock.timers.tick(1);
    assert.deepEqual(runs, ['a', 'b']);
  });

  it('refuses what would wait past the bounds, of one owner before that of others', async () => {
    const { push, runs, endAll } = aQueue({ waiting: 5, waitingOfOwner: 3 });
    push('first', 'f');
    push('ana', 'aaa');
    assert.throws(() => push('ana', 'a'), { code: 'overloaded' });
    push('bea', 'bb');
    assert.throws(() => push('cruz', 'c'), { code: 'overloaded' });
    await endAll();
    assert.deepEqual(runs, ['f', 'aaa', 'bb']);
  });

  it('is idle once nothing waits and nothing is under way', async () => {
    const { queue, push, runs, endRun, endAll } = aQueue();
    await queue.idle();
    push('ana', 'a', 'b');
    let isIdle = false;
    const idle = queue.idle().then(() => {
      isIdle = true;
    });
    await endRun();
    assert.equal(isIdle, false);
    await endAll();
    await idle;
    assert.deepEqual(runs, ['a', 'b']);
  });

  it('runs every job once, those of one owner in the order of coming', async () => {
    const anEntry = fc.tuple(fc.constantFrom('ana', 'bea', 'cruz'), fc.integer({ min: 1, max: 5 }));
    const property = fc.asyncProperty(fc.array(anEntry), fc.integer({ min: 1, max: 8 }), async (entries, together) => {
      const ran: number[] = [];
      const limits = { ...LIMITS, running: 2, together, waiting: 1_000, waitingOfOwner: 1_000 };
      const queue = new FairQueue<number>(limits, async (jobs) => void ran.push(...jobs));
      for (const [job, [owner, weight]] of entries.entries()) queue.push(owner, weight, job);
      await queue.idle();
      assert.equal(ran.length, entries.length);
      for (const owner of ['ana', 'bea', 'cruz']) {
        const own = ran.filter((job) => entries[job]?.[0] === owner);
        assert.deepEqual(
          own,
          [...entries.keys()].filter((job) => entries[job]?.[0] === owner),
        );
      }
    });
    await fc.assert(property);
  });
});
