import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { REPORT_HEADER, sentLine } from '@bandeja/importer/report';
import { seeded } from '@bandeja/service/test/support/seeded';
import { useTestService } from '@bandeja/service/test/support/service';
import { aHistory, fileOf, type PastMatch } from './club-history.ts';
import { FakeService } from './fake-service.ts';
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
  it('replaces no other file: results, a players file, the report of a merge or of another import', async (t) => {
    const { service, file, report, run, importInto } = await aClub(t, aHistory(seeded(1), 3, 'm'));
    const others = {
      'results.csv': ['Fecha;Pareja 1;Pareja 2;Resultado\n1/2/2026;a/b;c/d;6-4 6-3\n', /not the report of an import/],
      'notes.txt': ['Ana pays for the balls.\n', /it is not the report of an import/],
      'players.csv': ['name,username,note\nAna,ana,new\n', /it is a players file/],
      'merge.csv': ['id,external_ref,played_at,from,into,before,after\n', /this is the report of a merge/],
      'january.csv': [
        'line,external_ref,status,id,code,detail,warnings\n2,j1,created,019de4f2-a340-8f34-a99b-71224f08972d,,,\n',
        /this is the report of another import/,
      ],
    } as const;
    for (const [name, [content, what]] of Object.entries(others)) {
      for (const more of name === 'results.csv' || name === 'january.csv' ? [[], ['--dry-run']] : [[]]) {
        const path = await aFile(t, name, content);
        const refused = await importInto(path, ...more);
        const label = `${name} ${more}: ${refused.stderr}`;
        assert.equal(refused.exitCode, 2, label);
        // A dry run is refused before the rows are compared.
        if (name !== 'january.csv' || more.length === 0) assert.match(refused.stderr, what, label);
        assert.match(
          refused.stderr,
          /Nothing was sent\. Choose another name, such as .*\/[a-z]+-2\.(csv|txt)\.\n$/,
          label,
        );
        assert.equal(await readFile(path, 'utf8'), content, label);
      }
    }
    assert.equal(service.batches.length + service.registrations.length, 0);

    assert.equal((await importInto(report, '--dry-run')).exitCode, 0);
    assert.equal((await importInto(report)).exitCode, 0);
    const before = await readFile(report, 'utf8');
    const dry = await importInto(report, '--dry-run');
    assert.match(dry.stderr, /this is the report of an import\. A dry run does not replace it\. Nothing was sent\./);
    const second = await aFile(t, 'second.csv', fileOf(aHistory(seeded(2), 2, 's')));
    assert.equal((await run('import', second, '--register', '--report', report)).exitCode, 2);
    assert.equal(await readFile(report, 'utf8'), before);
    assert.equal((await run('import', 'undo', report, '--yes')).exitCode, 0);
    assert.ok(file !== second && (await service.matches()).every(({ status }) => status === 'voided'));
  });

  it('with a corrected file, keeps what the first run created and this file no longer has', async (t) => {
    const matches = aHistory(seeded(3), 4, 'm');
    const { service, file, report, run, importInto } = await aClub(t, matches);
    assert.equal((await importInto(report)).exitCode, 0);
    const [first, , ...others] = matches;
    await writeFile(file, fileOf([...others, { ...aHistory(seeded(4), 1, 'x')[0], ref: 'new' } as PastMatch]));
    const again = await importInto(report);
    assert.deepEqual([again.exitCode, count(again, 'created'), count(again, 'duplicates')], [0, 1, 2], again.stderr);
    assert.match(await readFile(report, 'utf8'), new RegExp(`\n,${first?.ref},created,[0-9a-f-]{36},`));
    const undone = await run('import', 'undo', report, '--yes');
    assert.deepEqual([undone.exitCode, count(undone, 'voided')], [0, 5], undone.stderr);
    assert.ok((await service.matches()).every(({ status }) => status === 'voided'));
  });

  it('refuses a second import into the same report at the same time', async (t) => {
    const { service, report, importInto } = await aClub(t, aHistory(seeded(5), 2, 'm'));
    let isStarted = false;
    let refused: CliRun | undefined;
    service.mishap = ({ path }) => {
      if (path !== '/v1/matches/batch') return 'none';
      if (!isStarted) {
        isStarted = true;
        void importInto(report).then((run) => {
          refused = run;
        });
      }
      return refused === undefined ? 'drop-before' : 'none';
    };
    const first = await importInto(report);
    assert.deepEqual([first.exitCode, refused?.exitCode], [0, 2], refused?.stderr);
    assert.match(refused?.stderr ?? '', /another import is writing this report\. Wait for it, or choose another name/);
    service.mishap = () => 'none';
    await writeFile(`${report}.lock`, '999999999');
    assert.equal((await importInto(report)).exitCode, 0);
    await assert.rejects(readFile(`${report}.lock`), /ENOENT/);
  });
});

describe('An import whose batch has no answer', () => {
  it('counts the rows as created when it is killed and run again with the report', async (t) => {
    const { service, file, report, run, importInto } = await aClub(t, aHistory(seeded(6), 60, 'm'));
    let kill = (): void => {};
    let batches = 0;
    service.mishap = ({ path, query }) => {
      if (path !== '/v1/matches/batch' || query.has('dry_run') || ++batches < 2) return 'none';
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
    assert.match(await readFile(report, 'utf8'), /\n26,m24,created,.*\n(?:\d+,m\d+,sent,,,sent at 2\S+,\n){25,35}$/);
    const again = await importInto(report);
    assert.deepEqual([again.exitCode, count(again, 'duplicates'), count(again, 'created')], [0, 50, 10], again.stderr);
    assert.match(await readFile(report, 'utf8'), /^\uFEFFline,.*\n(?:\d+,m\d+,created,[^,]{36},,,.*\n){60}$/);
    const undone = await run('import', 'undo', report, '--yes');
    assert.deepEqual([undone.exitCode, count(undone, 'voided')], [0, 60], undone.stderr);
  });

  /** A report whose rows have no answer. */
  const unanswered = (matches: readonly PastMatch[], sentAt: number): string =>
    REPORT_HEADER +
    matches.map(({ ref }, at) => sentLine({ line: at + 2, externalRef: ref }, new Date(sentAt))).join('');

  it('is undone by its report, and matches that were stored before are not', async (t) => {
    const matches = aHistory(seeded(7), 4, 'm');
    const { service, report, run, importInto } = await aClub(t, matches);
    assert.equal((await importInto(report)).exitCode, 0);
    const later = await aFile(t, 'later.csv', unanswered(matches, Date.now() + 3_600_000));
    const none = await run('import', 'undo', later, '--yes');
    assert.deepEqual([none.exitCode, count(none, 'voided'), count(none, 'left stored')], [1, 0, 4], none.stderr);
    assert.equal((await importInto(later)).exitCode, 0);
    const left = await run('import', 'undo', later, '--yes');
    assert.deepEqual([left.exitCode, count(left, 'voided'), count(left, 'left stored')], [1, 0, 4], left.stderr);

    const absent = { ...matches[0], ref: 'absent' } as PastMatch;
    const own = await aFile(t, 'own.csv', unanswered([...matches, absent], Date.now() - 60_000));
    const undone = await run('import', 'undo', own, '--yes');
    assert.deepEqual([undone.exitCode, count(undone, 'voided'), count(undone, 'not found')], [0, 4, 0], undone.stderr);
    assert.ok((await service.matches()).every(({ status }) => status === 'voided'));
  });
});
