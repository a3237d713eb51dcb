import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshName, useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile } from './run-cli.ts';

const service = useTestService({ listen: true });

const levelOf = async (club: CommandClub, username: string) => {
  const level = (await club.json('players', 'get', username))['starting_level'];
  const { value, scale, source } = (level ?? {}) as Record<string, unknown>;
  return level === null ? null : [value, scale, source];
};

describe('bandeja with starting levels', () => {
  it('registers a player with one, changes it and removes it; the audit trail lists and verifies all of it', async () => {
    const club = await CommandClub.start(service());
    const username = freshName('stated');
    await club.text('players', 'register', username, '--starting-level', '3.5', '--source', 'coach');
    assert.deepEqual(await levelOf(club, username), [3.5, 'level', 'coach']);
    assert.match(await club.text('players', 'get', username), /\nstated +3\.5 \(1600 points\), coach\n/);
    await club.text('players', 'update', username, '--starting-level', '4');
    assert.deepEqual(await levelOf(club, username), [4, 'level', 'self']);
    await club.text('players', 'update', username, '--display-name', 'Nora Gil');
    assert.deepEqual(await levelOf(club, username), [4, 'level', 'self']);
    await club.text('players', 'update', username, '--no-starting-level');
    assert.equal(await levelOf(club, username), null);
    assert.match(
      await club.text('players', 'audit', username),
      / – +3\.5 level, coach\n.* 3\.5 level, coach +4 level, self\n.* 4 level, self +–\n/,
    );
    assert.match(await club.text('audit', 'verify'), /valid.* 3 entries/);
    assert.equal((await club.run(['players', 'erase', username, '--yes'])).exitCode, 0);
    assert.match(await club.text('audit', 'verify'), /valid.* 3 entries/);
  });

  it('refuses a level that is none, and a source without a level', async () => {
    const club = await CommandClub.start(service());
    const refused = async (...args: string[]) => {
      const { exitCode, stderr } = await club.run(['players', 'register', freshName('stated'), ...args]);
      assert.equal(exitCode, 2);
      return stderr;
    };
    for (const level of ['3.555', 'high', '-1'])
      assert.match(await refused('--starting-level', level), /Must be a level/, level);
    assert.match(await refused('--starting-level', '3', '--source', 'mother'), /self, coach, other_app/);
    assert.match(await refused('--source', 'coach'), /--source goes with --starting-level/);
  });

  it('reads levels, sources and external ids from a file of players', async (t) => {
    const club = await CommandClub.start(service());
    const [full, comma, none, wrong] = ['full', 'comma', 'none', 'wrong'].map((word) => freshName(word));
    const header = 'username,starting_level,starting_level_source,external_id_licence';
    const rows = [`${full},3.5,coach,7`, `${comma},"2,25",,8`, `${none},,,`, `${wrong},high,coach,`];
    const file = await aFile(t, 'members.csv', [header, ...rows, ''].join('\n'));
    const run = await club.run(['players', 'register-batch', file]);
    assert.match(run.stdout, /\n3 players created, 0 existing, 0 taken, 1 rejected\.\n$/);
    assert.match(run.stdout + run.stderr, /starting_level/);
    const levels = [full, comma, none].map((username) => levelOf(club, username ?? ''));
    assert.deepEqual(await Promise.all(levels), [[3.5, 'level', 'coach'], [2.25, 'level', 'self'], null]);
    const { data } = await club.json('players', 'find', '--external-id', 'licence:7');
    assert.equal((data as { username: string }[])[0]?.username, full);
  });
});
