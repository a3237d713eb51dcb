/** `bandeja events tail` */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { Api } from '@bandeja/client';
import { until } from '@bandeja/service/test/support/until';
import { runCli, runInside } from './run-cli.ts';

/** The part of an event that the command prints. */
const event = (number: number, type: Api.MatchEvent['type'] = 'match.completed') => ({
  id: `evt_${number}-0-00000000`,
  type,
  created_at: '2026-05-01T20:06:12.345Z',
  data: { match: { external_ref: `m${number}`, revision: 1 } },
});

/** A service with a list of events that grows. It can be unreachable. */
class EventService {
  readonly events: ReturnType<typeof event>[] = [];
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
  void until(() => service.asked.some((search) => search.includes(last))).then(() => process.emit('SIGINT'));
  return runInside(['events', 'tail', ...args], { url: service.url });
}

describe('bandeja events tail', () => {
  it('new events are printed one per line, and Ctrl-C prints the command that continues', async (t) => {
    const service = await EventService.start(t);
    service.events.push(event(1), event(2));
    const running = tailUntil(service, event(5).id);
    while (!service.asked.some((search) => search.includes(`after=${event(2).id}`)))
      await new Promise((r) => setTimeout(r, 10));
    service.events.push(event(3), event(4, 'match.amended'), event(5));
    const { exitCode, stdout, stderr } = await running;
    assert.equal(exitCode, 130, stderr);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/^\S+ \S+ +/, '')),
      [
        `match.completed             m3  revision 1  ${event(3).id}`,
        `match.amended               m4  revision 1  ${event(4).id}`,
        `match.completed             m5  revision 1  ${event(5).id}`,
      ],
    );
    assert.match(stderr, new RegExp(`Stopped\\. Continue with: bandeja events tail --after ${event(5).id}\n$`));
  });

  it('the tail continues after the last event if the service was unreachable', async (t) => {
    const service = await EventService.start(t);
    service.events.push(event(1));
    const running = tailUntil(service, event(2).id, ['--all', '--json']);
    while (service.asked.length < 2) await new Promise((r) => setTimeout(r, 10));
    service.isAway = true;
    const before = service.asked.length;
    while (service.asked.length < before + 2) await new Promise((r) => setTimeout(r, 10));
    service.events.push(event(2));
    service.isAway = false;
    const { exitCode, stdout, stderr } = await running;
    assert.equal(exitCode, 130, stderr);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      [event(1), event(2)],
    );
  });

  it('--event prints only these types, and Ctrl-C prints the command that continues after the last event of any type', async (t) => {
    const service = await EventService.start(t);
    service.events.push(event(1), event(2, 'match.voided'), event(3));
    const args = ['--after', event(1).id, '--event', 'match.voided', '--utc'];
    const { stdout, stderr } = await tailUntil(service, event(3).id, args);
    assert.match(stdout, /^[^\n]*match\.voided[^\n]*\n$/);
    assert.match(stderr, new RegExp(`--after ${event(3).id} --event match\\.voided --utc\n$`));
  });

  it('webhooks listen reports that the service is unreachable, and continues when it returns', async (t) => {
    const service = await EventService.start(t);
    service.events.push(event(1));
    const run = await runCli(['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/'], {
      url: service.url,
      watch: (stderr, kill) => {
        if (stderr.includes('Forwarding')) service.isAway = service.events.length === 1;
        if (!stderr.includes('The service does not answer') || service.events.length > 1) return;
        service.events.push(event(2));
        service.isAway = false;
        void until(() => service.asked.some((search) => search.includes(event(2).id))).then(() => kill('SIGINT'));
      },
    });
    assert.equal(run.exitCode, 130, run.stderr);
    assert.match(run.stdout, new RegExp(`^match\\.completed  ${event(2).id}  .*\n$`));
  });

  it('--all with --after is rejected', async () => {
    assert.equal((await runInside(['events', 'tail', '--all', '--after', 'x'])).exitCode, 2);
  });
});
