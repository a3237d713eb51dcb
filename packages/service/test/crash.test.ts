import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatInstant } from '@bandeja/contract/instant';
import type { TaskView } from '@bandeja/contract/tasks';
import { statement } from '@bandeja/postgres/database';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { fillDataDirectory } from '@bandeja/postgres/test/support/pglite';
import { createDatabase } from '@bandeja/postgres/test/support/postgres';
import { MIGRATIONS_DIRECTORY } from '../src/migrations.ts';
import { crashRun } from './support/crash-run.ts';
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts';

/** One kill on each engine; `npm run drill:crash` does five, and kills the database server as well. */
describe('a service that is killed in the midst of ingest', () => {
  it('loses no acknowledged match and stores none twice on the embedded database', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-crash-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const DATA_DIR = join(folder, 'data');
    await fillDataDirectory(DATA_DIR, MIGRATIONS_DIRECTORY);
    const result = await crashRun({
      database: { DATA_DIR },
      // The embedded database is not optimized for the seconds that it lives here: that would take longer than the rest.
      nodeOptions: ['--liftoff-only'],
      kills: 1,
      acknowledgedBeforeKill: 60,
    });
    assert.ok(result.acknowledged >= 60);
  });

  it('loses no acknowledged match and stores none twice on PostgreSQL', async (t) => {
    const database = await createDatabase();
    t.after(() => database.drop());
    const result = await crashRun({ database: { DATABASE_URL: database.url }, kills: 1, acknowledgedBeforeKill: 120 });
    assert.ok(result.acknowledged >= 120);
  });
});

const OPERATOR_TOKEN = 'operator-token-of-the-crash';

/** Sends a request as the operator. */
async function send(service: ServiceProcess, method: string, path: string, body?: object): Promise<TaskView> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path} answered ${answer.status}`);
  return (await answer.json()) as TaskView;
}

async function untilTask(service: ServiceProcess, id: string, state: TaskView['state']): Promise<TaskView> {
  for (const deadline = performance.now() + 60_000; ; ) {
    const task = await send(service, 'GET', `/admin/v1/tasks/${id}`);
    if (task.state === state) return task;
    assert.ok(performance.now() < deadline, `the task is still ${JSON.stringify(task)}`);
    await sleep(50);
  }
}

/** Not for longer: a lease too far ahead counts as expired. */
const holdLease = statement(
  'test_hold_lease',
  `update leases set until = now() + interval '15 seconds' where name = 'tasks' and holder is not null`,
);
const startOfTask = statement('test_start_of_task', `select started_at from tasks where state = 'running'`);

describe('a service that is killed in the midst of a task', () => {
  it('starts the task again once its lease has ended', async (t) => {
    const created = await createDatabase();
    t.after(() => created.drop());
    const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', DATABASE_URL: created.url };
    const first = await startServiceProcess({ environment });
    const database = postgresDatabase({ url: created.url });
    t.after(() => database.close());
    // The lock holds the calibration up until the service has been killed.
    const id = await database.transaction(async (transaction) => {
      await transaction.query(statement('test_lock_calibrations', 'lock table calibrations in exclusive mode'));
      const task = await send(first, 'POST', '/admin/v1/tasks', { kind: 'calibrate' });
      await untilTask(first, task.id, 'running');
      await first.kill();
      return task.id;
    });
    const hold = () => database.query(holdLease);
    await hold();
    const [left = assert.fail('the killed process has left no running task')] = await database.query<{
      started_at: number;
    }>(startOfTask);
    const startedByFirst = formatInstant(left.started_at);
    // However long the second process takes to start, the lease of the first one ends when the test says so.
    let isHeld = true;
    t.after(() => {
      isHeld = false;
    });
    const holding = (async () => {
      for (; isHeld; await sleep(200)) await hold();
    })();
    const second = await startServiceProcess({ environment });
    t.after(() => second.kill());
    const still = await send(second, 'GET', `/admin/v1/tasks/${id}`);
    assert.deepEqual([still.state, still.started_at], ['running', startedByFirst]);
    isHeld = false;
    await holding;
    await database.script("update leases set until = now() - interval '1 second' where name = 'tasks'");
    const { error, started_at } = await untilTask(second, id, 'done');
    assert.equal(error, null);
    assert.ok(String(started_at) > startedByFirst);
    assert.equal(await second.stop(), 0);
  });
});
