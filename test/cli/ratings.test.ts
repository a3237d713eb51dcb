import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tampered } from '../domain/rated-history/seasons.ts';
import { aClub } from '../http/matches/club.ts';
import { OPERATOR_TOKEN, startTestService, type TestService } from '../support/service.ts';
import { FakeService, problem } from './fake-service.ts';
import { type CliOptions, runCli, runInside } from './run-cli.ts';

const VERIFY = 'POST /admin/v1/ratings/verify';
const RIGHT = {
  matches: 12_345,
  players: 678,
  unsettled: 0,
  held: 0,
  differences: 0,
  examples: [],
  model_version: 'pair-1',
};
const DIFFERENCE = {
  match_id: 'm-1',
  player_id: 'u-1',
  field: 'mean_after',
  stored: 0.1,
  folded: 0.10000000000000002,
  stored_bits: '3fb999999999999a',
  folded_bits: '3fb999999999999b',
};
const progress = (done: number, total: number | null = 12_345) => ({ progress: { done, total } });

describe('bandeja ratings verify', () => {
  async function verify(t: Parameters<typeof FakeService.start>[0], lines: readonly (object | 'cut')[], args = '') {
    const service = await FakeService.start(t);
    service.replies.set(VERIFY, { lines });
    const options: CliOptions = { url: service.url, key: null, operatorToken: 'the-token', isInteractive: true };
    service.delayMs = 120;
    const run = await runInside(['ratings', 'verify', ...args.split(' ').filter(Boolean)], options);
    return { run, requests: service.requests };
  }

  it('shows how far it is, says that nothing differs, and ends with 0', async (t) => {
    const { run, requests } = await verify(t, [progress(0, null), progress(0), progress(6000), { result: RIGHT }]);
    assert.equal(
      run.stdout,
      'All ratings are right, to the last bit: 12,345 matches and 678 players (model pair-1).\n',
    );
    assert.match(run.stderr, /6,000 of 12,345 matches \(48 %\)/);
    assert.ok(run.stderr.endsWith('\r\u001b[2K'), 'the bar is taken away');
    assert.equal(run.exitCode, 0);
    assert.equal(requests[0]?.headers.authorization, 'Bearer the-token');
  });

  it('shows no progress with --quiet, and with --json the result alone', async (t) => {
    const lines = [progress(0), progress(6000), { result: RIGHT }];
    const quiet = await verify(t, lines, '--quiet');
    assert.deepEqual([quiet.run.stderr, quiet.run.exitCode], ['', 0]);
    const json = await verify(t, lines, '--json');
    assert.deepEqual([json.run.stderr, JSON.parse(json.run.stdout)], ['', RIGHT]);
  });

  it('lists what differs, to the last bit, and ends with 1', async (t) => {
    const present = { ...DIFFERENCE, match_id: null, field: 'rating_row', stored: 'absent', folded: 'present' };
    const examples = [DIFFERENCE, { ...present, stored_bits: null, folded_bits: null }];
    const { run } = await verify(t, [{ result: { ...RIGHT, unsettled: 1, held: 2, differences: 2, examples } }]);
    assert.equal(
      run.stdout,
      `2 stored values differ from what the history gives: 12,345 matches and 678 players (model pair-1).
Still to be settled, and not compared: 1 match.
Waiting to be rated: 2 matches.

match  player  field       stored  folded               stored bits       folded bits
m-1    u-1     mean_after  0.1     0.10000000000000002  3fb999999999999a  3fb999999999999b
–      u-1     rating_row  absent  present              –                 –
`,
    );
    assert.equal(run.exitCode, 1);
    const json = await verify(t, [{ result: { ...RIGHT, differences: 1, examples: [DIFFERENCE] } }], '--json');
    assert.equal(json.run.exitCode, 1);
  });

  it('ends with 3 when the task failed on its way, or the answer was cut off', async (t) => {
    const { body } = problem(503, 'not_ready');
    const failed = await verify(t, [progress(5), { problem: body }]);
    assert.match(failed.run.stderr, /It is a case of not_ready\. \(503 not_ready\)\nRequest id: req-1\n$/);
    const cut = await verify(t, [progress(5), 'cut']);
    assert.match(cut.run.stderr, /connection lost/);
    const ended = await verify(t, [progress(5)]);
    assert.match(ended.run.stderr, /broke off its answer/);
    for (const { run, requests } of [failed, cut, ended]) {
      assert.deepEqual([run.exitCode, run.stdout, requests.length], [3, '', 1]);
    }
  });
});

