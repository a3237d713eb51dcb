/** Files as clubs export them, each imported into a real service: every row accounted for, no players merged, nothing dropped. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type MessyFile, messyFiles } from '@bandeja/importer/test/messy/files';
import { moreFiles } from '@bandeja/importer/test/messy/more-files';
import { onEachEngine, useTestService } from '@bandeja/service/test/support/service';
import { FakeService, isRows } from './fake-service.ts';

import { aFile, type CliRun, runCli, runInside } from './run-cli.ts';

/** How many of the files are also imported by a process that is killed. */
const KILLED = 2;

/** How many matches and people the partner has. */
const storedBy = async (club: FakeService) => ({
  matches: (await club.matches()).length,
  people: (await club.players()).size,
});

/** The command line for a file; its files are in a directory of the test. */
async function commandFor(t: TestContext, file: MessyFile): Promise<string[]> {
  const path = await aFile(t, file.name, file.bytes);
  const players = file.players === undefined ? [] : ['--players', join(path, '../players.csv')];
  if (file.players !== undefined) {
    await writeFile(join(path, '../players.csv'), file.players);
  }
  return [
    'import',
    path,
    ...file.options,
    '--names',
    '--register',
    ...players,
    '--report',
    join(path, '../report.csv'),
  ];
}

const reportOf = async ([, path]: readonly string[]): Promise<string[]> =>
  (await readFile(join(path ?? '', '../report.csv'), 'utf8'))
    .trimEnd()
    .split(/\n(?=\d)/)
    .slice(1);

function summaryOf(run: CliRun): Record<string, unknown> {
  assert.notEqual(run.stdout, '', run.stderr);
  return JSON.parse(run.stdout);
}

onEachEngine((engine) => {
  const service = useTestService({ engine, listen: true });

  describe(`files of clubs on ${engine}`, () => {
    for (const [index, file] of [...messyFiles, ...moreFiles].entries()) {
      it(`${file.name}: ${file.what}`, async (t) => {
        const club = await FakeService.start(t, service());
        const command = await commandFor(t, file);
        const { rows, created, rejected, people, problems = {} } = file;

        const summary = summaryOf(await runInside([...command, '--json'], { url: club.url }));
        assert.partialDeepStrictEqual(summary, { rows_read: rows, created, duplicates: 0, conflicts: 0, rejected });
        assert.deepEqual(
          Object.fromEntries(
            (summary['problems'] as { problem: string; rows: number }[]).map((one) => [one.problem, one.rows]),
          ),
          problems,
        );
        assert.equal((await reportOf(command)).length, rows);
        assert.deepEqual(await storedBy(club), { matches: created, people });

        const again = summaryOf(await runInside([...command, '--json'], { url: club.url }));
        assert.partialDeepStrictEqual(again, { created: 0, duplicates: created, rejected, players_registered: 0 });
        assert.deepEqual(await storedBy(club), { matches: created, people });

        if (index >= KILLED) return;
        // Every second one of these files is killed before its matches are stored, the others right after.
        const other = await FakeService.start(t, service());
        const sameCommand = await commandFor(t, file);
        const onStart = (kill: (signal: NodeJS.Signals) => void): void => {
          other.mishap = ({ method, path: at }) => {
            if (method !== 'POST' || !isRows(at)) return 'none';
            if (index % 2 === 1) return () => kill('SIGKILL');
            kill('SIGKILL');
            return 'drop-before';
          };
        };
        assert.equal((await runCli(sameCommand, { url: other.url, onStart })).exitCode, null);
        other.mishap = () => 'none';
        const resumed = summaryOf(await runInside([...sameCommand, '--json'], { url: other.url }));
        assert.equal(resumed['created'], created);
        assert.equal(resumed['rejected'], rejected);
        assert.deepEqual(await storedBy(other), { matches: created, people });
      });
    }

    it('a match between namesakes is rejected, and so are all rows of a name that two players of the club have', async (t) => {
      const club = await FakeService.start(t, service());
      const rows = [
        'Fecha;Hora;Pareja 1;Pareja 2;Resultado',
        '20/01/2026;20:00;Antonio García / Lola Vidal;Pepe Oliva / Toni Serrat;6-4 6-3',
        '21/01/2026;20:00;ANTONIO GARCIA / Antonio García;Pepe Oliva / Toni Serrat;4-6 3-6',
        '22/01/2026;20:00;Lola Vidal / Rosa Mir;Pepe Oliva / Toni Serrat;6-2 6-2',
      ];
      const file = await aFile(t, 'homonimos.csv', rows.join('\n'));
      const run = await runInside(['import', file, '--timezone', 'Europe/Madrid', '--names', '--register', '--json'], {
        url: club.url,
      });
      assert.partialDeepStrictEqual(summaryOf(run), { rows_read: 3, created: 2, rejected: 1 });
      assert.deepEqual((summaryOf(run)['problems'] as { lines: number[] }[])[0]?.lines, [3]);
      assert.deepEqual(await storedBy(club), { matches: 2, people: 5 });
      const another = ['players', 'register', 'antonio.2', '--display-name', 'Antonio García', '--private'];
      await runInside(another, { url: club.url });
      const known = await runInside(['import', file, '--timezone', 'Europe/Madrid', '--names', '--json'], {
        url: club.url,
      });
      assert.partialDeepStrictEqual(summaryOf(known), { duplicates: 1, rejected: 2 });
    });

    it('a month with the row numbers of the previous one is imported as new matches', async (t) => {
      const [may, june] = messyFiles;
      assert.ok(may && june);
      const club = await FakeService.start(t, service());
      await runInside(await commandFor(t, may), { url: club.url });
      const [, path = '', ...options] = await commandFor(t, june);
      const without = options.filter((option) => option !== '--ref-prefix' && option !== '2026-06-');
      const conflict = summaryOf(await runInside(['import', path, ...without, '--json'], { url: club.url }));
      assert.partialDeepStrictEqual(conflict, { rows_read: 3, created: 0, duplicates: 0, conflicts: 3, rejected: 0 });
      const apart = summaryOf(await runInside(['import', path, ...options, '--json'], { url: club.url }));
      assert.partialDeepStrictEqual(apart, { created: 3, conflicts: 0, players_registered: 0 });
      assert.deepEqual(await storedBy(club), { matches: 6, people: 4 });
    });
  });
});
