import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, csvOf, HEADER, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const NIGHT = {
  session_external_ref: 'night-1',
  venue_label: 'Club',
  players: [{ username: 'ana', display_name: 'Ana Martins', country_code: 'PT' }],
  matches: ['m1', 'm2'].map((external_ref) => ({
    external_ref,
    played_at: '2026-05-07T19:00:00Z',
    winning_team: 'A',
    trust_tier: 'imported',
    participants: ['ana', 'eva', 'rui', 'tom'].map((username, place) => ({ username, team: place < 2 ? 'A' : 'B' })),
  })),
};

describe('bandeja import', () => {
  it('a file is sent in batches of 25 in its order, and the result is reported', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'results.csv', csvOf(60));
    const run = await runInside(['import', file, '--register'], { url: service.url });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.deepEqual(
      (await service.matches()).map(({ external_ref }) => external_ref),
      Array.from({ length: 60 }, (_, index) => `m${index}`),
    );
    const { batches } = service;
    assert.deepEqual(
      batches.map(({ body }) => (body as { rows: [] }).rows.length),
      [25, 25, 10],
    );
    for (const line of [
      /rows read +60\n/,
      /created +60\n/,
      /duplicates +0\n/,
      /rejected +0\n/,
      /players registered +90\n/,
      /time +[\d.]+ s, [\d,]+ rows\/s\n/,
    ]) {
      assert.match(run.stdout, line);
    }
  });

  it('a second run finds every match stored', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'results.csv.gz', gzipSync(csvOf(60)));
    await runInside(['import', file, '--register'], { url: service.url });
    const run = await runInside(['import', file, '--register', '--json'], { url: service.url });
    assert.equal(run.exitCode, 0);
    assert.equal(run.stderr, '');
    const { rows_read, created, duplicates, rejected, players_registered, complete } = JSON.parse(run.stdout);
    assert.deepEqual([rows_read, created, duplicates, rejected, players_registered, complete], [60, 0, 60, 0, 0, true]);
  });

  it('each player is registered once, with the options', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'night.json', JSON.stringify(NIGHT));
    const run = await runInside(['import', file, '--register', '--public', '--roster', 'thursday'], {
      url: service.url,
    });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.equal(service.registrations.length, 4);
    assert.equal((await service.players()).get('ana')?.profile_is_public, true);
    const { data: members } = await service.partner.rosters.members('thursday');
    assert.deepEqual(
      members.map(({ username, display_name }) => [username, display_name]),
      [
        ['ana', 'Ana Martins'],
        ['eva', 'eva'],
        ['rui', 'rui'],
        ['tom', 'tom'],
      ],
    );
  });

  it('players are registered as private by default, and the import has the common fields once', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'night.json', JSON.stringify(NIGHT));
    await runInside(['import', file, '--register'], { url: service.url });
    assert.equal((await service.players()).get('eva')?.profile_is_public, false);
    const [opened] = service.to('POST', '/v1/imports');
    const body = opened?.body as { readonly options: object } | undefined;
    assert.partialDeepStrictEqual(body?.options, { session_external_ref: 'night-1', venue_label: 'Club' });
    const stored = await service.matches();
    assert.ok(
      stored.every(
        ({ session_external_ref, venue_label }) => `${session_external_ref} ${venue_label}` === 'night-1 Club',
      ),
    );
  });

  it('faulty rows are held back, all others are sent, and every row is reported in order', async (t) => {
    const service = await FakeService.start(t, real());
    const rows = csvOf(30).trimEnd().split('\n');
    rows[3] = rows[3]?.replace('6-4 6-3', '6-x, "so"').replace(/,(6-x.*)$/, ',"6-x, ""so"""') ?? '';
    rows[29] = 'm28,2026-01-01T19:28:00Z,p1';
    rows.push(rows[1] ?? '');
    const file = await aFile(t, 'results.csv', rows.join('\n'));
    const report = join(file, '../report.csv');
    const run = await runInside(['import', file, '--register', '--report', report], { url: service.url });
    assert.equal(run.exitCode, 1);
    assert.match(run.stdout, /rows read +31\n.*created +28\n.*duplicates +1\n.*rejected +2\n/s);
    assert.match(
      run.stderr,
      /Rejected, 2 rows:\n {2}1 row: a score that cannot be read \(line 4\)\n {4}line 4: m2: set_scores: “6-x, "so"” is/,
    );
    assert.match(run.stderr, /line 30: m28: the row has 3 cells where the header has 8/);
    const lines = (await readFile(report, 'utf8')).trimEnd().split('\n');
    assert.equal(lines[0], '\uFEFFline,external_ref,status,id,code,detail,warnings,import_id');
    assert.match(lines[1] ?? '', /^2,m0,created,[\w-]{36},,,,[\w-]{36}$/);
    assert.match(
      lines[3] ?? '',
      /^4,m2,rejected,,score,"set_scores: “6-x, ""so""” is not a scoreline such as “6-4 3-6 7-5”",,[\w-]{36}$/,
    );
    assert.equal(lines[31], lines[1]?.replace('2,m0,created', '32,m0,duplicate'));
    assert.deepEqual(
      lines.slice(1).map((line) => Number(line.split(',')[0])),
      Array.from({ length: 31 }, (_, index) => index + 2),
    );
  });

  it('a rejected row is reported with the service’s error and the player’s name', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'results.csv', csvOf(1));
    const run = await runInside(['import', file], { url: service.url });
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, /line 2: m0: “p0” does not exist, or is private/);
    assert.match(run.stderr, /--register creates missing players/);
    assert.equal(service.registrations.length, 0);
  });

  it('rejected rows are grouped by fault, with the first lines and an example', async (t) => {
    const service = await FakeService.start(t, real());
    const rows = csvOf(30)
      .replaceAll(/,p(\d+),p(\d+),/g, ',Ana Ruiz,p$2,')
      .replace('m3,2026', 'm3,x2026');
    const file = await aFile(t, 'results.csv', rows);
    const run = await runInside(['import', file, '--register'], { url: service.url });
    assert.match(
      run.stderr,
      /Rejected, 30 rows \(a row with several faults is in several groups\):\n {2}30 rows: names where usernames belong: use --names \(lines 2, 3, 4, 5, 6, …\)\n {4}line 2: m0: team_a_1: “Ana Ruiz” is not a username\n {2}1 row: a date or time that cannot be read \(line 5\)\n {4}line 5: m3: played_at: “x2026-/,
    );
    const { problems } = JSON.parse((await runInside(['import', file, '--json'], { url: service.url })).stdout);
    assert.deepEqual([problems.length, problems[0].rows, problems[0].lines], [2, 30, [2, 3, 4, 5, 6]]);
  });

  it('CSV is read from standard input with mapped columns', async (t) => {
    const service = await FakeService.start(t, real());
    const stdin = csvOf(3)
      .replace(HEADER, 'Id;When;A1;A2;B1;B2;Won;set_scores;Note'.replaceAll(';', ','))
      .replaceAll('6-3\n', '6-3,x\n');
    const map = ['external_ref=Id', 'played_at=when', 'winner=Won'].flatMap((pair) => ['--map', pair]);
    const run = await runInside(['import', '-', '--register', ...map], { url: service.url, stdin });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.stderr, /^Not used: Note\.\n/);
    assert.equal((await service.matches()).length, 3);
  });
});

describe('bandeja import --dry-run', () => {
  it('a dry run stores nothing and reports what would be stored', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'results.csv', csvOf(30));
    const run = await runInside(['import', file, '--dry-run', '--register'], { url: service.url });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.stdout, /^Checked, nothing stored: /);
    assert.match(run.stdout, /would be created +30\n.*players would be registered +90\n/s);
    assert.deepEqual([(await service.matches()).length, (await service.players()).size], [0, 0]);
  });
});
