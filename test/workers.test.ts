/** Several processes behind one port, over one PostgreSQL. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { values } from './metrics/values.ts';
import { createDatabase, type TestDatabase } from './support/postgres.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-tests';

describe('with WORKERS=2', { timeout: 300_000 }, () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  before(async () => {
    database = await createDatabase();
    service = await startServiceProcess({
      environment: { OPERATOR_TOKEN, LOG_LEVEL: 'info', DATABASE_URL: database.url, WORKERS: '2' },
    });
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  /** Who has answered requests so far, by the log. */
  const answering = (): number[] => {
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'));
    return [...new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid))];
  };

  const ask = async (): Promise<void> => {
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(`${service.url}/health/ready`, { headers: { connection: 'close' }, signal });
    assert.equal(answer.status, 200);
  };

  /** Many at once, since whoever is free takes a connection: one after the other would all go to the same. */
  async function untilAnswering(count: number): Promise<number[]> {
    for (;;) {
      await Promise.all(Array.from({ length: 30 }, ask));
      if (answering().length >= count) return answering();
      await pause(20);
    }
  }

  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('both answer at one address, none of them the process that watches', async () => {
    const pids = await untilAnswering(2);
    assert.equal(pids.length, 2);
    assert.ok(!pids.includes(service.pid));
    assert.equal(service.output().split('listens on').length, 2);
  });

  it('one that dies is replaced, and the other answers meanwhile', async () => {
    const [victim = assert.fail()] = await untilAnswering(2);
    process.kill(victim, 'SIGKILL');
    await ask();
    const pids = await untilAnswering(3);
    assert.match(service.output(), /a worker has died; another takes its place/);
    assert.equal(pids.filter(isAlive).length, 2);
  });

  it('add up their metrics, also those of one that has died, whoever answers', { timeout: 240_000 }, async () => {
    const scrape = async () => {
      const headers = { connection: 'close' };
      const answer = await fetch(`${service.url}/metrics`, { headers, signal: AbortSignal.timeout(30_000) });
      return values(await answer.text());
    };
    const lives = 'bandeja_http_requests_total{method="GET",route="/health/live",status="2xx"}';
    // Some workers may not have been asked since they last answered; after this all of them have.
    const before = (await scrape()).get(lives) ?? 0;
    const live = async (): Promise<unknown> =>
      (await fetch(`${service.url}/health/live`, { headers: { connection: 'close' } })).text();
    await Promise.all(Array.from({ length: 60 }, live));
    const found = await Promise.all(Array.from({ length: 10 }, scrape));
    assert.deepEqual(
      found.map((one) => one.get(lives)),
      Array(10).fill(before + 60),
    );
    assert.equal(found[0]?.get('bandeja_ready'), 1);
    const [victim = assert.fail()] = answering().filter(isAlive);
    process.kill(victim, 'SIGKILL');
    while (!service.output().includes(`"worker_pid":${victim}`)) await pause(20);
    assert.equal((await scrape()).get(lives), before + 60);
  });

  it('all are gone when it is stopped, which ends well', async () => {
    const pids = answering();
    assert.equal(await service.stop(), 0);
    assert.deepEqual(pids.filter(isAlive), []);
  });
});

describe('workers whose watcher is killed', () => {
  it('do not stay behind', async () => {
    const database = await createDatabase();
    const service = await startServiceProcess({
      environment: { OPERATOR_TOKEN, LOG_LEVEL: 'info', DATABASE_URL: database.url, WORKERS: '2' },
    });
    await fetch(`${service.url}/health/live`);
    await service.kill();
    for (;;) {
      const isGone = await fetch(`${service.url}/health/live`).then(
        () => false,
        () => true,
      );
      if (isGone) break;
      await pause(20);
    }
    await database.drop();
  });
});
