import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });
const EXAMPLES = join(import.meta.dirname, '../../../examples');

const HEADER = 'external_ref,played_at,a1,a2,b1,b2,set_scores';
const MAY = [
  HEADER,
  '1,2026-05-07T19:00:00Z,ana,bea,cruz,dani,6-4 6-3',
  '2,2026-05-07T20:30:00Z,ana,cruz,bea,dani,6-1 6-2',
];
const JUNE = [
  HEADER,
  '1,2026-06-04T19:00:00Z,ana,bea,cruz,dani,6-4 6-3',
  '2,2026-06-04T20:30:00Z,ana,dani,bea,cruz,7-5 6-2',
];
const WITHOUT = MAY.map((line) => line.replace(/^[^,]*,/, ''));

const summaryOf = (stdout: string): Record<string, unknown> => JSON.parse(stdout);

describe('bandeja import of rows whose references were used before', () => {
  it('counts, lists and reports a row whose content differs as a conflict, and ends with 1', async (t) => {
    const service = await FakeService.start(t, real());
    const [may, june] = [await aFile(t, 'may.csv', MAY.join('\n')), await aFile(t, 'june.csv', JUNE.join('\n'))];
    assert.equal((await runInside(['import', may, '--register'], { url: service.url })).exitCode, 0);
    const report = join(june, '../report.csv');
    const run = await runInside(['import', june, '--register', '--report', report], { url: service.url });
    assert.equal(run.exitCode, 1);
    assert.match(run.stdout, /rows read +2\n +created +0\n +duplicates +0\n +conflicts +2\n +rejected +0\n/);
    assert.match(
      run.stderr,
      /Conflicts, not stored:\n {2}1 row: other than stored: the time \(line 2\)\n {4}line 2: 1; match [\w-]{36}; the time: “2026-05-07T19:00:00.000Z” is stored, “2026-06-04T19:00:00.000Z” here\n {2}1 row: other than stored: the time, the players, the score \(line 3\)/,
    );
    assert.match(run.stderr, /--ref-prefix 2026-05-, or --refs-from-content/);
    assert.match(await readFile(report, 'utf8'), /\n2,1,conflict,[^,]+,,the time,,/);
    const json = summaryOf((await runInside(['import', june, '--register', '--json'], { url: service.url })).stdout);
    assert.deepEqual([json['duplicates'], json['conflicts'], (json['conflicting'] as []).length], [0, 2, 2]);
  });

  it('advises no prefix where a part of the file is stored: it would be stored twice', async (t) => {
    const service = await FakeService.start(t, real());
    await runInside(['import', await aFile(t, 'may.csv', MAY.join('\n')), '--register'], { url: service.url });
    const mixed = await aFile(t, 'mixed.csv', [...MAY.slice(0, 2), JUNE[2]].join('\n'));
    const run = await runInside(['import', mixed, '--register'], { url: service.url });
    assert.match(run.stdout, /duplicates +1\n +conflicts +1\n/);
    assert.match(run.stderr, /a prefix would store them a second time/);
  });

  it('advises no prefix if only the time of day differs: the file was read in another time zone', async (t) => {
    const service = await FakeService.start(t, real());
    await runInside(['import', await aFile(t, 'may.csv', MAY.join('\n')), '--register'], { url: service.url });
    const moved = await aFile(t, 'moved.csv', MAY.join('\n').replaceAll(':00Z', ':00+02:00'));
    const run = await runInside(['import', moved, '--register'], { url: service.url });
    assert.match(
      run.stderr,
      /2 rows: their matches are stored at another time of the day\. Check --timezone, --time and --dates/,
    );
    assert.match(run.stderr, /A prefix would store these matches a second time/);
    assert.match(run.stderr, /bandeja matches amend [\w-]{36} --played-at 2026-05-07T17:00:00\.000Z\n/);
    assert.doesNotMatch(run.stderr, /its own references/);
  });

  it('gives the command that corrects a stored match whose score the file corrects', async (t) => {
    const service = await FakeService.start(t, real());
    await runInside(['import', await aFile(t, 'may.csv', MAY.join('\n')), '--register'], { url: service.url });
    const corrected = await aFile(t, 'corrected.csv', MAY.join('\n').replace('6-4 6-3', '4-6 3-6'));
    const run = await runInside(['import', corrected, '--register'], { url: service.url });
    assert.match(run.stderr, /1 row: other than stored: the winner, the score \(line 2\)/);
    assert.match(run.stderr, /\n {2}bandeja matches amend [\w-]{36} --winner B --score "4-6 3-6"\n/);
    assert.doesNotMatch(run.stderr, /a second time|its own references/);
  });

  it('takes a row as its match if it lacks sides of the court, servers and games, and names those that differ', async (t) => {
    const service = await FakeService.start(t, real());
    const night = join(EXAMPLES, 'club-night.json');
    await runInside(['import', night, '--register'], { url: service.url });
    const csv = await readFile(join(EXAMPLES, 'club-night.csv'), 'utf8');
    const withoutTier = csv.replace(',trust_tier,', ',').replaceAll(',partner_attested,', ',');
    const same = await runInside(['import', await aFile(t, 'night.csv', withoutTier)], { url: service.url });
    assert.equal(same.exitCode, 0, same.stderr);
    assert.match(same.stdout, /duplicates +14\n +conflicts +0\n/);
    const text = await readFile(night, 'utf8');
    const turned = text
      .replace(/("first_server_team": )"A"/, '$1"B"')
      .replace('"trust_tier": "partner_attested"', '"trust_tier": "tournament_official"');
    const other = await runInside(['import', await aFile(t, 'night.json', turned)], { url: service.url });
    assert.equal(other.exitCode, 1);
    assert.match(other.stderr, /1 row: other than stored: the trust tier \(match 1\)/);
    assert.match(other.stderr, /1 row: other than stored: who served first \(match 2\)/);
    assert.match(
      other.stderr,
      /An import does not change stored matches\.\n.*bandeja matches amend ID --file FILE\.\n/,
    );
    assert.doesNotMatch(other.stderr, /--ref-prefix/);
  });

  it('refuses a file that has one reference for two matches before anything is sent, also in a dry run', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'twice.csv', [...MAY, ...MAY.slice(1, 2), ...JUNE.slice(1)].join('\n'));
    for (const options of [[], ['--dry-run']]) {
      const run = await runInside(['import', file, '--register', ...options], { url: service.url });
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, /2 references belong to two matches: 1 \(2, 5\), 2 \(3, 6\)\. Nothing was sent/);
    }
    assert.deepEqual([...new Set(service.requests.map(({ method }) => method))], ['GET']);
    const run = await runInside(['import', file, '--register', '--refs-from-content', '--json'], { url: service.url });
    assert.deepEqual([summaryOf(run.stdout)['created'], summaryOf(run.stdout)['rejected']], [4, 1]);
  });

  it('keeps both months apart with --ref-prefix, and finds their matches again with --refs-from-content', async (t) => {
    const service = await FakeService.start(t, real());
    const [may, june] = [await aFile(t, 'may.csv', MAY.join('\n')), await aFile(t, 'june.csv', JUNE.join('\n'))];
    for (const [file, month] of [
      [may, '2026-05-'],
      [june, '2026-06-'],
    ] as const) {
      const run = await runInside(['import', file, '--register', '--ref-prefix', month], { url: service.url });
      assert.equal(run.exitCode, 0, run.stderr);
    }
    assert.deepEqual(
      (await service.matches()).map(({ external_ref }) => external_ref),
      ['2026-05-1', '2026-05-2', '2026-06-1', '2026-06-2'],
    );
    for (const file of [may, june, june]) {
      const run = await runInside(['import', file, '--register', '--refs-from-content'], { url: service.url });
      assert.equal(run.exitCode, 0, run.stderr);
    }
    assert.equal((await service.matches()).length, 4);
  });
});

