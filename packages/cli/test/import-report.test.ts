import assert from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { seeded } from '@bandeja/service/test/support/seeded';
import { useTestService } from '@bandeja/service/test/support/service';
import { aHistory, fileOf, type PastMatch } from './club-history.ts';
import { FakeService, isRows } from './fake-service.ts';
import { aFile, type CliRun, runCli, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

/** A club, a file of matches, and the run of a command. */
async function aClub(t: TestContext, matches: readonly PastMatch[]) {
  const service = await FakeService.start(t, real());
  const file = await aFile(t, 'night.csv', fileOf(matches));
  const report = join(dirname(file), 'report.csv');
  const run = (...args: string[]): Promise<CliRun> => runInside(args, { url: service.url });
  const importInto = (path: string, ...more: string[]) => run('import', file, '--register', '--report', path, ...more);
  return { service, file, report, run, importInto };
}

const count = (run: CliRun, label: string): number => Number(new RegExp(`${label} +(\\d+)`).exec(run.stdout)?.[1]);

describe('bandeja import --report', () => {
  it('replaces no file but a report of an import', async (t) => {
    const { service, report, importInto } = await aClub(t, aHistory(seeded(1), 3, 'm'));
    const others = {
      'results.csv': 'Fecha;Pareja 1;Pareja 2;Resultado\n1/2/2026;a/b;c/d;6-4 6-3\n',
      'notes.txt': 'Ana pays for the balls.\n',
      'players.csv': 'name,username,note\nAna,ana,new\n',
      'merge.csv': 'id,external_ref,played_at,from,into,before,after\n',
    };
    for (const [name, content] of Object.entries(others)) {
      const path = await aFile(t, name, content);
      const refused = await importInto(path);
      assert.equal(refused.exitCode, 2, `${name}: ${refused.stderr}`);
      assert.match(
        refused.stderr,
        /not the report of an import\. .*Nothing was sent\. Choose another name, such as .*\/[a-z]+-2\.(csv|txt)\.\n$/,
        name,
      );
      assert.equal(await readFile(path, 'utf8'), content, name);
    }
    assert.equal(service.batches.length, 0);
    assert.equal((await importInto(report, '--dry-run')).exitCode, 0);
    assert.equal((await importInto(report)).exitCode, 0);
    assert.match(
      await readFile(report, 'utf8'),
      /^\uFEFFline,.*\n(?:\d+,m\d+,created,[^,]{36},,,[^,]*,[^,]{36}\n){3}$/,
    );
  });

  it('sends nothing if the report cannot be written, and keeps the earlier one', {
    skip: process.platform !== 'linux' && 'needs /dev/full',
  }, async (t) => {
    const { service, report, importInto } = await aClub(t, aHistory(seeded(2), 2, 'm'));
    const run = await importInto('/dev/full');
    assert.match(run.stderr, /^bandeja: --report \/dev\/full: the file cannot be written \(ENOSPC\)/m);
    assert.equal(run.exitCode, 2);
    const folder = await importInto(dirname(report));
    assert.match(folder.stderr, /^bandeja: --report .*: that is a directory\. Name a file in it\.\n$/);
    assert.equal(folder.exitCode, 2);
    assert.equal((await importInto(report, '--dry-run')).exitCode, 0);
    const before = await readFile(report, 'utf8');
    await symlink('/dev/full', `${report}.part`);
    const full = await importInto(report);
    assert.match(full.stderr, /^bandeja: --report .*: the file cannot be written \(ENOSPC\)/m);
    assert.deepEqual([full.exitCode, service.batches.length], [2, 0]);
    assert.equal(await readFile(report, 'utf8'), before);
    assert.deepEqual((await readdir(dirname(report))).toSorted(), ['night.csv', 'report.csv']);
  });

  it('is not replaced if the import is refused before the first row', async (t) => {
    const { service, report, importInto } = await aClub(t, aHistory(seeded(3), 2, 'm'));
    assert.equal((await importInto(report)).exitCode, 0);
    const before = await readFile(report, 'utf8');
    service.mishap = ({ method, path }) =>
      method === 'POST' && isRows(path) ? { status: 403, body: { code: 'partner_suspended' } } : 'none';
    assert.equal((await importInto(report)).exitCode, 3);
    assert.equal(await readFile(report, 'utf8'), before);
    assert.deepEqual((await readdir(dirname(report))).toSorted(), ['night.csv', 'report.csv']);
  });

  it('has the rows of a batch that were answered before the confirmation of another failed', async (t) => {
    const [one, two] = aHistory(seeded(4), 2, 'm');
    if (one === undefined || two === undefined) assert.fail();
    const { service, file, report } = await aClub(t, [one, { ...two, score: '6-4 6-5' }]);
    service.mishap = (request, count) =>
      request.method === 'POST' && isRows(request.path) && count === 2
        ? { status: 403, body: { code: 'partner_suspended' } }
        : 'none';
    const options = ['--register', '--session', 'abril', '--report', report];
    const run = await runInside(['import', file, ...options], { url: service.url, answers: ['y', 'y'] });
    assert.equal(run.exitCode, 3, run.stderr);
    assert.match(await readFile(report, 'utf8'), /\n2,m0,created,.*\n3,m1,rejected,,left_out,/);
  });

  it('names an import that was killed and run again, with all that it created', async (t) => {
    const { service, file, report, importInto } = await aClub(t, aHistory(seeded(6), 60, 'm'));
    let kill = (): void => {};
    let batches = 0;
    service.mishap = ({ method, path }) => {
      if (method !== 'POST' || !isRows(path) || ++batches < 2) return 'none';
      return () => kill();
    };
    await runCli(['import', file, '--register', '--report', report], {
      url: service.url,
      onStart: (signal) => {
        kill = () => signal('SIGKILL');
      },
    });
    service.mishap = () => 'none';
    assert.equal((await service.matches()).length, 50);
    const again = await importInto(report);
    assert.deepEqual([again.exitCode, count(again, 'duplicates'), count(again, 'created')], [0, 0, 60], again.stderr);
    assert.match(
      await readFile(report, 'utf8'),
      /^\uFEFFline,.*\n(?:\d+,m\d+,created,[^,]{36},,,[^,]*,[^,]{36}\n){60}$/,
    );
  });
});
