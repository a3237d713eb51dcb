import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeService, problem } from './fake-service.ts';
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

describe('bandeja webhooks create', () => {
  it('the error of an unknown event type names the option', async (t) => {
    const service = await FakeService.start(t);
    const errors = [{ pointer: '/event_types/0', code: 'not_one_of', detail: 'Must be one of: match.completed.' }];
    service.replies.set('POST /v1/webhook-endpoints', problem(422, 'invalid_body', errors));
    const args = ['webhooks', 'create', 'https://club.example/hook', '--event', 'match.played'];
    const run = await runInside(args, { url: service.url });
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, /\n {2}--event {2}not_one_of: Must be one of/);
  });
});
