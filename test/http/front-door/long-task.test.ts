/** Answers that come line by line while a long task is at work. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../../../src/domain/errors/index.ts';
import type { App } from '../../../src/http/app.ts';
import { type LongTask, longTasks } from '../../../src/http/long-task.ts';
import { DatabaseUnavailable } from '../../../src/store/engine/database.ts';
import { drillApp, listening, logSink } from './support.ts';

const EVERY_MS = 20;
const url = '/v1/long';

/** The drill app with a route that does the next of these tasks. */
function appWith(t: TestContext, tasks: readonly LongTask[], changes: Parameters<typeof drillApp>[1] = {}): App {
  const left = [...tasks];
  return drillApp(t, {
    ...changes,
    routes: [
      (app) => {
        const answer = longTasks(app, { lineEveryMs: EVERY_MS, silenceMaxMs: 5 * EVERY_MS });
        app.route({
          method: 'POST',
          url,
          config: { access: { kind: 'public' } },
          handler: async (request, reply) => answer(request, reply, left.shift() ?? assert.fail('no task is left')),
        });
      },
    ],
  });
}

const linesOf = (text: string): unknown[] => {
  assert.ok(text.endsWith('\n'));
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
};

const post = async (app: App) => {
  const response = await app.inject({ method: 'POST', url, headers: { 'x-request-id': 'mine' } });
  return { response, lines: response.statusCode === 200 ? linesOf(response.body) : [] };
};

/** A task that tells of a hundred steps in no time and is over after so long. */
const busy =
  (ms: number): LongTask =>
  async ({ onProgress }) => {
    for (let done = 1; done <= 100; done += 1) onProgress({ done, total: 100 });
    await wait(ms);
    return 'done';
  };