describe('bandeja ratings replay', () => {
  it('shows how far it is, and says what was rebuilt', async (t) => {
    const service = await FakeService.start(t);
    const calibration = { calibrated_at: '2026-05-01T21:10:00.000Z', model_version: 'pair-1', steepness: 1.0432 };
    const result = { ...RIGHT, is_settling: true, switch_ms: 180, calibration };
    service.replies.set('POST /admin/v1/ratings/replay', { lines: [progress(6000), { result }] });
    const options: CliOptions = { url: service.url, key: null, operatorToken: 'the-token', isInteractive: true };
    const run = await runInside(['ratings', 'replay'], options);
    assert.match(
      run.stdout,
      /^All ratings were rebuilt: 12,345 matches and 678 players \(model pair-1\), switched in 180 ms\.\n/,
    );
    assert.match(run.stdout, /What came meanwhile is being settled now\./);
    assert.match(run.stdout, /steepness +1\.0432/);
    assert.equal(run.exitCode, 0);
  });
});

describe('bandeja ratings', () => {
  const cases: readonly { args: string; route: string; answer: object; shows: RegExp }[] = [
    {
      args: 'status',
      route: 'GET /admin/v1/settlement',
      answer: { rating_status: 'settled', model_version: 'pair-1', run: null, owed: null, held_matches: 0 },
      shows: /^ratings {10}settled\nmodel {12}pair-1\nrun {14}–\nowed {13}–\nwaiting matches {2}0\n$/,
    },
    {
      args: 'status',
      route: 'GET /admin/v1/settlement',
      answer: {
        rating_status: 'settling',
        model_version: 'pair-1',
        run: { settled_until: 'noon', started_at: 'morning', matches_read: 12_000, matches_changed: 1 },
        owed: { settled_until: 'yesterday', due_at: 'evening' },
        held_matches: 3,
      },
      shows:
        /run +since morning, settled until noon: 12,000 matches read, 1 changed\nowed +all after yesterday, from evening on\n/,
    },
    {
      args: 'calibrate',
      route: 'POST /admin/v1/ratings/calibrate',
      answer: {
        calibrated_at: 'then',
        model_version: 'pair-1',
        steepness: 1.0432,
        hold_rate: 0.6128,
        matches: 100,
        service_games: 61,
      },
      shows:
        /^calibrated +then\nmodel +pair-1\nsteepness +1\.0432\nhold rate +0\.6128\nmatches +100\nservice games +61\n$/,
    },
  ];
  for (const { args, route, answer, shows } of cases) {
    it(`${args} follows ${route} and shows ${Object.values(answer)[0]}`, async (t) => {
      const service = await FakeService.start(t);
      const isTask = route.startsWith('POST');
      service.replies.set(route, isTask ? { lines: [{ result: answer }] } : { status: 200, body: answer });
      const options = { url: service.url, operatorToken: 'the-token' };
      const run = await runInside(['ratings', args], options);
      assert.match(run.stdout, shows);
      assert.equal(run.exitCode, 0);
      const json = await runInside(['ratings', args, '--json'], options);
      assert.deepEqual(JSON.parse(json.stdout), answer);
    });
  }

  it('has a help text with an example for each of its commands', async () => {
    for (const name of ['verify', 'status', 'calibrate']) {
      const { exitCode, stdout } = await runInside(['ratings', name, '--help']);
      assert.equal(exitCode, 0);
      assert.match(stdout, new RegExp(`\\$ bandeja ratings ${name}\n`));
    }
  });
});

describe('against the service itself', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ listen: true });
  });
  after(() => service.stop());
  const run = (args: string, operatorToken = OPERATOR_TOKEN) =>
    runCli(['ratings', ...args.split(' ')], { url: service.url ?? '', operatorToken });

  it('verifies, shows the state, and calibrates', async () => {
    const club = await aClub(service);
    const { id } = await club.submit();
    const right = await run('verify');
    assert.match(right.stdout, /^All ratings are right, to the last bit: 1 match and 4 players \(model pair-1\)\.\n$/);
    assert.equal(right.exitCode, 0, right.stderr);
    assert.match((await run('status')).stdout, /^ratings +settled\n/);
    assert.match((await run('calibrate')).stdout, /\nhold rate +0\.63\nmatches +1\n/);

    const sql = `update match_ratings set weight = weight / 2 where match_id = '${id}'`;
    const wrong = await tampered(service.database, sql, () => run('verify'));
    assert.match(wrong.stdout, new RegExp(`^1 stored value differs .*\n\n.*\n${id} +– +weight `));
    assert.equal(wrong.exitCode, 1);
  });

  it('ends with 3 without the operator token', async () => {
    for (const args of ['verify', 'status', 'calibrate']) {
      assert.equal((await run(args, 'another-token-of-16')).exitCode, 3);
      assert.equal((await run(args, '')).exitCode, 3);
    }
  });
});
