import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { taskWork } from '@bandeja/service/task-work';
import { runWith, taskJob } from '@bandeja/service/tasks/task-runner-job';
import { tampered } from '@bandeja/service/test/ledger/tampering';
import { aClub } from '@bandeja/service/test/support/club';
import { type RunningJob, runJob } from '@bandeja/service/test/support/jobs';
import { OPERATOR_TOKEN, startTestService, type TestService } from '@bandeja/service/test/support/service';
import { silentLog, untilTask } from '@bandeja/service/test/support/tasks';
import { done, FakeService, failed, running, TASK } from './fake-service.ts';
import { type CliOptions, runInside } from './run-cli.ts';

describe('bandeja ratings replay', () => {
  it('the replay shows its progress and reports what it rebuilt', async (t) => {
    const service = await FakeService.start(t);
    const calibration = {
      calibrated_at: '2026-05-01T21:10:00.000Z',
      model_version: 'pair-3',
      steepness: 1.0432,
      penalty: 1.4125,
      hold_rate: 0.6128,
      matches: 12_345,
      service_games: 61_233,
    };
    const result = { matches: 12_345, model_version: 'pair-3', calibration };
    service.planTask('replay', [running(6000), done(result)]);
    const options: CliOptions = { url: service.url, key: null, operatorToken: 'the-token', isInteractive: true };
    const run = await runInside(['ratings', 'replay'], options);
    assert.match(run.stdout, /^All ratings were rebuilt: 12,345 matches \(model pair-3\)\.\n/);
    assert.match(run.stdout, /steepness +1\.0432/);
    assert.equal(run.exitCode, 0);
  });
});

describe('bandeja tasks', () => {
  it('tasks are listed with their progress, shown and cancelled', async (t) => {
    const service = await FakeService.start(t);
    const options: CliOptions = { url: service.url, key: null, operatorToken: 'the-token' };
    const pagination = { limit: 25, offset: 0, has_more: false, next_cursor: null };
    const data = [
      { ...TASK, ...running(6000) },
      { ...TASK, ...running(7, null) },
      { ...TASK, ...failed('not_ready') },
    ];
    service.replies.set('GET /admin/v1/tasks', { status: 200, body: { data, pagination } });
    const listed = await runInside(['tasks', 'list'], options);
    assert.match(listed.stdout, /running +6,000 of 12,345 /);
    assert.match(listed.stdout, /running +7 /);
    service.planTask('verify', [failed('not_ready')]);
    const shown = await runInside(['tasks', 'get', TASK.id], options);
    assert.match(shown.stdout, /\nerror +It is a case of not_ready\. \(not_ready\)\n/);
    service.replies.set(`DELETE /admin/v1/tasks/${TASK.id}`, { status: 204, body: null });
    const cancelled = await runInside(['tasks', 'cancel', TASK.id], options);
    assert.deepEqual([cancelled.stdout, cancelled.exitCode], [`The task ${TASK.id} is cancelled.\n`, 0]);
  });
});

describe('bandeja tasks of a partner', () => {
  it('a key lists, shows and cancels its own tasks, and --operator uses the operator token', async (t) => {
    const service = await FakeService.start(t);
    const options: CliOptions = { url: service.url, operatorToken: 'the-token' };
    const pagination = { limit: 25, offset: 0, has_more: false, next_cursor: null };
    const own = { ...TASK, kind: 'merge', subject: { type: 'merge', id: TASK.id }, ...running(3) };
    service.replies.set('GET /v1/tasks', { status: 200, body: { data: [own], pagination } });
    service.replies.set('GET /admin/v1/tasks', { status: 200, body: { data: [], pagination } });
    service.replies.set(`GET /v1/tasks/${TASK.id}`, { status: 200, body: own });
    service.replies.set(`DELETE /v1/tasks/${TASK.id}`, { status: 204, body: null });
    assert.match((await runInside(['tasks', 'list', '--state', 'running'], options)).stdout, /merge +running +3 of/);
    assert.equal(service.requests[0]?.query.get('state'), 'running');
    assert.match((await runInside(['tasks', 'get', TASK.id], options)).stdout, /^id .*\nkind +merge\n/);
    assert.equal((await runInside(['tasks', 'cancel', TASK.id], options)).exitCode, 0);
    assert.equal((await runInside(['tasks', 'list', '--operator'], options)).stdout, 'No tasks yet.\n');
    assert.equal((await runInside(['tasks', 'list', '--partner', TASK.id], options)).stdout, 'No tasks yet.\n');
    assert.equal(service.requests.at(-1)?.query.get('partner_id'), TASK.id);
  });
});

