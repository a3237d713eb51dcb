/** `bandeja api` */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aClub, type Club } from '@bandeja/service/test/support/club';
import { OPERATOR_TOKEN, useTestService } from '@bandeja/service/test/support/service';
import { type CliOptions, runInside } from './run-cli.ts';

const service = useTestService({ listen: true });

function run(club: Club, args: readonly string[], options: CliOptions = {}) {
  const { token } = club.partner;
  return runInside(['api', ...args], { url: service().url ?? null, key: token ?? null, ...options });
}

describe('bandeja api', () => {
  it('bandeja api prints the response of a GET request', async () => {
    const club = await aClub(service());
    const { id } = await club.submit();
    const { exitCode, stdout, stderr } = await run(club, ['GET', '/v1/matches?limit=1']);
    assert.equal(exitCode, 0, stderr);
    const { data, pagination } = JSON.parse(stdout);
    assert.deepEqual([data[0].id, pagination.limit], [id, 1]);
  });

  it('--input sends JSON, and --include prints the status and the headers', async () => {
    const club = await aClub(service());
    const stdin = JSON.stringify(club.match());
    const { exitCode, stdout, stderr } = await run(club, ['post', '/v1/matches', '--input', '-', '--include'], {
      stdin,
    });
    assert.equal(exitCode, 0, stderr);
    const [head = '', body = ''] = stdout.split('\n\n');
    assert.match(head, /^201\n/);
    assert.match(head, /\nlocation: \/v1\/matches\//);
    assert.equal(head.includes(`/v1/matches/${JSON.parse(body).id}`), true);
  });

  it('a picture is printed unchanged, and a response without a body prints nothing', async () => {
    const club = await aClub(service());
    await club.submit();
    const [player] = club.players;
    const picture = await run(club, ['GET', `/v1/players/${player?.username}/card.svg`]);
    assert.match(picture.stdout, /^<svg /);
    await run(club, ['PUT', '/v1/rosters/thursday']);
    assert.deepEqual(await run(club, ['DELETE', '/v1/rosters/thursday']), { exitCode: 0, stdout: '', stderr: '' });
  });

  it('the operator token is sent only to paths below /admin', async () => {
    const club = await aClub(service());
    const admin = await run(club, ['GET', '/admin/v1/partners?limit=1'], { operatorToken: OPERATOR_TOKEN, key: null });
    assert.equal(admin.exitCode, 0, admin.stderr);
    const partner = await run(club, ['GET', '/v1/matches'], { operatorToken: OPERATOR_TOKEN, key: null });
    assert.equal(partner.exitCode, 3);
    assert.match(partner.stderr, /BANDEJA_KEY is not set/);
  });

  it('bandeja api prints the service’s error', async () => {
    const { exitCode, stderr } = await run(await aClub(service()), ['GET', '/v1/matches?limit=0']);
    assert.equal(exitCode, 2);
    assert.match(stderr, /limit {2}out_of_range/);
    const nowhere = await run(await aClub(service()), ['GET', '/v1/nope']);
    assert.equal(nowhere.exitCode, 1);
    assert.match(
      nowhere.stderr,
      /^bandeja: There is nothing at “\/v1\/nope”\. \(404 route_not_found\)\nRequest id: .*\n$/,
    );
    const operator = { operatorToken: OPERATOR_TOKEN, key: null };
    const otherPort = await run(await aClub(service()), ['GET', '/admin/v1/nope'], operator);
    assert.match(otherPort.stderr, /\nIf the service has an ADMIN_PORT, set BANDEJA_URL to that port\./);
    for (const [path, base] of [
      ['/v1/nope', '/v1'],
      ['/health/ready', '/v1'],
      ['/v1/matches', '/console'],
    ] as const) {
      const wrong = await run(await aClub(service()), ['GET', path], { url: `${service().url}${base}` });
      assert.equal(wrong.exitCode, 3, base + path);
      assert.match(wrong.stderr, /\nIs that the address of a Bandeja service, without \/v1\?\n/);
    }
  });

  it('an unknown method or a path without a slash is rejected', async () => {
    const club = await aClub(service());
    for (const args of [
      ['FETCH', '/v1/matches'],
      ['GET', 'v1/matches'],
    ]) {
      assert.equal((await run(club, args)).exitCode, 2);
    }
  });
});