describe('bandeja import of a file without references', () => {
  it('makes them from time, players and score: run again, it finds all of its matches', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'old.csv', WITHOUT.join('\n'));
    const first = await runInside(['import', file, '--register'], { url: service.url });
    assert.equal(first.exitCode, 0, first.stderr);
    assert.match(first.stderr, /The file has no references/);
    assert.equal((await service.matches()).length, 2);
    for (const { external_ref } of await service.matches()) assert.match(external_ref, /^made-[\w-]{16}$/);
    const again = summaryOf((await runInside(['import', file, '--register', '--json'], { url: service.url })).stdout);
    assert.deepEqual([again['created'], again['duplicates']], [0, 2]);
  });

  it('says what differs if the file changed beside time, players and score, and never advises a prefix', async (t) => {
    const service = await FakeService.start(t, real());
    await runInside(['import', await aFile(t, 'a.csv', WITHOUT.join('\n')), '--register'], { url: service.url });
    const named = WITHOUT.map((line, at) => `${line},${at === 0 ? 'session_external_ref' : 'Liga Jornada 3'}`);
    const run = await runInside(['import', await aFile(t, 'b.csv', named.join('\n')), '--register'], {
      url: service.url,
    });
    assert.equal(run.exitCode, 1);
    assert.match(
      run.stderr,
      /2 rows: other than stored: the session \(lines 2, 3\)\n.*the session: “–” is stored, “Liga Jornada 3” here/,
    );
    assert.match(run.stderr, /2 rows: stored matches have other details/);
    assert.match(run.stderr, /\n {2}bandeja matches amend [\w-]{36} --session "Liga Jornada 3"\n/);
    assert.doesNotMatch(run.stderr, /prefix/);
  });

  it('warns of a row whose players and score are stored at another time of the day', async (t) => {
    const service = await FakeService.start(t, real());
    await runInside(['import', await aFile(t, 'a.csv', WITHOUT.join('\n')), '--register'], { url: service.url });
    const [header = '', first = '', second = ''] = WITHOUT.map((line) => line.replaceAll(':00Z', ':00+02:00'));
    const turned = second.replace('ana,cruz,bea,dani,6-1 6-2', 'dani,bea,cruz,ana,1-6 2-6');
    const others = [
      first.replace('6-4', '6-2').replace('T19', 'T12'),
      first.replace('05-07', '05-09'),
      first.replace('dani', 'eva').replace('T19', 'T17'),
    ];
    const file = await aFile(t, 'b.csv', [header, first, turned, ...others].join('\n'));
    const command = ['import', file, '--register', '--strict'];
    const strict = await runInside(command, { url: service.url });
    assert.match(
      strict.stderr,
      /\n {2}2 rows: a match of that day with the same players and score is stored: check the time zone .*\(lines 2, 3\)\n {4}line 2: The same players and score are stored 2 hours after, as “made-[\w-]+”\.\n/,
    );
    assert.match(strict.stdout, /created +3\n/);
    const again = await runInside(['import', file, '--register', '--json'], { url: service.url });
    assert.equal(summaryOf(again.stdout)['created'], 2);
    const stored = await runInside(['import', file, '--register', '--json'], { url: service.url });
    assert.deepEqual([summaryOf(stored.stdout)['duplicates'], summaryOf(stored.stdout)['warned']], [5, 0]);
  });

  it('gives a match the same one from CSV and from JSON, with and without a score', async (t) => {
    const service = await FakeService.start(t, real());
    const rows = ['played_at,a1,a2,b1,b2,winner,set_scores', '2026-05-07T19:00:00Z,ana,bea,cruz,dani,A,'];
    rows.push('2026-05-07T20:00:00Z,ana,cruz,bea,dani,A,6-4 6-3');
    const team = (names: readonly string[], side: string) => names.map((username) => ({ username, team: side }));
    const common = { winning_team: 'A', trust_tier: 'imported' };
    const sets = [
      { set_number: 2, team_a_games: 6, team_b_games: 3 },
      { set_number: 1, team_a_games: 6, team_b_games: 4 },
    ];
    const list = [
      {
        ...common,
        played_at: '2026-05-07T19:00:00Z',
        participants: [...team(['Bea', 'ANA'], 'A'), ...team(['cruz', 'dani'], 'B')],
      },
      {
        ...common,
        played_at: '2026-05-07T22:00:00+02:00',
        participants: [...team(['ana', 'cruz'], 'A'), ...team(['bea', 'dani'], 'B')],
        set_scores: sets,
      },
    ];
    await runInside(['import', await aFile(t, 'a.csv', rows.join('\n')), '--register'], { url: service.url });
    const json = await aFile(t, 'b.json', JSON.stringify(list));
    await runInside(['import', json, '--register', '--refs-from-content'], { url: service.url });
    assert.equal((await service.matches()).length, 2);
  });

  it('rejects a row that says what an earlier one says, with the line of that', async (t) => {
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'twice.csv', [...WITHOUT, WITHOUT[1]].join('\n'));
    const run = await runInside(['import', file, '--register'], { url: service.url });
    assert.equal(run.exitCode, 1);
    assert.match(run.stdout, /rows read +3\n +created +2\n +duplicates +0\n +conflicts +0\n +rejected +1\n/);
    assert.match(run.stderr, /line 4: the row repeats line 2/);
  });

  it('takes a prefix of 1 to 64 characters only', async (t) => {
    const file = await aFile(t, 'old.csv', WITHOUT.join('\n'));
    for (const prefix of ['', 'x'.repeat(65), 'a\tb']) {
      const run = await runInside(['import', file, '--ref-prefix', prefix], {});
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, /--ref-prefix: must have 1 to 64 characters/);
    }
  });
});
