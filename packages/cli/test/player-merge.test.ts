import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { usePartnerTasks } from '@bandeja/service/test/support/tasks';
import { CommandClub } from './a-club.ts';
import { done, FakeService, running, TASK } from './fake-service.ts';
import { aFile, type CliRun, runInside } from './run-cli.ts';

const lineOf = (run: CliRun, label: string): number => Number(new RegExp(`${label} +(\\d+)`).exec(run.stdout)?.[1]);

describe('bandeja players merge', () => {
  const real = useTestService({ listen: true, isOwn: true });
  usePartnerTasks(real);

  /** Two clubs; the first player of the second one takes the place of the first of the first one. */
  async function twoClubs() {
    const [club, other] = [await CommandClub.start(real()), await CommandClub.start(real())];
    return { club, other, from: club.players[0], into: other.players[0] };
  }

  const namesOf = async (club: CommandClub, id: string) => {
    const match = await club.json('matches', 'get', id);
    const players = match['participants'] as { username: string | null }[];
    return [match['status'], ...players.map(({ username }) => username)];
  };

  it('shows what changes, asks, amends all, and the id or the report undoes it', async (t) => {
    const { club, other, from, into } = await twoClubs();
    const [, b, c, d] = club.players;
    const played = (day: number) => ['--played-at', `2026-05-0${day} 19:10`];
    const pending = await club.submit(...played(1), '--trust-tier', 'player_confirmed', '--ref', 'p1');
    const voided = await club.submit(...played(2), '--ref', 'v1');
    await club.text('matches', 'void', voided, '--reason', 'It was a friendly.', '--yes');
    const completed = await club.submit(...played(3), '--ref', 'c1');
    await other.submit('--a', `${from},${b}`, '--b', `${c},${d}`, ...played(4), '--ref', 'o1');
    await club.text('rosters', 'put', 'club');
    await club.text('rosters', 'add', 'club', from);
    const report = join(await aFile(t, 'empty', ''), '../merge.csv');
    const run = await club.run(['players', 'merge', from, into, '--report', report], { answer: true });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.stderr, /: 2 matches: 1 completed, 1 pending; played 2026-05-01 19:10 to 2026-05-03 19:10\n/);
    assert.match(run.stderr, new RegExp(`\n${into} takes the place of ${from} on club\\.\n`));
    assert.match(run.stderr, /\n1 voided match is not changed\.\n1 match of \S+ belongs to other partners; you cannot/);
    assert.match(run.stderr, /is a player of another partner\.\n/);
    assert.deepEqual([lineOf(run, 'amended'), lineOf(run, 'left, with both players')], [2, 0]);
    assert.deepEqual(await namesOf(club, pending), ['pending', into, b, c, d]);
    assert.deepEqual(await namesOf(club, completed), ['completed', into, b, c, d]);
    // After the merge, a person at the terminal was asked about the erasure, and answered yes.
    assert.match(
      run.stderr,
      /You may erase \S+ now\. After that, the merge cannot be undone\.\nErase .* for good\?\nErased\.\n$/,
    );
    const lines = (await readFile(report, 'utf8')).replace('\uFEFF', '').split('\n');
    assert.equal(lines[0], 'merge_id,match_id,external_ref,played_at,now');
    assert.match(lines[1] ?? '', new RegExp(`^[0-9a-f-]{36},${pending},p1,2026-05-01T.*,merged$`));
    const undo = await club.run(['import', 'undo', report, '--yes']);
    assert.deepEqual([undo.exitCode, /was erased/.test(undo.stderr)], [1, true], undo.stderr);
  });

  it('is undone by its id, and a second undo has nothing to do', async () => {
    const { club, from, into } = await twoClubs();
    const match = await club.submit();
    const before = await namesOf(club, match);
    const merge = await club.json('players', 'merge', from, into, '--yes');
    assert.deepEqual([merge['amended'], merge['left']], [1, 0]);
    const id = String(merge['id']);
    const script = await club.run(['import', 'undo', id]);
    assert.deepEqual([script.exitCode, /This changes matches\. Give --yes/.test(script.stderr)], [2, true]);
    const undone = await club.run(['import', 'undo', id, '--yes']);
    assert.deepEqual([undone.exitCode, lineOf(undone, 'amended')], [0, 1], undone.stderr);
    assert.deepEqual(await namesOf(club, match), before);
    const again = await club.run(['import', 'undo', id]);
    assert.deepEqual([again.exitCode, lineOf(again, 'amended')], [0, 0], again.stderr);
    const reason = await club.run(['import', 'undo', id, '--reason', 'Wrong.']);
    assert.match(reason.stderr, /--reason and --include-changed are for imports/);
  });

  it('refuses players who met or are in an open night, and asks before it changes anything', async () => {
    const { club, from, into } = await twoClubs();
    const [, b] = club.players;
    await club.submit();
    const met = await club.run(['players', 'merge', from, b, '--yes']);
    assert.equal(met.exitCode, 2);
    assert.match(met.stderr, /are both in 1 match, so they are two people\. Nothing was changed\.\n {2}2026-05-01 /);
    const same = await club.run(['players', 'merge', from, from.toUpperCase(), '--yes']);
    assert.deepEqual([same.exitCode, /same player as `from`/.test(same.stderr)], [1, true], same.stderr);
    const unknown = await club.run(['players', 'merge', from, `${into}x`, '--yes']);
    assert.deepEqual([unknown.exitCode, unknown.stderr.includes(`“${into}x”`)], [1, true], unknown.stderr);
    const script = await club.run(['players', 'merge', from, into]);
    assert.deepEqual([script.exitCode, /This changes 1 match\. Give --yes/.test(script.stderr)], [2, true]);
    const no = await club.run(['players', 'merge', from, into], { answer: false });
    assert.deepEqual([no.exitCode, no.stderr.endsWith('bandeja: Nothing was changed.\n')], [2, true]);
    const players = club.players.map((username) => ({ username }));
    await club.client.plans.put('n', { format: 'americano', courts: 1, rounds: 1, scoring: 'points', players });
    const open = await club.run(['players', 'merge', from, into, '--yes']);
    assert.deepEqual([open.exitCode, /is in the plan of n\. Close the night first/.test(open.stderr)], [2, true]);
  });

  it('ends with 0 if nothing is left to do', async () => {
    const { club, from, into } = await twoClubs();
    const run = await club.run(['players', 'merge', from, into]);
    assert.deepEqual([run.exitCode, lineOf(run, 'amended')], [0, 0], run.stderr);
    assert.match(run.stderr, /^None of your matches has /);
  });
});

