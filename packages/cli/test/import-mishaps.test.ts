import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService, isRows, problem, type SeenRequest } from './fake-service.ts';
import { aFile, csvOf, runCli, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const isBatch = ({ method, path }: SeenRequest): boolean => method === 'POST' && isRows(path);

describe('An import with failures', () => {
  it('a batch whose response was lost is sent again, and nothing is stored twice', async (t) => {
    const service = await FakeService.start(t, real());
    service.mishap = (request, count) => (isBatch(request) && count === 2 ? 'drop-after' : 'none');
    const run = await runInside(['import', await aFile(t, 'results.csv', csvOf(60)), '--register', '--json'], {
      url: service.url,
    });
    assert.equal(run.exitCode, 0, run.stderr);
    const { rows_read, created, duplicates, retries } = JSON.parse(run.stdout);
    assert.deepEqual([rows_read, created, duplicates, retries], [60, 60, 0, 1]);
    assert.equal((await service.matches()).length, 60);
  });

  it('broken connections do not stop an import of players or matches', async (t) => {
    const service = await FakeService.start(t, real());
    service.mishap = (request, count) => (count === (isBatch(request) ? 2 : 1) ? 'drop-before' : 'none');
    const run = await runInside(['import', await aFile(t, 'results.csv', csvOf(60)), '--register', '--json'], {
      url: service.url,
    });
    assert.equal(run.exitCode, 0, run.stderr);
    const { created, duplicates, players_registered } = JSON.parse(run.stdout);
    assert.deepEqual([created, duplicates, players_registered], [60, 0, 90]);
  });

  it('the import waits as long as a busy service requests', async (t) => {
    const service = await FakeService.start(t, real());
    const busy = [429, 503];
    service.mishap = (request, count) => {
      const status = isBatch(request) ? busy[count - 1] : undefined;
      return status === undefined ? 'none' : { status, headers: { 'retry-after': '1' }, body: {} };
    };
    const startedAt = performance.now();
    const run = await runInside(['import', await aFile(t, 'results.csv', csvOf(3)), '--register'], {
      url: service.url,
    });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(
      run.stderr,
      /Trying again in 1\.0 s: the service answered 429\.\nTrying again in 1\.0 s: the service answered 503\./,
    );
    assert.ok(performance.now() - startedAt > 2000);
  });

  it('the import does not wait for hours', async (t) => {
    const service = await FakeService.start(t, real());
    service.mishap = (request) =>
      isBatch(request)
        ? { status: 429, headers: { 'retry-after': '7200' }, body: problem(429, 'rate_limited').body as object }
        : 'none';
    const run = await runInside(['import', await aFile(t, 'results.csv', csvOf(3)), '--register'], {
      url: service.url,
    });
    assert.equal(run.exitCode, 3);
    assert.match(run.stdout, /^Imported in part: .*rows read +0\n/s);
    assert.match(
      run.stderr,
      /Run the same command again to continue.*\nbandeja: It is a case of rate_limited\. \(429 rate_limited\)/s,
    );
  });

  it('an interrupted import stops after the current batch, and a second run continues', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'results.csv', csvOf(150));
    // At the third batch, the command is in the middle of its work.
    let interrupt = () => {};
    service.mishap = (request, count) => {
      if (isBatch(request) && count === 3) interrupt();
      return 'none';
    };
    const args = ['import', file, '--register', '--map', 'winner=winner'];
    const interrupted = await runCli(args, {
      url: service.url,
      onStart: (kill) => {
        interrupt = () => kill('SIGINT');
      },
    });
    assert.equal(interrupted.exitCode, 130, interrupted.stderr);
    assert.match(interrupted.stderr, /Stopping after the batch in flight/);
    assert.match(interrupted.stderr, /Run the same command again to continue/);
    const stored = (await service.matches()).length;
    assert.match(
      interrupted.stdout,
      new RegExp(`^Imported in part.*rows read +${stored}\n.*created +${stored}\n`, 's'),
    );
    assert.ok(stored >= 75 && stored < 150, `${stored} stored`);
    const again = await runInside([...args, '--json'], { url: service.url });
    const { rows_read, created, duplicates } = JSON.parse(again.stdout);
    assert.deepEqual([again.exitCode, rows_read, created, duplicates], [0, 150, 150, 0]);
  });

  it('an interrupt ends the wait for a retry', async (t) => {
    const service = await FakeService.start(t, real());
    service.mishap = (request) =>
      isBatch(request) ? { status: 503, headers: { 'retry-after': '60' }, body: {} } : 'none';
    const run = await runCli(['import', await aFile(t, 'results.csv', csvOf(3)), '--register'], {
      url: service.url,
      watch: (stderr, kill) => {
        if (stderr.includes('Trying again') && !stderr.includes('Stopping')) kill('SIGINT');
      },
    });
    assert.equal(run.exitCode, 130, run.stderr);
  });
});
