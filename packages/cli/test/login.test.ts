/** Profiles: `bandeja login`, `logout`, `profiles` and `--profile`. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { aClub } from '@bandeja/service/test/support/club';
import { freshName, OPERATOR_TOKEN, useTestService } from '@bandeja/service/test/support/service';
import { runInside } from './run-cli.ts';

const service = useTestService({ listen: true });

/** Runs the command with its own profiles and without variables. */
async function aHome(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'bandeja-home-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const profilesPath = join(folder, 'bandeja/profiles.json');
  const url = service().url ?? assert.fail();
  const run = (args: string[], options: Parameters<typeof runInside>[1] = {}) =>
    runInside(args, { url: null, key: null, profilesPath, ...options });
  return { url, profilesPath, run };
}

describe('bandeja login', () => {
  it('several profiles are stored, and the latest is used unless another is named', async (t) => {
    const { url, profilesPath, run } = await aHome(t);
    const [norte, sur] = [await aClub(service()), await aClub(service())];
    for (const [name, club] of [
      ['norte', norte],
      ['sur', sur],
    ] as const) {
      const args = ['login', '--url', url, '--profile', name];
      const { exitCode, stderr } = await run(args, { stdin: `${club.partner.token ?? ''}\n` });
      assert.equal(exitCode, 0, stderr);
    }
    assert.match((await run(['login', '--help'])).stdout, /\n {2}--profile <name> .*\(default: default\)/);
    assert.equal((await stat(profilesPath)).mode & 0o777, 0o600);
    const listed = JSON.parse((await run(['profiles', '--json'])).stdout);
    assert.deepEqual(
      listed.data.map((one: { name: string; has: string; is_current: boolean }) => [one.name, one.has, one.is_current]),
      [
        ['norte', 'live key', false],
        ['sur', 'live key', true],
      ],
    );
    assert.ok(!JSON.stringify(listed).includes(norte.partner.token ?? '?'));

    await norte.submit();
    assert.match((await run(['matches', 'list'])).stdout, /^No matches yet/);
    assert.match((await run(['matches', 'list', '--profile', 'norte'])).stdout, /completed/);
    assert.match((await run(['--profile', 'norte', 'matches', 'list'])).stdout, /completed/);
    assert.match((await run(['matches', '--profile', 'norte', 'list'])).stdout, /completed/);
  });

  it('a variable with the address of the profile does not hide its key, and one with another address says so', async (t) => {
    const { url, run } = await aHome(t);
    const club = await aClub(service());
    const stdin = club.partner.token ?? '';
    const { stderr } = await run(['login', '--url', url], { stdin, url: `${url}/` });
    assert.match(stderr, /and used by default\.\n$/);
    assert.equal((await run(['matches', 'list'], { url: `${url}/` })).exitCode, 0);
    const elsewhere = await run(['matches', 'list'], { url: 'http://127.0.0.1:1' });
    assert.match(
      elsewhere.stderr,
      /BANDEJA_KEY is not set\. BANDEJA_URL is set to another address than the profile “default”.*give --profile default\./,
    );
    const hidden = await run(['login', '--url', url, '--profile', 'norte'], { stdin, key: 'bdj_live_x' });
    assert.match(hidden.stderr, /but BANDEJA_KEY overrides it\. Use --profile norte\.\n$/);
  });

  it('an error names the option or the profile with the fault', async (t) => {
    const { url, run } = await aHome(t);
    const malformed = await run(['login', '--url', 'localhost:8080'], { stdin: 'bdj_live_x' });
    assert.match(malformed.stderr, /^bandeja: --url: “localhost:8080” is not an http address/);
    assert.equal(malformed.exitCode, 2);
    const blank = await run(['login', '--url', url], { stdin: 'bdj live' });
    assert.match(blank.stderr, /^bandeja: the input: The key contains blanks .* Paste an API key again/);
    await run(['login', '--url', url, '--operator', '--profile', 'norte'], { stdin: OPERATOR_TOKEN });
    const keyless = await run(['matches', 'list']);
    assert.match(
      keyless.stderr,
      /^bandeja: The profile “norte” has no API key; the operator issues .* Store it: bandeja login --profile norte\n$/,
    );
    assert.equal(keyless.exitCode, 3);
    const unknown = await run(['logout', '--profile', 'sur']);
    assert.equal(unknown.stderr, 'bandeja: The profile “sur” does not exist. The profiles are: norte.\n');
  });

  it('the operator token is requested on a terminal without an echo', async (t) => {
    const { url, run } = await aHome(t);
    const { exitCode, stdout, stderr } = await run(['login', '--url', url, '--operator'], {
      answers: [OPERATOR_TOKEN],
    });
    assert.equal(exitCode, 0, stderr);
    assert.ok(!`${stdout}${stderr}`.includes(OPERATOR_TOKEN));
    assert.equal((await run(['partners', 'list'])).exitCode, 0);
    assert.match(
      (await run(['doctor'])).stdout,
      /✓ The service accepts the operator token from the profile “default”\./,
    );
  });

  it('a credential that the service rejects is not stored', async (t) => {
    const { url, profilesPath, run } = await aHome(t);
    const { exitCode, stderr } = await run(['login', '--url', url], { stdin: freshName('bdj_live_') });
    assert.equal(exitCode, 3);
    assert.match(stderr, /invalid_credentials/);
    await assert.rejects(readFile(profilesPath));
  });

  it('a stored key is never sent to another address', async (t) => {
    const { url, run } = await aHome(t);
    const club = await aClub(service());
    await run(['login', '--url', url], { stdin: club.partner.token ?? '' });
    // The variable names a service, so the profile is not used, nor its key.
    const { exitCode, stderr } = await run(['matches', 'list'], { url: 'http://127.0.0.1:1' });
    assert.equal(exitCode, 3);
    assert.match(stderr, /BANDEJA_KEY is not set/);
  });

  it('a profile can be removed, and the error names an unknown one', async (t) => {
    const { url, run } = await aHome(t);
    const club = await aClub(service());
    await run(['login', '--url', url], { stdin: club.partner.token ?? '' });
    assert.equal((await run(['logout'])).exitCode, 0);
    assert.match((await run(['profiles'])).stdout, /^No profiles yet/);
    const { exitCode, stderr } = await run(['matches', 'list', '--profile', 'norte']);
    assert.equal(exitCode, 2);
    assert.match(stderr, /The profile “norte” does not exist\. .* Add one with: bandeja login --profile norte\n$/);
    for (const name of ['norte', 'sur'])
      await run(['login', '--url', url, '--profile', name], { stdin: club.partner.token ?? '' });
    assert.equal((await run(['logout'])).exitCode, 0);
    const none = await run(['matches', 'list']);
    assert.equal(none.stderr, 'bandeja: BANDEJA_KEY is not set. No profile is current. Use --profile norte.\n');
  });
});
