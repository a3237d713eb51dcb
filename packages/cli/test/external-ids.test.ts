import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshName, useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile } from './run-cli.ts';

const service = useTestService({ listen: true });

describe('bandeja with external ids', () => {
  it('registers players with them, changes, removes and finds them', async (t) => {
    const club = await CommandClub.start(service());
    const [one, two] = [freshName('one'), freshName('two')];
    await club.text('players', 'register', one, '--external-id', 'licence:7', '--external-id', 'app:a,b');
    const file = await aFile(t, 'members.csv', `username,external_id_licence,external_id_app\n${two},8,\n`);
    await club.text('players', 'register-batch', file);
    const find = async (id: string) => {
      const { data } = await club.json('players', 'find', '--external-id', id);
      return (data as { username: string }[]).map(({ username }) => username);
    };
    assert.deepEqual([await find('licence:7'), await find('app:a,b'), await find('licence:8')], [[one], [one], [two]]);
    assert.match(await club.text('players', 'get', one), /your ids +app:a,b, licence:7\n/);
    await club.text('players', 'update', one, '--external-id', 'licence:9', '--remove-external-id', 'app');
    assert.deepEqual([await find('licence:9'), await find('app:a,b'), await find('licence:7')], [[one], [], []]);
    const taken = await club.run(['players', 'update', two, '--external-id', 'licence:9']);
    assert.match(taken.stderr, new RegExp(`“${one}” has the licence “9”`));
    const wrong = await club.run(['players', 'find', '--external-id', 'licence']);
    assert.match(wrong.stderr, /Must be a kind and a value/);
  });

  it('imports results that have ids instead of players, and rejects the rows with unknown ids', async (t) => {
    const club = await CommandClub.start(service());
    const names = await Promise.all(
      [1, 2, 3, 4].map(async (licence) => {
        const username = freshName('player');
        await club.text('players', 'register', username, '--external-id', `licence:${licence}`);
        return username;
      }),
    );
    const header = 'external_ref,played_at,a1,a2,b1,b2,set_scores';
    const rows = ['j1,2026-06-01T10:00:00Z,1,2,3,4,6-4 6-3', 'j2,2026-06-02T10:00:00Z,1,2,3,99,6-4 6-3'];
    const file = await aFile(t, 'results.csv', [header, ...rows, ''].join('\n'));
    const run = await club.run(['import', file, '--ids', 'licence', '--json']);
    assert.equal(run.exitCode, 1, run.stderr);
    const { created, rejected, problems } = JSON.parse(run.stdout);
    assert.deepEqual([created, rejected], [1, 1]);
    assert.match(problems[0].problem, /an external id that no player has/);
    const { data } = await club.json('matches', 'list');
    const [match] = data as { participants: { username: string }[] }[];
    assert.deepEqual(
      match?.participants.map(({ username }) => username),
      names,
    );
    const both = await club.run(['import', file, '--ids', 'licence', '--names']);
    assert.deepEqual([both.exitCode, /excludes --names/.test(both.stderr)], [2, true]);
  });
});
