import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cancelled, done, FakeService, failed, problem, running, TASK } from './fake-service.ts';
import { type CliOptions, runInside } from './run-cli.ts';

const SETTLEMENT = '/admin/v1/settlement';
const RIGHT = {
  matches: 12_345,
  players: 678,
  unsettled: 0,
  unsettled_players: 0,
  differences: 0,
  examples: [],
  model_version: 'pair-3',
};
const DIFFERENCE = {
  match_id: 'm-1',
  player_id: 'u-1',
  field: 'mean_after',
  stored: 0.1,
  replayed: 0.10000000000000002,
  stored_bits: '3fb999999999999a',
  replayed_bits: '3fb999999999999b',
};
const ADVICE = '“bandeja ratings replay” corrects them; docs/operations/ratings.md says what to keep before that.\n';

type State = Record<string, unknown>;

async function aService(t: TestContext, states: readonly State[]) {
  const service = await FakeService.start(t);
  service.planTask('verify', states);
  const options: CliOptions = { url: service.url, key: null, operatorToken: 'the-token', isInteractive: true };
  return { service, verify: (...args: string[]) => runInside(['ratings', 'verify', ...args], options) };
}

describe('bandeja ratings verify', () => {
  async function verify(t: TestContext, states: readonly State[], ...args: string[]) {
    const { service, verify: run } = await aService(t, states);
    return { run: await run(...args), requests: service.requests };
  }

  it('verification shows its progress, reports no difference and exits with 0', async (t) => {
    const { run, requests } = await verify(t, [{}, running(0), running(6000), done(RIGHT)]);
    assert.equal(
      run.stdout,
      'All ratings are right, to the last bit: 12,345 matches and 678 players compared (model pair-3).\n',
    );
    assert.match(run.stderr, /6,000 of 12,345 matches \(48%\)/);
    assert.ok(run.stderr.endsWith('\r\u001b[2K'), 'the bar is taken away');
    assert.equal(run.exitCode, 0);
    assert.equal(requests[0]?.headers.authorization, 'Bearer the-token');
  });

  it('--quiet hides the progress, and --json prints only the result', async (t) => {
    const states = [running(6000), done(RIGHT)];
    const quiet = await verify(t, states, '--quiet');
    assert.deepEqual([quiet.run.stderr, quiet.run.exitCode], ['', 0]);
    const json = await verify(t, states, '--json');
    assert.deepEqual([json.run.stderr, JSON.parse(json.run.stdout)], ['', RIGHT]);
  });

  const parts: readonly (readonly [name: string, result: object, stdout: string])[] = [
    [
      'unsettled matches',
      { matches: 20_284, players: 900, unsettled: 10_871, unsettled_players: 850 },
      '9,413 of 20,284 matches and 50 of 900 players compared: all right, to the last bit (model pair-3).\n' +
        '10,871 matches are still to be settled: not compared. Use --when-settled to wait for them.\n',
    ],
    [
      'one match that is to be settled',
      { unsettled: 1, unsettled_players: 4 },
      '12,344 of 12,345 matches and 674 of 678 players compared: all right, to the last bit (model pair-3).\n' +
        '1 match is still to be settled: not compared. Use --when-settled to wait for them.\n',
    ],
  ];
  for (const [name, result, stdout] of parts) {
    it(`verification does not succeed if it compared nothing: ${name}`, async (t) => {
      const { run } = await verify(t, [done({ ...RIGHT, ...result })]);
      assert.deepEqual([run.stdout, run.exitCode], [stdout, 0]);
    });
  }

  it('verification lists all differences with advice and exits with 1', async (t) => {
    const present = { ...DIFFERENCE, match_id: null, field: 'rating_row', stored: 'absent', replayed: 'present' };
    const examples = [DIFFERENCE, { ...present, stored_bits: null, replayed_bits: null }];
    const { run } = await verify(t, [done({ ...RIGHT, unsettled: 1, differences: 2, examples })]);
    assert.equal(
      run.stdout,
      `2 stored values differ from what the history gives: 12,344 of 12,345 matches and 678 players compared (model pair-3).
1 match is still to be settled: not compared. Use --when-settled to wait for them.

match  player  field       stored  replayed             stored bits       replayed bits
m-1    u-1     mean_after  0.1     0.10000000000000002  3fb999999999999a  3fb999999999999b
–      u-1     rating_row  absent  present              –                 –

${ADVICE}`,
    );
    assert.equal(run.exitCode, 1);
    const json = await verify(t, [done({ ...RIGHT, differences: 1, examples: [DIFFERENCE] })], '--json');
    assert.equal(json.run.exitCode, 1);
  });

  it('verification exits with 3 if the task failed or was cancelled', async (t) => {
    const broken = await verify(t, [running(5), failed('not_ready')]);
    assert.match(broken.run.stderr, /The task \S+ failed: It is a case of not_ready\. \(not_ready\)\n$/);
    const stopped = await verify(t, [running(5), cancelled]);
    assert.match(stopped.run.stderr, /The task \S+ was cancelled\.\n$/);
    for (const { run } of [broken, stopped]) assert.deepEqual([run.exitCode, run.stdout], [3, '']);
  });

  it('verification waits for an unreachable service and does not start the task twice', async (t) => {
    const { service, verify: run } = await aService(t, [running(5), done(RIGHT)]);
    service.mishap = ({ method }, count) => (method === 'GET' && count < 4 ? 'drop-before' : 'none');
    const { stdout, exitCode } = await run();
    assert.match(stdout, /^All ratings are right/);
    assert.deepEqual([exitCode, service.to('POST', '/admin/v1/tasks').length], [0, 1]);
  });

  it('--no-wait prints the command that shows the task', async (t) => {
    const { service, verify: run } = await aService(t, []);
    const started = await run('--no-wait');
    assert.equal(started.stdout, `Started the task ${TASK.id}. Look at it with: bandeja tasks get ${TASK.id}\n`);
    assert.deepEqual([started.exitCode, service.requests.length], [0, 1]);
    assert.deepEqual(JSON.parse((await run('--no-wait', '--json')).stdout), TASK);
  });
});

