import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { seeded } from '@bandeja/service/test/support/seeded';
import { useTestService } from '@bandeja/service/test/support/service';
import { aHistory, fileOf, type PastMatch } from './club-history.ts';
import { FakeService, problem } from './fake-service.ts';
import { aFile, type CliOptions, type CliRun, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });
const VOIDS = /\/void$/;

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

const lineOf = (run: CliRun, label: string): number => Number(new RegExp(`${label} +(\\d+)`).exec(run.stdout)?.[1]);

describe('bandeja import undo', () => {
  it('after an interrupted undo that was run again, the ratings are those of a club that never had the import', async (t) => {
    const random = seeded(1);
    const [kept, wrong] = [aHistory(random, 12, 'k'), aHistory(random, 15, 'w')];
    const [{ service, run, importOf }, right] = [await aClub(t), await aClub(t)];
    assert.equal((await right.importOf(kept)).done.exitCode, 0);
    const { report } = await importOf(wrong);
    await importOf(kept);
    service.mishap = ({ path }, count) => {
      if (!VOIDS.test(path)) return 'none';
      // The sixth match is refused for good, once; some responses are lost.
      const voids = service.requests.filter((request) => VOIDS.test(request.path)).length;
      if (voids === 6) return { status: 403, body: problem(403, 'partner_suspended').body as object };
      return random() < 0.3 && count === 1 ? 'drop-after' : 'none';
    };
    const stopped = await run(['import', 'undo', report, '--yes']);
    assert.equal(stopped.exitCode, 3, stopped.stderr);
    assert.match(stopped.stdout, /^Undone: .*\(in part\)\n {2}voided +[2-5]\n/);
    assert.match(stopped.stderr, /Run the same command again to continue\.\n/);
    const again = await run(['import', 'undo', report, '--yes', '--reason', 'Wrong club.']);
    assert.equal(again.exitCode, 0, again.stderr);
    assert.equal(lineOf(again, 'voided') + lineOf(again, 'already voided'), wrong.length);
    assert.deepEqual(await service.ratings(), await right.service.ratings());
    const third = await run(['import', 'undo', report]);
    assert.deepEqual([third.exitCode, lineOf(third, 'already voided')], [0, wrong.length], third.stderr);
    assert.equal((await run(['audit', 'verify'])).exitCode, 0);
  });

  it('Ctrl-C stops after the match in flight', async (t) => {
    const { service, run, importOf } = await aClub(t);
    const { report } = await importOf(aHistory(seeded(4), 6, 'm'));
    service.mishap = ({ path }) => {
      const voids = service.requests.filter((request) => VOIDS.test(request.path)).length;
      if (VOIDS.test(path) && voids === 2) process.emit('SIGINT');
      return 'none';
    };
    const stopped = await run(['import', 'undo', report, '--yes']);
    assert.deepEqual([stopped.exitCode, lineOf(stopped, 'voided')], [130, 2], stopped.stderr);
    assert.match(stopped.stderr, /Stopping after the match in flight/);
    const rest = await run(['import', 'undo', report, '--yes']);
    assert.deepEqual([rest.exitCode, lineOf(rest, 'voided')], [0, 4], rest.stderr);
  });

  it('shows what it will void, and voids nothing without a yes', async (t) => {
    const { service, run, importOf } = await aClub(t);
    const matches = aHistory(seeded(5), 7, 'm');
    const { report } = await importOf(matches, '--session', 'liga');
    const [first] = await service.matches();
    await service.partner.matches.amend(first?.id ?? '', { venue_label: 'Pista 2' });
    const script = await run(['import', 'undo', report]);
    assert.equal(script.exitCode, 2);
    assert.match(script.stderr, /^To void: 7 matches: 7 completed; played 2026-\d\d-\d\d \d\d:\d\d to 2026-/);
    assert.match(script.stderr, /; sessions: liga \(7\)\n {2}2026-.* v\. .*\n/);
    assert.match(script.stderr, / {2}… and 2 more\n1 match was amended or confirmed since the import\.\n/);
    assert.match(script.stderr, /bandeja: A void cannot be undone\. Give --yes to confirm it without a terminal\.\n$/);
    const no = await run(['import', 'undo', report], { answer: false });
    assert.deepEqual([no.exitCode, no.stderr.endsWith('bandeja: Nothing was changed.\n')], [2, true]);
    assert.ok((await service.matches()).every(({ status }) => status === 'completed'));
    const yes = await run(['import', 'undo', report], { answer: true });
    assert.equal(yes.exitCode, 0, yes.stderr);
    const voided = await service.matches();
    assert.ok(voided.every(({ void_reason: reason }) => reason === 'Import undone (report.csv)'));
  });

  it('voids only the created rows, and with --with-duplicates also those of an earlier run', async (t) => {
    const { run, importOf } = await aClub(t);
    const matches = aHistory(seeded(6), 8, 'm');
    await importOf(matches.slice(0, 5));
    const { report } = await importOf(matches);
    const created = await run(['import', 'undo', report, '--yes']);
    assert.equal(created.exitCode, 1);
    assert.match(created.stderr, /5 matches of the file stay stored, .* To void them too, add --with-duplicates\./);
    assert.deepEqual([lineOf(created, 'voided'), lineOf(created, 'left stored')], [3, 5]);
    const all = await run(['import', 'undo', report, '--yes', '--with-duplicates', '--json']);
    assert.deepEqual(JSON.parse(all.stdout), {
      ...{ kind: 'import', report, complete: true, voided: 5, already_voided: 3, left: 0, not_found: 0, failed: 0 },
      failures: [],
    });
    assert.equal((await run(['import', 'undo', report, '--yes'])).exitCode, 0);
  });

  it('a second run with the same report keeps the created rows, even if it is interrupted, so that they can be undone', async (t) => {
    const { service, run } = await aClub(t);
    const matches = aHistory(seeded(9), 5, 'm');
    const file = await aFile(t, 'night.csv', fileOf(matches));
    const report = join(dirname(file), 'report.csv');
    const again = () => run(['import', file, '--register', '--report', report]);
    assert.equal((await again()).exitCode, 0);
    service.mishap = () => ({ status: 403, body: problem(403, 'partner_suspended').body as object });
    assert.equal((await again()).exitCode, 3);
    service.mishap = () => 'none';
    assert.match((await again()).stdout, /duplicates +5/);
    assert.match(await readFile(report, 'utf8'), /^\uFEFFline,.*\n(?:\d+,m\d+,created,[^,]{36},,,.*\n){5}$/);
    const undone = await run(['import', 'undo', report, '--yes']);
    assert.deepEqual([undone.exitCode, lineOf(undone, 'voided')], [0, 5], undone.stderr);
  });

  it('voids nothing by the references of a report without ids, which other imports may have used', async (t) => {
    const { run, importOf } = await aClub(t);
    const { report } = await importOf(aHistory(seeded(7), 3, 'm'));
    const rows = (await readFile(report, 'utf8')).trimEnd().split('\n');
    const semicolons = rows.map((row) => row.split(',').slice(0, 3).join(';')).join('\n');
    await writeFile(report, semicolons);
    const undone = await run(['import', 'undo', report, '--yes']);
    assert.deepEqual([undone.exitCode, lineOf(undone, 'voided')], [1, 0], undone.stderr);
  });

  it('names matches that do not exist, as of a dry run', async (t) => {
    const { run, importOf } = await aClub(t);
    const random = seeded(8);
    await importOf(aHistory(random, 9, 'k'));
    const { report } = await importOf(aHistory(random, 2, 'm'), '--dry-run');
    assert.match(await readFile(report, 'utf8'), /\n2,m0,created,,/);
    const undone = await run(['import', 'undo', report, '--yes']);
    assert.equal(undone.exitCode, 1);
    assert.match(
      undone.stderr,
      /^Nothing to void\.\n2 matches do not exist at http.*: is this the report of a dry run/,
    );
  });

  it('refuses a file that is not a report, and options that do not fit', async (t) => {
    const { run } = await aClub(t);
    const file = await aFile(t, 'night.csv', fileOf(aHistory(seeded(9), 2, 'm')));
    const other = await run(['import', 'undo', file, '--yes']);
    assert.deepEqual([other.exitCode, /this is not a report\. Give a file that/.test(other.stderr)], [2, true]);
    const reason = await run(['import', 'undo', file, '--yes', '--reason', ' ']);
    assert.match(reason.stderr, /--reason: must have 1 to 500 characters/);
  });
});

