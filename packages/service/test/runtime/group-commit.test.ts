/** Group commit without a database: who gets which result when a shared transaction fails. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@bandeja/contract/errors/problem';
import { DatabaseUnavailable } from '@bandeja/postgres/database';
import { GroupCommit } from '../../src/runtime/group-commit.ts';

type Run = (jobs: readonly number[]) => readonly string[];

/** Stores numbers. Job 0 starts at once and alone; those that arrive during its transaction share the next one. */
function aGroupCommit(run: Run) {
  const transactions: (readonly number[])[] = [];
  const faults: unknown[] = [];
  const commit = new GroupCommit<number, string>(
    { running: 1, queued: 1_000, batchMax: 64 },
    async (jobs) => {
      transactions.push(jobs);
      await new Promise(setImmediate);
      return run(jobs);
    },
    (error) => faults.push(error),
  );
  const storeAll = (jobs: readonly number[]) => Promise.allSettled(jobs.map((job) => commit.store('ana', 1, job)));
  return { commit, transactions, faults, storeAll };
}

const upTo = (count: number): number[] => [...Array(count).keys()];
const stored: Run = (jobs) => jobs.map((job) => `stored ${job}`);
const fulfilled = (job: number) => ({ status: 'fulfilled', value: `stored ${job}` });

describe('group commit', () => {
  it('returns to each job its own result, and stores jobs in the order of arrival', async () => {
    const { transactions, storeAll } = aGroupCommit(stored);
    assert.deepEqual(await storeAll(upTo(20)), upTo(20).map(fulfilled));
    assert.deepEqual(transactions, [[0], upTo(20).slice(1)]);
  });

  it('stores the other jobs of a transaction in which one fails, in few transactions and in order', async () => {
    const poison = new Error('poison');
    const kept: number[] = [];
    const { transactions, faults, storeAll } = aGroupCommit((jobs) => {
      if (jobs.includes(37)) throw poison;
      kept.push(...jobs);
      return stored(jobs);
    });
    const outcomes = await storeAll(upTo(65));
    assert.deepEqual(
      outcomes,
      upTo(65).map((job) => (job === 37 ? { status: 'rejected', reason: poison } : fulfilled(job))),
    );
    assert.deepEqual(
      kept,
      upTo(65).filter((job) => job !== 37),
    );
    // Job 0, all the others, and two halves for each of the six times that 64 is halved.
    assert.equal(transactions.length, 14);
    assert.deepEqual(faults, Array(6).fill(poison));
  });

  it('refuses a job that has waited too long when its turn comes, and stores the others', async () => {
    const transactions: (readonly number[])[] = [];
    const commit = new GroupCommit<number, string>(
      { running: 1, queued: 10, batchMax: 64, waitMsMax: 1_000 },
      async (jobs) => {
        transactions.push(jobs);
        await new Promise(setImmediate);
        return stored(jobs);
      },
      () => {},
    );
    const now = performance.now();
    const waits = [0, 2_000, 500, 2_000];
    const outcomes = await Promise.allSettled(waits.map((wait, job) => commit.store('ana', 1, job, now - wait)));
    assert.deepEqual([outcomes[0], outcomes[2]], [fulfilled(0), fulfilled(2)]);
    for (const refused of [outcomes[1], outcomes[3]]) {
      assert.ok(refused?.status === 'rejected' && refused.reason instanceof Problem);
      assert.equal(refused.reason.code, 'overloaded');
    }
    assert.deepEqual(transactions, [[0], [2]]);
    await assert.rejects(commit.store('ana', 1, 4, performance.now() - 2_000), Problem);
    assert.equal(transactions.length, 2);
  });

  it('rejects each of several failing jobs with its own error', async () => {
    const { storeAll } = aGroupCommit((jobs) => {
      const bad = jobs.find((job) => job % 5 === 4);
      if (bad !== undefined) throw new Error(`poison ${bad}`);
      return stored(jobs);
    });
    for (const [job, outcome] of (await storeAll(upTo(16))).entries()) {
      if (job % 5 !== 4) assert.deepEqual(outcome, fulfilled(job));
      else assert.equal(outcome.status === 'rejected' && String(outcome.reason), `Error: poison ${job}`);
    }
  });

  for (const error of [new DatabaseUnavailable('unreachable', 'gone'), new Problem('not_ready')]) {
    it(`rejects all jobs of a transaction that failed with ${error.name}, and retries none`, async () => {
      const { transactions, faults, storeAll } = aGroupCommit((jobs) => {
        if (jobs.includes(2)) throw error;
        return stored(jobs);
      });
      const [first, ...others] = await storeAll(upTo(6));
      assert.deepEqual(first, fulfilled(0));
      assert.deepEqual(others, Array(5).fill({ status: 'rejected', reason: error }));
      assert.deepEqual([transactions.length, faults], [2, []]);
    });
  }

  it('refuses a job at once if the queue is full, and is idle once everything is stored', async () => {
    const { commit, storeAll } = aGroupCommit(stored);
    const storing = storeAll(upTo(1_001));
    assert.deepEqual(commit.state, { waiting: 1_000, refused: 0 });
    await assert.rejects(commit.store('ana', 1, 7), { code: 'overloaded' });
    assert.deepEqual(commit.state, { waiting: 1_000, refused: 1 });
    await commit.idle();
    assert.deepEqual(commit.state, { waiting: 0, refused: 1 });
    assert.ok((await storing).every(({ status }) => status === 'fulfilled'));
  });
});