describe('bandeja ratings verify --when-settled', () => {
  const settling = (players: number, is_rebuilding = false) => ({
    rating_status: 'settling',
    model_version: 'pair-3',
    players,
    since: '2026-05-01T21:00:04.000Z',
    is_rebuilding,
  });
  const SETTLED = { ...settling(0), rating_status: 'settled', since: null };

  /** A service whose settlement goes through these states, one an answer; it stays in the last. */
  async function settlingService(t: TestContext, states: readonly object[], result: object = RIGHT) {
    const { service, verify } = await aService(t, [done(result)]);
    service.mishap = ({ path }, count) =>
      path === SETTLEMENT ? { status: 200, body: states[Math.min(count, states.length) - 1] ?? {} } : 'none';
    return { service, verify };
  }

  it('--when-settled waits until all ratings are final, reports why, and then verifies', async (t) => {
    const states = [settling(850, true), settling(900, true), settling(1), settling(4), SETTLED];
    const { service, verify } = await settlingService(t, states);
    const { stdout, stderr, exitCode } = await verify('--when-settled');
    assert.equal(
      stderr,
      'Waiting until all ratings are final: a rebuild is in progress.\n' +
        'Waiting until all ratings are final: 1 player is being settled.\n',
    );
    assert.match(stdout, /^All ratings are right/);
    assert.equal(exitCode, 0);
    assert.deepEqual(
      service.requests.map(({ path }) => path),
      [...states.map(() => SETTLEMENT), '/admin/v1/tasks', `/admin/v1/tasks/${TASK.id}`],
    );
  });

  it('--when-settled verifies immediately if all ratings are final', async (t) => {
    const { verify } = await settlingService(t, [SETTLED]);
    assert.equal((await verify('--when-settled')).stderr, '');
  });

  it('--quiet and --json hide the wait', async (t) => {
    for (const option of ['--quiet', '--json']) {
      const { verify } = await settlingService(t, [settling(3), SETTLED]);
      assert.deepEqual((await verify('--when-settled', option)).stderr, '');
    }
  });

  it('matches that arrived after the wait are reported', async (t) => {
    const { verify } = await settlingService(t, [SETTLED], { ...RIGHT, unsettled: 3, unsettled_players: 9 });
    assert.match(
      (await verify('--when-settled')).stdout,
      /\n3 matches are still to be settled: not compared\. They arrived after the wait\.\n$/,
    );
  });

  it('--when-settled exits with 3 if the service rejects the token', async (t) => {
    const { service, verify } = await aService(t, []);
    service.mishap = () => ({ status: 401, body: problem(401, 'invalid_credentials').body as object });
    assert.deepEqual([(await verify('--when-settled')).exitCode, service.requests.length], [3, 1]);
  });
});
