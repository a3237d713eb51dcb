/** What a club does with the command from an import to an audit, against the real service. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { freshName, useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile, csvOf } from './run-cli.ts';

const NIGHT = resolve(import.meta.dirname, '../../../examples/club-night.json');
const SESSION = 'club-norte-2025-10-17';

// The players of the example are other clubs' players in other tests.
const service = useTestService({ listen: true, isOwn: true });

describe('bandeja and the service', () => {
  it('a club night is imported and shown', async () => {
    const club = await CommandClub.start(service());
    const imported = await club.json('import', NIGHT, '--register');
    assert.deepEqual([imported['created'], imported['rejected'], imported['players_registered']], [14, 0, 8]);
    const recap = await club.json('sessions', 'recap', SESSION);
    assert.equal((recap['leaderboard'] as unknown[]).length, 8);
    assert.match(await club.text('sessions', 'recap', SESSION), /Inês Carvalho \* +5 +2 {2}39-31 /);
    const player = await club.json('players', 'get', 'ines.carvalho');
    assert.deepEqual([player['country_code'], player['profile_is_public']], ['PT', false]);
  });

  it('the audit chain is valid after an import, a confirmation and a void', async (t) => {
    const club = await CommandClub.start(service());
    await club.json('import', await aFile(t, 'results.csv', csvOf(30)), '--register');
    const { data } = await club.json('matches', 'list', '--limit', '1');
    const [{ id }] = data as [{ id: string }];
    assert.equal((await club.json('matches', 'confirm', id))['status'], 'completed');
    const voided = await club.json('matches', 'void', id, '--reason', 'entered twice', '--yes');
    assert.deepEqual([voided['status'], voided['void_reason']], ['voided', 'entered twice']);
    assert.match(await club.text('matches', 'audit', id), / submitted +1 .*\n.* voided +2 /);
    const verification = await club.json('audit', 'verify');
    assert.deepEqual([verification['verified'], verification['entries']], [true, 31]);
    const { seq, hash } = verification['head'] as { seq: number; hash: string };
    const sql = (reason: string) => `update matches set void_reason = '${reason}' where id = '${id}'`;
    await service().database.script(sql('another reason'));
    const altered = await club.run(['audit', 'verify']);
    assert.match(altered.stdout, new RegExp(`1 match differs from it:\\n {2}match ${id}: void_reason\\n$`));
    assert.equal(altered.exitCode, 1);
    await service().database.script(sql('entered twice'));
    await club.text('audit', 'verify', '--known', `${seq}:${hash}`);
    assert.equal((await club.run(['audit', 'verify', '--known', `99:${hash}`])).exitCode, 1);
  });

  it('players and rosters can be created, changed and removed', async () => {
    const club = await CommandClub.start(service());
    const name = freshName('keeps');
    await club.text('players', 'register', name, '--display-name', 'Íñigo', '--country', 'es', '--public');
    assert.match(await club.text('players', 'search', name), new RegExp(`${name} +Íñigo +ES +1500`));
    const updated = await club.json('players', 'update', name, '--no-country', '--private');
    assert.deepEqual([updated['country_code'], updated['profile_is_public']], [null, false]);
    await club.text('rosters', 'put', 'friday', '--name', 'Friday night');
    await club.text('rosters', 'add', 'friday', name);
    assert.match(await club.text('rosters', 'members', 'friday'), new RegExp(`${name} +Íñigo +private`));
    await club.text('rosters', 'remove', 'friday', name);
    assert.match(await club.text('rosters', 'list'), /friday +Friday night +0/);
    await club.text('rosters', 'delete', 'friday', '--yes');
    const { exitCode, stderr } = await club.run(['rosters', 'get', 'friday']);
    assert.equal(exitCode, 1);
    assert.match(stderr, /\(404 roster_not_found\)\nbandeja rosters list shows your rosters\.\nRequest id: /);
  });
});