describe('a long task', () => {
  test('is answered with its result as the only line when it is over at once', async (t) => {
    const { response, lines } = await post(appWith(t, [busy(0)]));
    assert.deepEqual([response.statusCode, lines], [200, [{ result: 'done' }]]);
    assert.equal(response.headers['content-type'], 'application/x-ndjson');
    assert.equal(response.headers['x-request-id'], 'mine');
  });

  test('tells how far it is a few times a second, however often it says so, and its result last', async (t) => {
    const task: LongTask = async ({ onProgress }) => {
      for (let done = 0; done < 100; done += 1) {
        onProgress({ done, total: 100 });
        await wait(2);
      }
      return { found: 7 };
    };
    const { lines } = await post(appWith(t, [task]));
    assert.deepEqual(lines.at(-1), { result: { found: 7 } });
    const told = lines.slice(0, -1).map((line) => (line as { progress: { done: number } }).progress.done);
    assert.ok(told.length >= 3 && told.length <= 30, `${told.length} lines`);
    assert.deepEqual(
      told,
      [...new Set(told)].toSorted((a, b) => a - b),
    );
  });

  test('is not silent for long when it has nothing to tell', async (t) => {
    const { lines } = await post(appWith(t, [busy(17 * EVERY_MS)]));
    const progress = { progress: { done: 100, total: 100 } };
    assert.ok(lines.length >= 3 && lines.length <= 6, `${lines.length} lines`);
    assert.deepEqual(
      new Set(lines.slice(0, -1).map((line) => JSON.stringify(line))),
      new Set([JSON.stringify(progress)]),
    );
  });

  test('that fails at once is refused with the status of its problem', async (t) => {
    const tasks = [new Problem('session_not_found'), new DatabaseUnavailable('unreachable', 'x'), new Error('secret')];
    const app = appWith(
      t,
      tasks.map((error) => () => Promise.reject(error)),
    );
    const verdicts = [];
    for (const _ of tasks) {
      const { response } = await post(app);
      verdicts.push([response.statusCode, response.json().code]);
    }
    assert.deepEqual(verdicts, [
      [404, 'session_not_found'],
      [503, 'not_ready'],
      [500, 'internal_error'],
    ]);
  });

  test('that fails on its way ends with its problem, which shows no more than any other', async (t) => {
    const { lines: log, stream } = logSink();
    const failing: LongTask = async () => {
      await wait(3 * EVERY_MS);
      throw new Error('a secret of the service');
    };
    const { response, lines } = await post(appWith(t, [failing], { log: { level: 'info', stream } }));
    assert.equal(response.statusCode, 200);
    const { problem } = lines.at(-1) as { problem: Record<string, unknown> };
    assert.deepEqual([problem['status'], problem['code'], problem['request_id']], [500, 'internal_error', 'mine']);
    assert.doesNotMatch(response.body, /secret/);
    assert.match(JSON.stringify(log), /a secret of the service/);
    const line = log.find(({ msg }) => msg === 'request');
    assert.deepEqual([line?.['status'], line?.['code']], [200, 'internal_error']);
  });

  test('stops when the client goes away, and the next one has its turn', async (t) => {
    const { lines: log, stream } = logSink();
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<unknown>();
    const endless: LongTask = async ({ signal, onProgress }) => {
      onProgress({ done: 1, total: 2 });
      begun.resolve();
      await wait(60_000, undefined, { signal }).catch((error: unknown) => {
        stopped.resolve(signal.aborted);
        throw error;
      });
    };
    const app = appWith(t, [endless, busy(0)], { log: { level: 'info', stream } });
    const base = `http://127.0.0.1:${await listening(app)}`;
    const leaving = new AbortController();
    const response = await fetch(base + url, { method: 'POST', signal: leaving.signal });
    assert.equal(response.status, 200);
    await begun.promise;
    const next = fetch(base + url, { method: 'POST' });
    leaving.abort();
    assert.equal(await stopped.promise, true);
    assert.deepEqual(linesOf(await (await next).text()), [{ result: 'done' }]);
    assert.deepEqual(
      log.filter(({ level }) => Number(level) >= 40),
      [],
    );
    assert.ok(log.some(({ msg }) => msg === 'request abandoned by the client'));
  });

  test('stops too when the client has gone before the first line', async (t) => {
    const { lines: log, stream } = logSink();
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const endless: LongTask = async ({ signal }) => {
      begun.resolve();
      await wait(60_000, undefined, { signal }).finally(stopped.resolve);
    };
    const app = appWith(t, [endless, busy(0)], { log: { level: 'info', stream } });
    const base = `http://127.0.0.1:${await listening(app)}`;
    const leaving = request(base + url, { method: 'POST', agent: false });
    leaving.on('error', () => {}).end();
    await begun.promise;
    leaving.destroy();
    await stopped.promise;
    assert.deepEqual(linesOf(await (await fetch(base + url, { method: 'POST' })).text()), [{ result: 'done' }]);
    assert.deepEqual(
      log.map(({ msg }) => msg).filter((msg) => String(msg).startsWith('request')),
      ['request abandoned by the client', 'request'],
    );
    assert.ok(log.every(({ level }) => Number(level) < 40));
  });

  test('waits for the one before it, and says that it waits', async (t) => {
    const order: string[] = [];
    const named =
      (name: string, ms: number): LongTask =>
      async () => {
        order.push(`${name} begins`);
        await wait(ms);
        order.push(`${name} ends`);
        return name;
      };
    const app = appWith(t, [named('first', 5 * EVERY_MS), named('second', 0), named('third', 0)]);
    const [first, second, third] = await Promise.all([post(app), post(app), post(app)]);
    assert.deepEqual(order, [
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'third begins',
      'third ends',
    ]);
    assert.deepEqual(first.lines.at(-1), { result: 'first' });
    for (const { lines } of [second, third]) assert.deepEqual(lines[0], { progress: { done: 0, total: null } });
  });

  test('that leaves while it waits lets nobody go before the one at work', async (t) => {
    const release = Promise.withResolvers<void>();
    const order: string[] = [];
    const working: LongTask = async () => {
      await release.promise;
      order.push('first');
    };
    const last: LongTask = async () => void order.push('third');
    const never: LongTask = async () => void order.push('second');
    const app = appWith(t, [working, never, last]);
    const base = `http://127.0.0.1:${await listening(app)}`;
    const first = await fetch(base + url, { method: 'POST' });
    const second = request(base + url, { method: 'POST', agent: false });
    second.end();
    await once(second, 'response');
    const third = await fetch(base + url, { method: 'POST' });
    second.on('error', () => {}).destroy();
    await wait(3 * EVERY_MS);
    assert.deepEqual(order, []);
    release.resolve();
    await Promise.all([first.text(), third.text()]);
    assert.deepEqual(order, ['first', 'third']);
  });

  test('ends with not_ready when the service stops, which does not wait for it', async (t) => {
    const endless: LongTask = ({ signal }) =>
      wait(60_000, undefined, { signal }).catch(() => {
        throw signal.reason;
      });
    const app = appWith(t, [endless, endless]);
    const base = `http://127.0.0.1:${await listening(app)}`;
    const response = await fetch(base + url, { method: 'POST' });
    const waiting = await fetch(base + url, { method: 'POST' });
    const startedAt = performance.now();
    await app.close();
    assert.ok(performance.now() - startedAt < 5_000);
    for (const text of [await response.text(), await waiting.text()]) {
      const { problem } = linesOf(text).at(-1) as { problem: Record<string, unknown> };
      assert.deepEqual([problem['status'], problem['code']], [503, 'not_ready']);
    }
  });
});
