import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { usePartnerTasks } from '@bandeja/service/test/support/tasks';
import { CommandClub } from './a-club.ts';
import { aFile, type CliRun } from './run-cli.ts';

const lineOf = (run: CliRun, label: string): number => Number(new RegExp(`${label} +(\\d+)`).exec(run.stdout)?.[1]);

/** An import of three matches. @returns its id, and the ids of the matches */
async function anImport(club: CommandClub) {
  const { imports } = club.client;
  const { id } = await imports.open({ label: 'liga.csv' });
  const rows = [1, 2, 3].map((day) => ({
    line: day + 1,
    match: {
      external_ref: `row-${day}`,
      played_at: `2026-05-0${day}T19:10:00Z`,
      participants: club.players.map((username, slot) => ({
        username,
        team: slot < 2 ? ('A' as const) : ('B' as const),
      })),
      winning_team: 'A' as const,
    },
  }));
  const { results } = await imports.send(id, { rows });
  return { id, matches: results.map(({ match_id }) => match_id ?? '') };
}

describe('bandeja import undo of an import of the service', () => {
  const real = useTestService({ listen: true, isOwn: true });
  usePartnerTasks(real);

  const statuses = (club: CommandClub, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await club.json('matches', 'get', id))['status']));

  it('shows what it voids, asks, and ends with 0, even if matches that were changed since are left', async (t) => {
    const club = await CommandClub.start(real());
    const { id, matches } = await anImport(club);
    const [changed = ''] = matches;
    await club.text('matches', 'amend', changed, '--venue', 'Club Sur', '--yes');
    const script = await club.run(['import', 'undo', id]);
    assert.equal(script.exitCode, 2);
    assert.match(script.stderr, /^To void: 2 matches of liga\.csv\.\n1 match was changed since the import and stays; /);
    assert.match(script.stderr, /A void cannot be undone\. Give --yes/);
    assert.deepEqual(await statuses(club, matches), ['completed', 'completed', 'completed']);
    const report = await aFile(t, 'report.csv', `\uFEFFline,id,detail,import_id\n2,${changed},"a, b",${id}\n`);
    const undone = await club.run(['import', 'undo', report, '--reason', 'Wrong club.'], { answer: true });
    assert.equal(undone.exitCode, 0, undone.stderr);
    const counts = (run: CliRun) =>
      ['voided', 'changed since, left', 'already voided'].map((label) => lineOf(run, label));
    assert.deepEqual(counts(undone), [2, 1, 0]);
    assert.deepEqual(await statuses(club, matches), ['completed', 'voided', 'voided']);
    assert.match(await club.text('import', 'list'), / {2}partly undone {2}/);
    const all = await club.run(['import', 'undo', id, '--include-changed', '--yes']);
    assert.deepEqual([all.exitCode, ...counts(all)], [0, 1, 0, 2], all.stderr);
    assert.match(await club.text('import', 'list'), / {2}undone {2}/);
    const again = await club.run(['import', 'undo', id]);
    assert.deepEqual([again.exitCode, ...counts(again)], [0, 0, 0, 3], again.stderr);
  });

  it('refuses ids of nothing, a blank reason, and to cancel an undo that is not under way', async () => {
    const club = await CommandClub.start(real());
    const { id } = await anImport(club);
    const idle = await club.run(['import', 'undo', id, '--cancel']);
    assert.deepEqual([idle.exitCode, idle.stderr], [2, 'bandeja: No undo is under way.\n']);
    const unknown = await club.run(['import', 'undo', id.replace(/....$/, '0000'), '--yes']);
    assert.equal(unknown.exitCode, 1);
    const reason = await club.run(['import', 'undo', id, '--reason', ' ']);
    assert.match(reason.stderr, /--reason: must have 1 to 500 characters/);
  });
});

describe('bandeja import undo --cancel', () => {
  // No task runs, so an undo stays under way.
  const real = useTestService({ listen: true });

  it('cancels the undo of an import, by its id or its report', async (t) => {
    const club = await CommandClub.start(real());
    const { id } = await anImport(club);
    const report = await aFile(t, 'report.csv', `\uFEFFline,id,detail,import_id\n2,,,${id}\n`);
    for (const named of [id, report]) {
      const undo = await club.client.imports.undo(id);
      const { exitCode, stdout, stderr } = await club.run(['import', 'undo', named, '--cancel']);
      assert.deepEqual([exitCode, stderr], [0, '']);
      assert.match(stdout, /^Cancelled\. To undo the rest, run the command again without --cancel\./);
      assert.equal((await club.client.tasks.get(undo.id)).state, 'cancelled');
    }
    assert.equal((await club.client.matches.list({ status: 'voided' })).data.length, 0);
  });
});
