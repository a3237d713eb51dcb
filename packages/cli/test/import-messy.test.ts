/** Files as clubs export them, each imported into a real service: every row accounted for, no players merged, nothing dropped. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type MessyFile, messyFiles } from '@bandeja/importer/test/messy/files';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const service = useTestService({ listen: true });

/** How many matches and people the partner has. */
const storedBy = async (club: FakeService) => ({
  matches: (await club.matches()).length,
  people: (await club.players()).size,
});

/** The command line for a file, and its report; they are in a directory of the test. */
async function commandFor(t: TestContext, file: MessyFile) {
  const path = await aFile(t, file.name, file.bytes);
  const [report, players] = [join(path, '../report.csv'), join(path, '../players.csv')];
  if (file.players !== undefined) await writeFile(players, file.players);
  const more = file.players === undefined ? [] : ['--players', players];
  return {
    command: ['import', path, ...file.options, '--names', '--register', ...more, '--report', report, '--json'],
    report,
  };
}

describe('files of clubs', () => {
  for (const file of messyFiles) {
    it(`${file.name}: ${file.what}`, async (t) => {
      const club = await FakeService.start(t, service());
      const { command, report } = await commandFor(t, file);
      const { rows, created, rejected, people, problems = {} } = file;
      const importing = async () => {
        const { stdout, stderr } = await runInside(command, { url: club.url });
        assert.notEqual(stdout, '', stderr);
        return JSON.parse(stdout);
      };
      const summary = await importing();
      assert.partialDeepStrictEqual(summary, { rows_read: rows, created, duplicates: 0, conflicts: 0, rejected });
      assert.deepEqual(
        Object.fromEntries(
          (summary.problems as { problem: string; rows: number }[]).map((one) => [one.problem, one.rows]),
        ),
        problems,
      );
      assert.equal((await readFile(report, 'utf8')).trimEnd().split(/\n(?=\d)/).length, 1 + rows);
      assert.deepEqual(await storedBy(club), { matches: created, people });
      const again = await importing();
      assert.partialDeepStrictEqual(again, { created: 0, duplicates: created, rejected, players_registered: 0 });
      assert.deepEqual(await storedBy(club), { matches: created, people });
    });
  }
});
