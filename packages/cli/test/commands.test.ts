import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR_TOKEN, useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const service = useTestService({ listen: true });

/** Runs a command of the operator, which must end well. @returns what it printed */
async function operate(...args: string[]): Promise<string> {
  const run = await runInside(args, { url: service().url, key: null, operatorToken: OPERATOR_TOKEN });
  assert.equal(run.exitCode, 0, run.stderr);
  return run.stdout;
}

const idIn = (text: string): string => /^id +(\S+)$/m.exec(text)?.[1] ?? assert.fail(text);

describe('the commands of operators', () => {
  it('a partner is created, listed, shown, suspended and changed', async () => {
    const created = await operate('partners', 'create', '--name', 'Club Norte', '--plan', 'pro');
    assert.match(created, /^id +[\w-]{36}\nname +Club Norte\nplan +pro\nsuspended +false\n/);
    const id = idIn(created);
    assert.match(await operate('partners', 'list', '--limit', '100'), new RegExp(`\n${id} +Club Norte +pro +false`));
    assert.match(await operate('partners', 'update', id, '--suspend'), /suspended +true\n/);
    assert.match(await operate('partners', 'update', id, '--plan', 'enterprise', '--resume'), /suspended +false\n/);
    assert.match(await operate('partners', 'get', id), /plan +enterprise\n/);
  });

  it('a key is issued, listed, rotated and revoked', async () => {
    const partner = idIn(await operate('partners', 'create', '--name', 'Club Sur', '--plan', 'pro'));
    const scopes = ['--scope', 'read:players,write:matches', '--scope', 'write:players'];
    const issued = await operate('keys', 'issue', partner, ...scopes);
    assert.match(issued, /^key +bdj_live_\S+\n/);
    assert.match(issued, /^scopes +read:players write:matches write:players$/m);
    const id = idIn(issued);
    assert.match(await operate('keys', 'list', partner), new RegExp(`${id} +– +live +read:players write:matches`));
    assert.match(await operate('keys', 'rotate', id, '--overlap', '60'), /^key +bdj_live_\S+\n/);
    assert.equal(await operate('keys', 'revoke', id), `The key ${id} (without a name, never used) is revoked.\n`);
    assert.doesNotMatch(await operate('keys', 'list', partner), new RegExp(id));
    assert.match(await operate('keys', 'list', partner, '--all', '--csv'), new RegExp(`${id},.*,20[^,]+Z$`, 'm'));
    assert.match(await operate('keys', 'show', id), /\nrevoked +20/);
    const test = JSON.parse(await operate('keys', 'issue', partner, ...scopes, '--mode', 'test', '--json'));
    assert.match(test.key, /^bdj_test_/);
  });

  it('an operator is revoked by name or id, if only one has the name', async () => {
    const first = idIn(await operate('operators', 'create', 'luis'));
    assert.equal(await operate('operators', 'revoke', 'luis'), 'The operator luis is revoked.\n');
    assert.doesNotMatch(await operate('operators', 'list'), new RegExp(first));
    const unknown = { url: service().url, key: null, operatorToken: OPERATOR_TOKEN };
    const again = await runInside(['operators', 'revoke', 'luis'], unknown);
    assert.equal(again.exitCode, 2);
    assert.match(again.stderr, /No operator has the name “luis”\. Find the id with: bandeja operators list/);
    const id = idIn(await operate('operators', 'create', 'eva'));
    assert.equal(await operate('operators', 'revoke', id), `The operator ${id} is revoked.\n`);
  });

  it('a person is invited, invited again, listed, removed and erased', async () => {
    const partner = idIn(await operate('partners', 'create', '--name', 'Club Este', '--plan', 'pro'));
    const address = /^address +http:\/\/127\.0\.0\.1:\d+\/j#(bdi_\w+)$/m;
    const addressIn = (text: string) => address.exec(text)?.[1] ?? assert.fail(text);
    const invited = await operate('people', 'invite', partner, '--name', 'Ana', '--role', 'organizer');
    const id = idIn(invited);
    const again = addressIn(await operate('people', 'invite-again', id));
    await service().nobody.withToken(addressIn(invited)).refusal('invalid_credentials', 'GET', '/v1/invitation');
    assert.equal((await service().nobody.withToken(again).request('GET', '/v1/invitation')).status, 200);
    assert.match(await operate('people', 'invite', partner, '--name', 'Berta'), /^role +manager$/m);
    assert.match(await operate('people', 'list', partner), new RegExp(`^${id} +Ana +organizer +0 `, 'm'));
    assert.equal(await operate('people', 'remove', id), `The person ${id} is removed.\n`);
    assert.doesNotMatch(await operate('people', 'list', partner), new RegExp(id));
    assert.match(await operate('people', 'remove', id, '--erase'), / and the name is deleted\.\n$/);
    assert.match(await operate('people', 'list', partner, '--all'), new RegExp(`^${id} +Erased person `, 'm'));
  });
});

