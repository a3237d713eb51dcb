import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeService } from './fake-service.ts';
import { runInside } from './run-cli.ts';

const ID = '3f0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11';

describe('bandeja webhooks test', () => {
  for (const [delivered, status, exitCode] of [
    [true, 204, 0],
    [false, 500, 1],
  ] as const) {
    it(`bandeja webhooks test exits with ${exitCode} if the receiver returns ${status}`, async (t) => {
      const service = await FakeService.start(t);
      const error = delivered ? null : 'status';
      const body = { event_id: 'test_1', status_code: status, error, delivered, duration_ms: 3 };
      service.replies.set(`POST /v1/webhook-endpoints/${ID}/test`, { status: 200, body });
      const run = await runInside(['webhooks', 'test', ID], { url: service.url });
      assert.equal(run.exitCode, exitCode, run.stderr);
      assert.match(run.stdout, new RegExp(`^delivered +${delivered ? 'yes' : 'no'}\nstatus +${status}\n`));
    });
  }
});

describe('bandeja webhooks deliveries', () => {
  it('deliveries show the time of each attempt to the second', async (t) => {
    const service = await FakeService.start(t);
    const tried = { event_id: 'evt_1', event_type: 'match.voided', attempt: 2, at: '2026-05-01T19:10:07.250Z' };
    const data = [{ ...tried, status_code: 500, error: 'status', delivered: false, duration_ms: 3 }];
    const pagination = { limit: 25, offset: 0, has_more: false, next_cursor: null };
    service.replies.set(`GET /v1/webhook-endpoints/${ID}/deliveries`, { status: 200, body: { data, pagination } });
    const run = await runInside(['webhooks', 'deliveries', ID, '--utc'], { url: service.url });
    assert.match(run.stdout, /\n2026-05-01 19:10:07 +evt_1 +match\.voided +2 +500 +status +3\n/);
  });
});

describe('options with event types', () => {
  for (const command of [
    ['events', 'tail', '--event'],
    ['webhooks', 'create', 'https://club.example/hook', '--event'],
    ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:9090', '--event'],
  ]) {
    it(`bandeja ${command.join(' ')} rejects an unknown type`, async () => {
      const run = await runInside([...command, 'match.voided,match.completd']);
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, /“match\.completd” is not one of match\.pending, match\.disputed/);
    });
  }

  it('a type is given with commas or by repeating the option', async (t) => {
    const service = await FakeService.start(t);
    const [first, ...others] = ['match.pending,match.voided', '--event', 'player.erased'];
    await runInside(['webhooks', 'create', 'https://club.example/hook', '--event', first ?? '', ...others], {
      url: service.url,
    });
    const [request] = service.requests;
    assert.partialDeepStrictEqual(request?.body, { event_types: ['match.pending', 'match.voided', 'player.erased'] });
  });
});