describe('bandeja ratings', () => {
  const cases: readonly { args: string; route: string; answer: object; shows: RegExp }[] = [
    {
      args: 'status',
      route: 'GET /admin/v1/settlement',
      answer: {
        rating_status: 'settled',
        model_version: 'pair-3',
        players: 0,
        since: null,
        is_rebuilding: false,
      },
      shows: /^ratings {4}settled\nmodel {6}pair-3\nto settle {2}–\nsince {6}–\nrebuild {4}–\n$/,
    },
    {
      args: 'status',
      route: 'GET /admin/v1/settlement',
      answer: {
        rating_status: 'settling',
        model_version: 'pair-3',
        players: 1_212,
        since: 'morning',
        is_rebuilding: true,
      },
      shows: /to settle {2}1,212 players\nsince {6}morning\nrebuild {4}in progress\n/,
    },
    {
      args: 'calibrate',
      route: 'POST /admin/v1/tasks',
      answer: {
        calibrated_at: 'then',
        model_version: 'pair-3',
        steepness: 1.0432,
        penalty: 1.4125,
        hold_rate: 0.6128,
        matches: 8832,
        service_games: 61_233,
      },
      shows:
        /^calibrated +then\nmodel +pair-3\nsteepness +1\.0432\npenalty +1\.4125\nhold rate +0\.6128\nmatches +8,832\nservice games +61,233\n$/,
    },
  ];
  for (const { args, route, answer, shows } of cases) {
    it(`${args} calls ${route} and prints ${Object.values(answer)[0]}`, async (t) => {
      const service = await FakeService.start(t);
      const isTask = route.startsWith('POST');
      if (isTask) service.planTask(args, [done(answer)]);
      else service.replies.set(route, { status: 200, body: answer });
      const options = { url: service.url, operatorToken: 'the-token' };
      const run = await runInside(['ratings', args], options);
      assert.match(run.stdout, shows);
      assert.equal(run.exitCode, 0);
      const json = await runInside(['ratings', args, '--json'], options);
      assert.deepEqual(JSON.parse(json.stdout), answer);
    });
  }

  it('every command of bandeja ratings has an example in its help', async () => {
    for (const name of ['verify', 'status', 'calibrate']) {
      const { exitCode, stdout } = await runInside(['ratings', name, '--help']);
      assert.equal(exitCode, 0);
      assert.match(stdout, new RegExp(`\\$ bandeja ratings ${name}\n`));
    }
  });
});

describe('bandeja ratings with a real service', () => {
  let service: TestService;
  let runner: RunningJob;
  before(async () => {
    service = await startTestService({ listen: true });
    runner = runJob(taskJob(service.context, 'tasks', silentLog, { everyMs: 10, run: runWith(taskWork) }));
  });
  after(async () => {
    await runner.stop();
    await service.stop();
  });
  const run = (args: string, operatorToken = OPERATOR_TOKEN) =>
    runInside(['ratings', ...args.split(' ')], { url: service.url ?? '', operatorToken });

  it('ratings are verified, shown and calibrated', async () => {
    const club = await aClub(service);
    const { id } = await club.submit();
    const right = await run('verify');
    assert.match(
      right.stdout,
      /^All ratings are right, to the last bit: 1 match and 4 players compared \(model pair-3\)\.\n$/,
    );
    assert.equal(right.exitCode, 0, right.stderr);
    assert.match((await run('status')).stdout, /^ratings +settled\n/);
    assert.match((await run('calibrate')).stdout, /\nhold rate +0\.63\nmatches +1\n/);

    const sql = `update match_ratings set weight = weight / 2 where match_id = '${id}'`;
    const wrong = await tampered(service.database, sql, () => run('verify'));
    assert.match(wrong.stdout, new RegExp(`^1 stored value differs .*\n\n.*\n${id} +– +weight `));
    assert.equal(wrong.exitCode, 1);
  });

  it('a task started with --no-wait can be shown and listed, but not cancelled after its end', async () => {
    const started = await run('calibrate --no-wait');
    const [, id = assert.fail(started.stdout)] =
      /^Started the task (\S+)\. Look at it with: bandeja tasks get/.exec(started.stdout) ?? [];
    const { operator } = service;
    await untilTask(operator, id, (task) => task.ended_at !== null);
    const tasks = (...args: string[]) =>
      runInside(['tasks', ...args], { url: service.url ?? '', key: null, operatorToken: OPERATOR_TOKEN });
    const shown = await tasks('get', id);
    assert.match(shown.stdout, /\nkind +calibrate\nstate +done\n.*"hold_rate"/s);
    assert.match((await tasks('list', '--limit', '1')).stdout, new RegExp(`\n${id}  calibrate  done `));
    const refused = await tasks('cancel', id);
    assert.deepEqual([refused.exitCode, refused.stdout], [1, '']);
    assert.match(refused.stderr, /The task is already done\./);
  });

  it('bandeja ratings exits with 3 without the operator token', async () => {
    for (const args of ['verify', 'status', 'calibrate']) {
      assert.equal((await run(args, 'another-token-of-16')).exitCode, 3);
      assert.equal((await run(args, '')).exitCode, 3);
    }
  });
});