describe('the commands of partners', () => {
  it('the list of a player’s matches is limited by time', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const [a, b, c, d] = club.players;
    const list = (since: string) => club.text('players', 'matches', a, '--limit', '2', '--since', since);
    const row = new RegExp(`^2026-05-01 19:10 +${a} / ${b} +6-4 7-5 +${c} / ${d} +A +completed +${id}$`, 'm');
    assert.match(await list('2026-05-01T21:00:00+02:00'), row);
    assert.doesNotMatch(await list('2026-05-01T21:20:00+02:00'), row);
  });

  it('a pending match is listed by session and status, confirmed, voided and audited', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit('--trust-tier', 'player_confirmed', '--session', 'night/1');
    const pending = ['matches', 'list', '--session', 'night/1', '--status', 'pending'];
    assert.match(await club.text(...pending), new RegExp(` pending +${id}\n`));
    assert.match(await club.text('matches', 'confirm', id), /status +completed\n/);
    assert.equal(await club.text(...pending), 'No match fits these filters.\n');
    assert.match(await club.text('sessions', 'recap', 'night/1'), /most lopsided: /);
    assert.match(await club.text('matches', 'void', id, '--reason', 'twice', '--yes'), /voided because +twice\n/);
    assert.match(await club.text('matches', 'audit', id), /submitted.*confirmed.*voided +\d+ +\S+ +[0-9a-f]{16}\n/s);
  });

  it('a partial list prints how to get the rest', async () => {
    const club = await CommandClub.start(service());
    await club.submit();
    await club.submit('--played-at', '2026-05-02 19:10');
    const { stderr } = await club.run(['matches', 'list', '--limit', '1']);
    const [, cursor = ''] = /^There are more: --cursor (\S+)\n$/.exec(stderr) ?? assert.fail(stderr);
    const rest = await club.run(['matches', 'list', '--cursor', cursor]);
    assert.match(rest.stdout, /\n2026-05-01 19:10 /);
    assert.equal(rest.stderr, '');
  });
});

describe('a command', () => {
  it('sentences are in the language of the terminal or of --lang', async (t) => {
    const fake = await FakeService.start(t);
    const language = 'pt-BR';
    await runInside(['players', 'card', 'ana'], { url: fake.url, language });
    await runInside(['players', 'card', 'ana', '--lang', 'es'], { url: fake.url, language });
    const asked = fake.requests.map(({ headers }) => headers['accept-language']);
    assert.deepEqual(asked, ['pt-BR', 'es']);
  });

  it('an argument is percent-encoded in the path', async (t) => {
    const fake = await FakeService.start(t);
    await runInside(['players', 'get', 'an%2Fa'], { url: fake.url });
    assert.equal(fake.requests[0]?.path, '/v1/players/an%252Fa');
  });

  it('a match is submitted as in the file', async (t) => {
    const fake = await FakeService.start(t);
    const file = await aFile(t, 'match.json', '\ufeff{"external_ref": "x", "n": 1.0}');
    await runInside(['matches', 'submit', file], { url: fake.url });
    assert.deepEqual(fake.requests[0]?.body, { external_ref: 'x', n: 1 });
    await runInside(['matches', 'submit', '-', '--dry-run'], { url: fake.url, stdin: '{}' });
    assert.equal(fake.requests[1]?.query.get('dry_run'), 'true');
  });

  const final: [args: string[], [path: string, body: object], question: RegExp][] = [
    [
      ['webhooks', 'delete', 'x'],
      ['/v1/webhook-endpoints/x', { url: 'https://club.example' }],
      /^Delete the endpoint https:\/\/club\.example and /,
    ],
    [
      ['rosters', 'delete', 'x'],
      ['/v1/rosters/x', { name: null, members: 1 }],
      /^Delete the roster x with 1 player for good\?/,
    ],
    [
      ['sandbox', 'clear'],
      ['/v1/sandbox', { players: 0, matches: 0 }],
      /^Delete 0 players, 0 matches and everything else in the sandbox\?/,
    ],
  ];
  for (const [args, [path, body], question] of final) {
    it(`bandeja ${args.join(' ')} cannot be undone: it asks on a terminal, and needs --yes in a script`, async (t) => {
      const fake = await FakeService.start(t);
      fake.replies.set(`GET ${path}`, { status: 200, body });
      const given = { url: fake.url, key: 'bdj_test_x' };
      const script = await runInside(args, given);
      assert.match(script.stderr, /cannot be restored\. Give --yes to confirm it without a terminal\.\n$/);
      const refused = await runInside(args, { ...given, answer: false });
      assert.match(refused.stderr, question);
      assert.match(refused.stderr, /\nbandeja: Nothing was changed\.\n$/);
      assert.deepEqual([script.exitCode, refused.exitCode], [2, 2]);
      assert.ok(fake.requests.every(({ method }) => method === 'GET'));
      await runInside([...args, '--yes'], given);
      await runInside(args, { ...given, answer: true });
      assert.equal(fake.requests.filter(({ method }) => method !== 'GET').length, 2);
    });
  }

  it('a lost response does not create a partner twice', async (t) => {
    const fake = await FakeService.start(t);
    fake.mishap = () => 'drop-after';
    const args = ['partners', 'create', '--name', 'x', '--plan', 'pro'];
    const run = await runInside(args, { url: fake.url, operatorToken: 'x' });
    assert.deepEqual([run.exitCode, fake.requests.length], [3, 1]);
  });
});
