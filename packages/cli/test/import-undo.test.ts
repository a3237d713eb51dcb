import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { seeded } from '@bandeja/service/test/support/seeded';
import { useTestService } from '@bandeja/service/test/support/service';
import { aHistory, fileOf, type PastMatch } from './club-history.ts';
import { FakeService } from './fake-service.ts';
import { aFile, type CliOptions, type CliRun, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

/** A club with the command. */
async function aClub(t: TestContext) {
  const service = await FakeService.start(t, real());
  const run = (args: readonly string[], options: CliOptions = {}) => runInside(args, { ...options, url: service.url });
  const importOf = async (matches: readonly PastMatch[], ...more: string[]) => {
    const file = await aFile(t, 'night.csv', fileOf(matches));
    const report = join(dirname(file), 'report.csv');
    const done = await run(['import', file, '--register', '--report', report, '--json', ...more]);
    return { done, report, summary: JSON.parse(done.stdout) };
  };
  return { service, run, importOf };
}

async function voidAll(service: FakeService): Promise<void> {
  for (const { id, status } of await service.matches())
    if (status !== 'voided') await service.partner.matches.void(id, 'Wrong.');
}

const lineOf = (run: CliRun, label: string): number => Number(new RegExp(`${label} +(\\d+)`).exec(run.stdout)?.[1]);

describe('Undo, correct, import again', () => {
  it('explains which rows belong to voided matches, and stores them again with --replace-voided', async (t) => {
    const { service, run, importOf } = await aClub(t);
    const matches = aHistory(seeded(10), 6, 'm');
    const { report } = await importOf(matches);
    await voidAll(service);
    const corrected = matches.map((match, index) => (index === 2 ? { ...match, score: '7-5 7-5' } : match));
    const file = await aFile(t, 'corrected.csv', fileOf(corrected));
    const refused = await run(['import', file, '--report', report]);
    // A row with other content would be a conflict with a match that lives.
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stdout, /duplicates +0\n +conflicts +0\n +voided +6\n/);
    assert.match(
      refused.stderr,
      /Voided, not stored:\n {2}5 rows: the match with the reference is voided \(lines 2, 3, 5/,
    );
    assert.match(refused.stderr, /1 row: the match with the reference is voided, and has other content \(line 4\)/);
    assert.match(refused.stderr, /6 rows: their matches are voided\. .*add --replace-voided\./);
    assert.doesNotMatch(refused.stderr, /matches amend/);
    assert.match(await readFile(report, 'utf8'), /\n2,m0,voided,/);
    const same = await run(['import', await aFile(t, 'same.csv', fileOf(matches))]);
    assert.deepEqual([same.exitCode, lineOf(same, 'voided')], [0, 6], same.stderr);

    const { summary } = await importOf(corrected, '--replace-voided');
    assert.deepEqual([summary.created, summary.voided, summary.conflicts], [6, 0, 0]);
    const repeated = await importOf(corrected, '--replace-voided');
    assert.deepEqual([repeated.summary.created, repeated.summary.duplicates], [0, 6]);
    const live = (await service.matches()).filter(({ status }) => status === 'completed');
    assert.deepEqual(live.map(({ external_ref }) => external_ref).sort(), matches.map(({ ref }) => `${ref}~2`).sort());
    const right = await aClub(t);
    await right.importOf(corrected.map((match) => ({ ...match, ref: `${match.ref}~2` })));
    assert.deepEqual(await service.ratings(), await right.service.ratings());
  });

  it('a file without references is imported again, and a second undo gives the third references', async (t) => {
    const { service, importOf } = await aClub(t);
    const matches = aHistory(seeded(11), 4, 'm');
    const counts = async (...more: string[]) => {
      const { summary, report } = await importOf(matches, '--refs-from-content', ...more);
      return { counts: [summary.created, summary.duplicates, summary.voided], report };
    };
    const first = await counts();
    assert.deepEqual(first.counts, [4, 0, 0]);
    await voidAll(service);
    assert.deepEqual((await counts()).counts, [0, 0, 4]);
    const second = await counts('--replace-voided');
    assert.deepEqual(second.counts, [4, 0, 0]);
    await voidAll(service);
    assert.deepEqual((await counts('--replace-voided')).counts, [4, 0, 0]);
    const live = (await service.matches()).filter(({ status }) => status === 'completed');
    assert.ok(
      live.every(({ external_ref: reference }) => /^made-.{16}~3$/.test(reference)),
      JSON.stringify(live),
    );
  });
});
