import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeService } from './fake-service.ts';
import { runCli, runInside } from './run-cli.ts';

const BAR_CLEARED = '\r\u001b[2K';
const progress = (done: number) => ({ progress: { done, total: 12_345 } });

describe('Ctrl-C in a task over all ratings', () => {
  const tasks: readonly (readonly [name: string, sentence: RegExp])[] = [
    ['verify', /^bandeja: Interrupted: the service gives the task up, and the serving ratings are as they were\.\n$/],
    [
      'calibrate',
      /^bandeja: Interrupted: the service gives the task up, and the serving ratings are as they were\.\n$/,
    ],
    ['replay', /^bandeja: Interrupted: .* as they were, unless the new ones had taken their place by then\.\n$/],
  ];
  for (const [name, sentence] of tasks) {
    it(`ends ${name} with 130 and a sentence, and the service is left without its client`, async (t) => {
      const service = await FakeService.start(t);
      service.delayMs = 100;
      const path = `/admin/v1/ratings/${name}`;
      service.replies.set(`POST ${path}`, { lines: Array.from({ length: 100 }, (_, index) => progress(index)) });
      let interrupt = () => {};
      service.mishap = () => {
        setTimeout(interrupt, 150);
        return 'none';
      };
      const run = await runCli(['ratings', name], {
        url: service.url,
        operatorToken: 'the-token',
        onStart: (kill) => {
          interrupt = () => kill('SIGINT');
        },
      });
      assert.equal(run.exitCode, 130, run.stderr);
      assert.match(run.stderr, sentence);
      assert.equal(run.stdout, '');
      assert.deepEqual([service.abandoned, service.requests.length], [[path], 1]);
    });
  }

  it('takes the half-drawn bar away before the sentence', async (t) => {
    const service = await FakeService.start(t);
    service.delayMs = 120;
    service.replies.set('POST /admin/v1/ratings/verify', { lines: Array(100).fill(progress(6000)) });
    const before = process.listenerCount('SIGINT');
    setTimeout(() => process.emit('SIGINT'), 600);
    const options = { url: service.url, operatorToken: 'the-token', isInteractive: true };
    const { stderr, exitCode } = await runInside(['ratings', 'verify'], options);
    assert.match(stderr, /6,000 of 12,345 matches/);
    assert.ok(stderr.includes(`${BAR_CLEARED}bandeja: Interrupted: `), JSON.stringify(stderr));
    assert.deepEqual([exitCode, process.listenerCount('SIGINT')], [130, before]);
  });

  it('ends the waiting before a verification', async (t) => {
    const service = await FakeService.start(t);
    const state = { rating_status: 'settling', run: null, owed: null, held_matches: 2 };
    service.replies.set('GET /admin/v1/settlement', { status: 200, body: state });
    const run = await runCli(['ratings', 'verify', '--wait'], {
      url: service.url,
      operatorToken: 'the-token',
      watch: (stderr, kill) => {
        if (!stderr.includes('Interrupted')) kill('SIGINT');
      },
    });
    assert.equal(run.exitCode, 130);
    assert.match(run.stderr, /: 2 matches wait to be rated\.\nbandeja: Interrupted before the verification began: /);
  });
});
