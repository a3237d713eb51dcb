/** `bandeja events tail` */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { runCli, runInside } from './run-cli.ts';

interface Told {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: object;
}

const told = (number: number, type = 'match.completed'): Told => ({
  id: `evt_${number}-0-00000000`,
  type,
  created_at: '2026-05-01T20:06:12.345Z',
  data: { match: { external_ref: `m${number}`, revision: 1 } },
});

/** A service with a list of events that grows, and that can be away. */
class EventService {
  readonly events: Told[] = [];
  isAway = false;
  readonly asked: string[] = [];
  url = '';

  static async start(t: TestContext, port = 0): Promise<EventService> {
    const service = new EventService();
    const server = createServer((request, response) => {
      const { search, searchParams } = new URL(request.url ?? '/', 'http://x');
      service.asked.push(search);
      if (service.isAway) return void request.socket.destroy();
      const after = searchParams.get('after');
      const from = after === null ? 0 : service.events.findIndex(({ id }) => id === after) + 1;
      const data =
        searchParams.get('latest') === 'true' ? service.events.slice(-1) : service.events.slice(from, from + 2);
      const pagination = { limit: 2, offset: null, has_more: from + 2 < service.events.length, next_cursor: null };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, pagination }));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return service;
  }
}

/** Runs the command until it has asked for events after this one, then interrupts it. */
function tailUntil(service: EventService, last: string, args: readonly string[] = []) {
  return runCli(['events', 'tail', ...args], {
    url: service.url,
    onStart: (kill) => {
      const timer = setInterval(() => {
        if (!service.asked.some((search) => search.includes(last))) return;
        clearInterval(timer);
        kill('SIGINT');
      }, 20);
    },
  });
}

describe('bandeja events tail', { timeout: 300_000 }, () => {
  it('prints what happens from now on, a line each, and says at Ctrl-C how to go on', async (t) => {
    const service = await EventService.start(t);
    service.events.push(told(1), told(2));
    const running = tailUntil(service, told(5).id);
    while (!service.asked.some((search) => search.includes(`after=${told(2).id}`)))
      await new Promise((r) => setTimeout(r, 10));
    service.events.push(told(3), told(4, 'match.amended'), told(5));
    const { exitCode, stdout, stderr } = await running;
    assert.equal(exitCode, 130, stderr);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/^\S+ \S+ +/, '')),
      [
        `match.completed            m3  revision 1  ${told(3).id}`,
        `match.amended              m4  revision 1  ${told(4).id}`,
        `match.completed            m5  revision 1  ${told(5).id}`,
      ],
    );
    assert.match(stderr, new RegExp(`Stopped\\. To go on from here: bandeja events tail --after ${told(5).id}\n$`));
  });

  it('goes on where it was after the service was away', async (t) => {
    const service = await EventService.start(t);
    service.events.push(told(1));
    const running = tailUntil(service, told(2).id, ['--all', '--json']);
    while (service.asked.length < 2) await new Promise((r) => setTimeout(r, 10));
    service.isAway = true;
    const before = service.asked.length;
    while (service.asked.length < before + 2) await new Promise((r) => setTimeout(r, 10));
    service.events.push(told(2));
    service.isAway = false;
    const { exitCode, stdout, stderr } = await running;
    assert.equal(exitCode, 130, stderr);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [told(1), told(2)],
    );
  });

  it('prints only the types that are asked for, keeps the place of all, and says how to go on like that', async (t) => {
    const service = await EventService.start(t);
    service.events.push(told(1), told(2, 'match.voided'), told(3));
    const args = ['--after', told(1).id, '--type', 'match.voided', '--utc'];
    const { stdout, stderr } = await tailUntil(service, told(3).id, args);
    assert.match(stdout, /^[^\n]*match\.voided[^\n]*\n$/);
    assert.match(stderr, new RegExp(`--after ${told(3).id} --type match\\.voided --utc\n$`));
  });

  it('refuses a type that there is not, and two beginnings', async () => {
    const unknown = await runInside(['events', 'tail', '--type', 'match.lost']);
    assert.equal(unknown.exitCode, 2);
    assert.match(unknown.stderr, /Allowed choices are match\.pending/);
    assert.equal((await runInside(['events', 'tail', '--all', '--after', 'x'])).exitCode, 2);
  });
});