describe('waiting for a merge', () => {
  it('shows the progress of its task, and Ctrl-C leaves it running', async (t) => {
    const service = await FakeService.start(t);
    const player = (name: string) => ({ profile_id: TASK.id, username: name, display_name: name, identity: 'shown' });
    const matches = {
      ...{ to_amend: 9, pending: 0, completed: 9, voided: 0, of_other_partners: 0 },
      ...{ first_played_at: TASK.created_at, last_played_at: TASK.created_at },
    };
    const preview = {
      ...{ from: player('ana.2'), into: player('ana'), from_is_yours: true, into_is_yours: true, matches },
      ...{ met: { count: 0, match_ids: [] }, rosters: [], open_plans: [], preview: 'seen' },
      nearby: { count: 0, pairs: [] },
    };
    const task = { ...TASK, kind: 'merge', subject: { type: 'merge', id: TASK.id } };
    const merge = { id: TASK.id, task, undo: null, amended: 9, left: 0, from: player('ana.2'), into: player('ana') };
    const [shown, started] = [
      { status: 200, body: preview },
      { status: 202, body: merge },
    ];
    service.replies.set('POST /v1/merges', [shown, started, shown, started]);
    service.replies.set(`GET /v1/merges/${TASK.id}`, { status: 200, body: merge });
    service.replies.set(`GET /v1/tasks/${TASK.id}`, { status: 200, body: { ...task, ...running(4, 9) } });
    service.mishap = ({ path }) => {
      if (path === `/v1/tasks/${TASK.id}`) process.emit('SIGINT');
      return 'none';
    };
    const run = () => runInside(['players', 'merge', 'ana.2', 'ana', '--yes'], { url: service.url });
    const stopped = await run();
    assert.equal(stopped.exitCode, 130);
    assert.match(stopped.stderr, /Stopped waiting; the task goes on\.\n {2}Look at it: {2}bandeja tasks get /);
    assert.deepEqual(
      service.to('POST', '/v1/merges').map(({ body }) => (body as { preview?: string }).preview)[1],
      'seen',
    );
    service.mishap = () => 'none';
    const ended = done({ amended: 9, left: 0 });
    service.replies.set(`GET /v1/tasks/${TASK.id}`, { status: 200, body: { ...task, ...ended } });
    const finished = await run();
    assert.deepEqual([finished.exitCode, lineOf(finished, 'amended')], [0, 9], finished.stderr);
  });
});
