import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, type CliRun, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const HEADER = 'played_at,a1,a2,b1,b2,set_scores';
const FIRST = '2026-05-07T19:00:00Z,Ana Ruiz,Bea Sol,Cruz Paz,Dani Mas,6-4 6-3';
const TURNED = '2026-05-07T19:00:00Z,Dani Mas,Cruz Paz,Bea Sol,Ana Ruiz,4-6 3-6';

/** Imports rows by names. */
async function importing(
  t: TestContext,
  { url }: FakeService,
  rows: readonly string[],
  ...options: string[]
): Promise<CliRun> {
  const file = await aFile(t, 'results.csv', [HEADER, ...rows].join('\n'));
  return await runInside(['import', file, '--names', '--register', ...options], { url });
}

/** Imports a row with a reference, by names. */
async function importingWithReference(t: TestContext, { url }: FakeService, row: string): Promise<CliRun> {
  const file = await aFile(t, 'results.csv', `external_ref,${HEADER}\nr1,${row}`);
  return await runInside(['import', file, '--names', '--register'], { url });
}

describe('bandeja import of rows that are stored under other names or sides', () => {
  it('warns of a row that has three players of a stored match at the same time, and rejects it with --strict', async (t) => {
    const service = await FakeService.start(t, real());
    await importing(t, service, [FIRST]);
    const [match] = await service.matches();
    const corrected = FIRST.replace('Dani Mas', 'Tomasa Gil');
    const later = FIRST.replace('T19', 'T21').replace('Dani Mas', 'Rui Vez');
    const run = await importing(t, service, [corrected, later], '--strict');
    assert.equal(run.exitCode, 1);
    assert.match(run.stdout, /created +1\n +duplicates +0\n.*rejected +1\n/s);
    const detail = `The match “${match?.external_ref}” is stored at the same time, with dani.mas instead of tomasa.gil\\.`;
    assert.match(run.stderr, new RegExp(`Warnings, 1 row.*\n.*\n {4}line 2: ${detail}`));
    const file = await aFile(t, 'results.csv', [HEADER, corrected].join('\n'));
    const asked = await runInside(['import', file, '--names', '--register'], {
      url: service.url,
      answers: ['', 'y', 'n'],
    });
    assert.match(asked.stderr, /1 row may not be meant:\n.*amend that match or merge the players \(line 2\)/);
    assert.equal((await service.matches()).length, 2);
    const stored = await importing(t, service, [corrected]);
    assert.equal(stored.exitCode, 0);
    assert.match(stored.stderr, new RegExp(`Warnings, 1 row:\n.*\n {4}line 2: ${detail}`));
    assert.equal((await service.matches()).length, 3);
  });

  it('a row that an earlier one repeats with the sides swapped is rejected', async (t) => {
    const service = await FakeService.start(t, real());
    const run = await importing(t, service, [FIRST, TURNED]);
    assert.match(run.stderr, /line 3: the row repeats line 2: the same time, players and score/);
    assert.equal((await service.matches()).length, 1);
  });

  it('a row of a stored match with the sides swapped is a duplicate, and only what else differs is a conflict', async (t) => {
    const service = await FakeService.start(t, real());
    await importing(t, service, [FIRST]);
    const run = await importing(t, service, [TURNED]);
    assert.match(run.stdout, /created +0\n +duplicates +1\n +conflicts +0\n/);
    const other = await importing(t, service, [TURNED.replace('3-6', '2-6')]);
    assert.match(
      other.stderr,
      /1 row: other than stored: the score \(line 2\)\n.*the score: “6-4 6-3” is stored, “6-4 6-2” here/,
    );
    assert.match(other.stderr, /matches amend [\w-]+ --score "6-4 6-2"\n/);
  });

  it('says that the players differ', async (t) => {
    const service = await FakeService.start(t, real());
    await importingWithReference(t, service, FIRST);
    const run = await importingWithReference(t, service, FIRST.replace('Dani Mas', 'Tomasa Gil'));
    assert.match(run.stderr, /1 row: other than stored: the players \(line 2\)/);
  });
});
