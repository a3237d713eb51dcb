import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { FakeService, problem } from './fake-service.ts';
import { aFile, csvOf, HEADER, runCli, runInside } from './run-cli.ts';

// Each exit code is once that of a process; the rest runs in this process.

/** An address at which someone listened a moment ago. */
async function addressOfNobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const NO_IMPORTS = {
  status: 200,
  body: { data: [], pagination: { limit: 100, offset: null, has_more: false, next_cursor: null } },
};
const PLAYED = ['matches', 'submit', '--a', 'a1,a2', '--b', 'b1,b2', '--played-at', 'now'];

describe('Wrong use and bad input exit with 2 before anything is sent', { concurrency: 2 }, () => {
  const cases: [args: string[], stderr: RegExp][] = [
    [['imprt', 'x.csv'], /^bandeja: Unknown command “imprt”\. Did you mean import\?\nSee: bandeja --help\n$/],
    [['players', 'create', '--help'], /^bandeja: Unknown command “create”\.\nSee: bandeja players --help\n$/],
    [['imprt', '--help'], /Unknown command “imprt”/],
    [['import'], /^bandeja: Give the argument <file>\.\nSee: bandeja import --help\n$/],
    [['import', 'x.csv', '--fast'], /^bandeja: Unknown option --fast\.\nSee: bandeja import --help\n$/],
    [['import', 'absent.csv'], /^bandeja: absent\.csv: there is no such file\.\n$/],
    [['import', '/'], /^bandeja: \/ is a directory\. Name a file in it\.\n$/],
    [['import', 'x.csv', '--public'], /--public and --roster need --register/],
    [['import', 'x.csv', '--register', '--roster', 'Friday Night'], /--roster Friday Night: a slug has/],
    [['import', '-', '--map', 'victor=Won'], /“victor” is not a column here/],
    [['players', 'search', 'ana', '--limit', 'ten'], /^bandeja: --limit ten: Must be a whole number/],
    [['players', 'update', 'ana'], /Nothing to change/],
    [['players', 'register', 'ana', '--public', '--private'], /contradict each other/],
    [['players', 'get', '..'], /“\.\.” is not a valid id/],
    [['partners', 'update', 'x'], /Nothing to change/],
    [['webhooks', 'update', 'x'], /Nothing to change/],
    [['webhooks', 'replay', 'x'], /Give either --since or --event-id/],
    [['webhooks', 'rotate-secret', 'x', '--overlap', '9999999999'], /a whole number of at most nine digits/],
    [['partners', 'create', '--name', 'x'], /^bandeja: Give --plan <plan>\.\nSee: bandeja partners create --help\n$/],
    [['matches', 'list', '--since', 'last week'], /^bandeja: --since: “last week” is not a time\. Write 2026-05-01, /],
    [['matches', 'submit'], /^bandeja: Give a file, or both teams with --a and --b/],
    [['matches', 'submit', '--a', 'ana'], /^bandeja: --a ana: Must be two usernames separated by a comma/],
    [['matches', 'submit', '--a', 'ana,Ana Roig', '--b', 'x1,x2'], /“Ana Roig” is not a username/],
    [['matches', 'submit', '--a', 'a1,a2', '--b', 'b1,b2'], /^bandeja: Give the time of the match: --played-at/],
    [['matches', 'submit', '--a', 'a1,a2', '--b', 'b1,b2', '--played-at', 'now'], /^bandeja: Give the result: --score/],
    [
      ['matches', 'submit', 'x.json', '--score', '6-4'],
      /^bandeja: Describe the match with options or with a file, not both/,
    ],
    [['matches', 'preview', '--a', 'a1,a2'], /^bandeja: Give both teams: --a and --b/],
    [['matches', 'amend', 'x'], /^bandeja: Nothing to change\. Give at least one field/],
    [['matches', 'amend', 'x', '--score', '6-x'], /^bandeja: --score 6-x: “6-x” is not a scoreline/],
    [
      ['players', 'card', 'ana', '--lang', 'Spanish please'],
      /^bandeja: --lang Spanish please: The service has no sentences in this language\. Must be en, es or pt/,
    ],
    [['sessions', 'recap', 'x', '--lang', 'fr'], /Must be en, es or pt/],
    [
      ['import', 'liga', 'de', 'mayo.csv'],
      /^bandeja: “import” takes 1 argument, not 3\.\n.*\nA file name or another text with blanks needs quotes: "liga de mayo\.csv"\.\n$/,
    ],
    [['login', 'extra'], /^bandeja: “login” takes options only, no other text\.\nSee: bandeja login --help\n$/],
    [['sandbox', 'clear'], /BANDEJA_KEY has a live key, and only test keys \(bdj_test_…\) have a sandbox\./],
    [['players', 'card', 'ana', '--svg', '-', '--theme', 'pink'], /Allowed choices are auto, light, dark/],
    [['players', 'card', 'ana', '--theme', 'dark'], /^bandeja: --theme goes with --svg\.\n$/],
    [['players', 'card', 'ana', '--svg', '-', '--json'], /^bandeja: --json does not go with --svg\.\n$/],
    [['players', 'card', 'ana', '--headline', 'praise'], /Allowed choices are any, strengths/],
    [['players', 'progress', 'ana', '--width', '640'], /^bandeja: --width goes with --svg\.\n$/],
    [['sessions', 'recap', 'x', '--svg', '-', '--limit', '5'], /^bandeja: --limit does not go with --svg\.\n$/],
    [
      [...PLAYED, '--score', '12-12', '--scoring', 'games'],
      /^bandeja: The score does not decide the winner\. Give --win/,
    ],
    [[...PLAYED, '--score', '6-4 3-3'], /^bandeja: The score does not decide the winner\. Give --winner/],
    [['matches', 'submit', 'x.json', '--ref', 'mine'], /^bandeja: Describe the match with options or with a file/],
    [['players', 'progress', 'ana', '--interval', 'month'], /Allowed choices are match, day, week/],
    [['rosters', 'leaderboard', 'x', '--window', '8d'], /Allowed choices are 7d, 30d, 90d/],
    [['sessions', 'recap', 'x', '--rank-by', 'luck'], /Allowed choices are auto, wins, points, average/],
    [['players', 'register-batch', '-'], /it has no column “username” or “name”/],
    [['audit', 'verify', '--known', '5'], /a number, a colon and 64 hex digits/],
  ];
  for (const [args, stderr] of cases) {
    it(`bandeja ${args.join(' ')}`, async () => {
      const run = await runInside(args, { operatorToken: 'token', stdin: csvOf(1) });
      assert.match(run.stderr, stderr);
      assert.deepEqual([run.exitCode, run.stdout], [2, '']);
    });
  }

  it('a file without a required column exits with 2', async (t) => {
    const file = await aFile(t, 'results.csv', 'id,winner\n1,A\n');
    const service = await FakeService.start(t);
    service.replies.set('GET /v1/imports', NO_IMPORTS);
    const run = await runInside(['import', file], { url: service.url });
    assert.match(
      run.stderr,
      /^bandeja: Missing: played_at \(date\), .* Found: id, winner\. .*--map played_at=NAME\.\n$/,
    );
    assert.equal(run.exitCode, 2);
  });

  it('a file with a malformed last line exits with 2', async (t) => {
    const service = await FakeService.start(t);
    const run = await runInside(['import', await aFile(t, 'results.csv', `${csvOf(100)}"m100`)], { url: service.url });
    assert.match(run.stderr, /line 102: a quote \("\) is opened there or above and never closed/);
    assert.deepEqual([run.exitCode, service.to('POST', '/v1/imports').length], [2, 0]);
  });

  it('a report that cannot be written exits with 2', async (t) => {
    const run = await runInside(['import', await aFile(t, 'results.csv', csvOf(1)), '--report', '/absent/report.csv']);
    assert.match(run.stderr, /^bandeja: --report \/absent\/report\.csv: the file cannot be written \(ENOENT\)/m);
    assert.equal(run.exitCode, 2);
  });

  it('a report that would replace the imported file exits with 2', async (t) => {
    const file = await aFile(t, 'results.csv', csvOf(1));
    const run = await runInside([
      'import',
      file,
      '--report',
      join(file, '../../', basename(join(file, '..')), 'results.csv'),
    ]);
    assert.match(run.stderr, /that is the file to import/);
    assert.deepEqual([run.exitCode, await readFile(file, 'utf8')], [2, csvOf(1)]);
  });

  it('an invalid value for the whole file exits with 2', async (t) => {
    const service = await FakeService.start(t);
    const rules = [{ pointer: '/competition_type', code: 'not_one_of', detail: 'It is none of the values.' }];
    service.replies.set('GET /v1/imports', NO_IMPORTS);
    service.replies.set('POST /v1/imports', problem(422, 'invalid_body', rules));
    const file = await aFile(t, 'night.json', '{"competition_type":"bogus","matches":[{"participants":[]}]}');
    const run = await runInside(['import', file], { url: service.url });
    assert.match(
      run.stderr,
      /bandeja: The service refused the whole batch\. .*\n {2}\/competition_type {2}not_one_of: It is none of the values\.\nRequest id: req-1\n$/,
    );
    assert.equal(run.exitCode, 2);
  });

  it('an invalid query from the command line exits with 2', async (t) => {
    const service = await FakeService.start(t);
    const rules = [{ parameter: 'limit', code: 'out_of_range', detail: 'Too many.' }];
    service.mishap = () => ({ status: 400, body: problem(400, 'invalid_query', rules).body as object });
    const run = await runInside(['matches', 'list', '--limit', '999'], { url: service.url });
    assert.match(run.stderr, /\n {2}--limit {2}out_of_range: Too many\.\n/);
    assert.equal(run.exitCode, 2);
  });

  it('a file with only a header exits with 0', async (t) => {
    const service = await FakeService.start(t);
    service.replies.set('GET /v1/imports', NO_IMPORTS);
    const run = await runInside(['import', await aFile(t, 'results.csv', HEADER)], { url: service.url });
    assert.match(run.stdout, /rows read +0\n/);
    assert.equal(run.exitCode, 0);
  });
});

describe('An unreachable or unavailable service exits with 3 and advice', { concurrency: 2 }, () => {
  it('no key exits with 3', async () => {
    const run = await runCli(['players', 'get', 'ana'], { key: null });
    assert.match(run.stderr, /^bandeja: BANDEJA_KEY is not set\. .*bandeja keys issue\. Or store it: bandeja login\n$/);
    assert.equal(run.exitCode, 3);
  });

  it('a key with blanks exits with 3', async () => {
    const run = await runInside(['players', 'get', 'ana'], { key: 'bdj live' });
    assert.match(run.stderr, /^bandeja: BANDEJA_KEY: The key contains blanks/);
    assert.equal(run.exitCode, 3);
  });

  it('a port that no browser would open exits with 3', async () => {
    const run = await runInside(['players', 'get', 'ana']);
    assert.match(
      run.stderr,
      /^bandeja: Cannot reach http:\/\/127\.0\.0\.1:1: HTTP clients refuse to call port 1; let the service listen on another one\. Check the address\.\n$/,
    );
    assert.equal(run.exitCode, 3);
  });

  it('a host that does not exist exits with 3', async () => {
    const run = await runInside(['players', 'get', 'ana'], { url: 'http://bandeja.invalid' });
    assert.match(run.stderr, /^bandeja: Cannot reach http:\/\/bandeja\.invalid/);
    assert.equal(run.exitCode, 3);
  });

  it('an address without a service exits with 3', async () => {
    const url = await addressOfNobody();
    const run = await runInside(['players', 'get', 'ana'], { url });
    assert.ok(
      run.stderr.startsWith(`bandeja: Cannot reach ${url}: cannot connect (ECONNREFUSED). Is the service running`),
    );
    assert.equal(run.exitCode, 3);
  });

  it('an import exits with 3 and asks nothing about its file, which an open import may answer', async (t) => {
    const file = await aFile(t, 'results.csv', csvOf(2).replaceAll('Z,', ','));
    const run = await runInside(['import', file, '--json']);
    assert.match(run.stderr, /^bandeja: Cannot reach http/);
    assert.doesNotMatch(run.stderr, /time zone|--/);
    assert.equal(run.exitCode, 3);
    const service = await FakeService.start(t);
    service.replies.set('GET /v1/imports', NO_IMPORTS);
    const asked = await runInside(['import', file], { url: service.url });
    assert.match(asked.stderr, /without a time zone.* --timezone/);
    assert.equal(asked.exitCode, 2);
  });

  it('the advice for a wrong operator token does not refer to the operator', async (t) => {
    const service = await FakeService.start(t);
    service.mishap = () => ({ status: 401, body: problem(401, 'invalid_credentials').body as object });
    const run = await runInside(['partners', 'list'], { url: service.url, operatorToken: 'another' });
    assert.match(run.stderr, /\nCheck that you pasted the whole operator token\.\n/);
    assert.equal(run.exitCode, 3);
  });

  it('an invalid address exits with 2', async () => {
    const run = await runCli(['players', 'get', 'ana'], { url: 'localhost:8080' });
    assert.match(run.stderr, /^bandeja: BANDEJA_URL: “localhost:8080” is not an http address/);
    assert.equal(run.exitCode, 2);
  });

  const refusals: [name: string, reply: { status: number; body: unknown }, stderr: RegExp][] = [
    [
      'a wrong key',
      problem(401, 'invalid_credentials'),
      /\(401 invalid_credentials\)\nCheck that you pasted the whole API key, or ask/,
    ],
    [
      'a plan that does not do',
      problem(403, 'plan_forbidden', undefined, { required_plans: ['pro', 'enterprise'] }),
      /needs the plan pro or enterprise/,
    ],
    [
      'a scope that is missing',
      problem(403, 'insufficient_scope', undefined, { required_scopes: ['write:matches'] }),
      /a key with the scope write:matches/,
    ],
    ['a suspended partner', problem(403, 'partner_suspended'), /Ask the operator/],
    ['another program', { status: 404, body: {} }, /Is that the address of a Bandeja service/],
    ['a redirect', { status: 302, body: {} }, /redirects this request to somewhere else/],
  ];
  for (const [name, { status, body }, stderr] of refusals) {
    it(name, async (t) => {
      const service = await FakeService.start(t);
      service.mishap = () => ({ status, body: body as object });
      const show = await runInside(['players', 'get', 'ana'], { url: service.url });
      const file = await aFile(t, 'results.csv', csvOf(1));
      const imported = await runInside(['import', file, '--register'], { url: service.url });
      for (const run of [show, imported]) {
        assert.match(run.stderr, stderr);
        assert.equal(run.exitCode, 3);
      }
      const json = await runInside(['import', file, '--register', '--json'], { url: service.url });
      const { complete, failure } = JSON.parse(json.stdout);
      assert.deepEqual([complete, stderr.test(`bandeja: ${failure}`)], [false, true]);
    });
  }

  it('a service that stops responding exits with 3', async (t) => {
    const service = await FakeService.start(t);
    service.mishap = () => 'drop-before';
    const run = await runInside(['players', 'get', 'ana'], { url: service.url });
    assert.match(run.stderr, /^bandeja: Cannot reach .*: connection lost \(UND_ERR_SOCKET\)/);
    assert.deepEqual([run.exitCode, service.requests.length], [3, 3]);
  });
});

describe('Content that the service rejects exits with 1', () => {
  it('a rejection prints the detail, every fault with its path, and the request id', async (t) => {
    const service = await FakeService.start(t);
    const rules = [
      { pointer: '/set_scores/0', code: 'empty_set', detail: 'Not played.' },
      { parameter: 'limit', code: 'out_of_range', detail: 'Too many.' },
    ];
    service.mishap = () => ({ status: 422, body: problem(422, 'invalid_body', rules).body as object });
    const run = await runInside(['matches', 'submit', '-', '--json'], { url: service.url, stdin: '{}' });
    assert.equal(
      run.stderr,
      'bandeja: The service does not accept this (422 invalid_body):\n  /set_scores/0  empty_set: Not played.\n  limit  out_of_range: Too many.\nRequest id: req-1\n',
    );
    assert.equal(JSON.parse(run.stdout).code, 'invalid_body');
    assert.equal(run.exitCode, 1);
  });

  it('a duplicate reference prints the match that has it', async (t) => {
    const service = await FakeService.start(t);
    service.mishap = () => ({
      status: 409,
      body: problem(409, 'duplicate_external_ref', undefined, { existing_match_id: 'm-1', same_content: false })
        .body as object,
    });
    const run = await runCli(['matches', 'submit', '-'], { url: service.url, stdin: '{}' });
    assert.match(run.stderr, /The match that has it: m-1 \(with other content\)\n/);
    assert.deepEqual([run.exitCode, service.requests.length], [1, 1]);
  });
});