describe('Undo, correct, import again', () => {
  it('explains which rows belong to voided matches, and stores them again with --replace-voided', async (t) => {
    const { service, run, importOf } = await aClub(t);
    const matches = aHistory(seeded(10), 6, 'm');
    const { report } = await importOf(matches);
    assert.equal((await run(['import', 'undo', report, '--yes'])).exitCode, 0);
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
    assert.match(refused.stderr, /6 rows belong to voided matches\. .*add --replace-voided\./);
    assert.doesNotMatch(refused.stderr, /matches amend/);
    assert.match(
      await readFile(report, 'utf8'),
      /\n2,m0,voided,[^\n]*--replace-voided stores it under a new reference/,
    );
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
    const { service, run, importOf } = await aClub(t);
    const matches = aHistory(seeded(11), 4, 'm');
    const counts = async (...more: string[]) => {
      const { summary, report } = await importOf(matches, '--refs-from-content', ...more);
      return { counts: [summary.created, summary.duplicates, summary.voided], report };
    };
    const first = await counts();
    assert.deepEqual(first.counts, [4, 0, 0]);
    await run(['import', 'undo', first.report, '--yes']);
    assert.deepEqual((await counts()).counts, [0, 0, 4]);
    const second = await counts('--replace-voided');
    assert.deepEqual(second.counts, [4, 0, 0]);
    await run(['import', 'undo', second.report, '--yes']);
    assert.deepEqual((await counts('--replace-voided')).counts, [4, 0, 0]);
    const live = (await service.matches()).filter(({ status }) => status === 'completed');
    assert.ok(
      live.every(({ external_ref: reference }) => /^made-.{16}~3$/.test(reference)),
      JSON.stringify(live),
    );
  });
});
