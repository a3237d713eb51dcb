import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeService, running, TASK } from './fake-service.ts';
import { runCli, runInside } from './run-cli.ts';

const BAR_CLEARED = '\r\u001b[2K';
const GOES_ON =
  'bandeja: Stopped waiting; the task goes on.\n' +
  `  Look at it:  bandeja tasks get ${TASK.id}\n  Cancel it:   bandeja tasks cancel ${TASK.id}\n`;

describe('Ctrl-C in a task over all ratings', () => {
  for (const name of ['verify', 'calibrate', 'replay']) {
    it(`${name} exits with 130 and prints how to show the task, which continues`, async (t) => {
      const service = await FakeService.start(t);
      service.planTask(name, [running(6000)]);
      service.mishap = ({ method }) => {
        if (method === 'GET') process.emit('SIGINT');
        return 'none';
      };
      const run = await runInside(['ratings', name], { url: service.url, operatorToken: 'the-token' });
      assert.equal(run.exitCode, 130, run.stderr);
      assert.ok(run.stderr.endsWith(GOES_ON), run.stderr);
      assert.equal(run.stdout, '');
      assert.deepEqual(
        service.to('POST', '/admin/v1/tasks').map(({ body }) => body),
        [{ kind: name }],
      );
      assert.ok(service.requests.every(({ method }) => method !== 'DELETE'));
    });
  }

  it('the partial progress bar is removed before the message', async (t) => {
    const service = await FakeService.start(t);
    service.planTask('verify', [running(6000)]);
    const before = process.listenerCount('SIGINT');
    // The second answer is shown; the first comes too early for a bar.
    service.mishap = (_, count) => {
      if (count === 3) process.emit('SIGINT');
      return 'none';
    };
    const options = { url: service.url, operatorToken: 'the-token', isInteractive: true };
    const { stderr, exitCode } = await runInside(['ratings', 'verify'], options);
    assert.match(stderr, /6,000 of 12,345 matches/);
    assert.ok(stderr.includes(`${BAR_CLEARED}${GOES_ON}`), JSON.stringify(stderr));
    assert.deepEqual([exitCode, process.listenerCount('SIGINT')], [130, before]);
  });

  it('Ctrl-C ends the wait before a verification', async (t) => {
    const service = await FakeService.start(t);
    const since = '2026-05-01T21:00:04.000Z';
    const state = { rating_status: 'settling', model_version: 'pair-3', players: 3, since, is_rebuilding: false };
    service.replies.set('GET /admin/v1/settlement', { status: 200, body: state });
    const run = await runCli(['ratings', 'verify', '--when-settled'], {
      url: service.url,
      operatorToken: 'the-token',
      watch: (stderr, kill) => {
        if (!stderr.includes('Interrupted')) kill('SIGINT');
      },
    });
    assert.equal(run.exitCode, 130);
    assert.match(run.stderr, /3 players are being settled\.\nbandeja: Interrupted: no verification was started\.\n$/);
  });
});
