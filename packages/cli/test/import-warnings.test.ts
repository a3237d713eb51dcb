import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile, HEADER } from './run-cli.ts';

const service = useTestService({ listen: true });

type Row = readonly [ref: string, time: string, score: string];

/** Line 3 has an unfinished set, and line 5 is the match of line 2 again. */
const ROWS: readonly Row[] = [
  ['m1', '2026-05-01T19:10:00Z', '6-4 6-3'],
  ['m2', '2026-05-02T19:10:00Z', '6-4 6-5'],
  ['m3', '2026-05-03T19:10:00Z', '6-4 7-5'],
  ['m4', '2026-05-01T19:20:00Z', '6-4 6-3'],
];

function fileOf(t: TestContext, { players }: CommandClub, rows = ROWS): Promise<string> {
  const lines = rows.map(([ref, time, score]) => [ref, time, ...players, 'A', score].join(','));
  return aFile(t, 'results.csv', `${HEADER}\n${lines.join('\n')}\n`);
}

const stored = async (club: CommandClub): Promise<string[]> => {
  const { data } = await club.json('matches', 'list');
  return (data as { external_ref: string }[]).map((match) => match.external_ref).sort();
};

describe('bandeja import of rows that the service warns of', () => {
  it('stores them, and lists them by code with the lines of the file', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club);
    const { exitCode, stdout, stderr } = await club.run(['import', file]);
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /created +4\n/);
    assert.equal(
      stderr.slice(stderr.indexOf('Warnings'), stderr.indexOf('To undo it')),
      'Warnings, 2 rows:\n' +
        '  1 row: an unfinished set: correct the score, or add “ret.” if the match was stopped (line 3)\n' +
        '    line 3: m2: set 2: A set does not end 6–5.\n' +
        '  1 row: the same four players soon before or after: check that no match is entered twice (line 5)\n' +
        '    line 5: m4: The same four players are in line 2, 10 minutes before.\n' +
        '--report FILE lists them all.\n',
    );
    assert.equal((await club.run(['import', file])).stderr.includes('Warnings'), false);
  });

  it('has them in the report, and with --json', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club);
    const report = join(file, '..', 'report.csv');
    const summary = await club.json('import', file, '--report', report);
    assert.partialDeepStrictEqual(summary, {
      created: 4,
      warned: 2,
      warnings: [
        { code: 'unfinished_set', rows: 1, lines: [3] },
        { code: 'same_players_nearby', rows: 1, lines: [5] },
      ],
    });
    assert.deepEqual((summary['warned_rows'] as unknown[])[0], {
      line: 3,
      external_ref: 'm2',
      codes: ['unfinished_set'],
      texts: ['set 2: A set does not end 6–5.'],
    });
    const [header, , second] = (await readFile(report, 'utf8')).split('\n');
    assert.equal(header, '\uFEFFline,external_ref,status,id,code,detail,warnings,import_id');
    assert.match(second ?? '', /,created,[^,]+,,,set 2: A set does not end 6–5\.,[\w-]{36}$/);
  });

  it('asks before it sends them, and sends the others if the answer is no', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club);
    const { exitCode, stderr } = await club.run(['import', file, '--session', 'may'], { answers: ['y', ''] });
    assert.equal(exitCode, 1, stderr);
    assert.match(
      stderr,
      /^2 rows may not be meant:\n {2}1 row: an unfinished set: .*\(line 3\)\n.*\n {2}1 row: the same four .*\n.*\nSend these rows anyway\? \[y\/N\] \n/m,
    );
    assert.match(stderr, /^Rejected, 2 rows:\n {2}2 rows: rows with warnings, left out \(lines 3, 5\)/m);
    assert.deepEqual(await stored(club), ['m1', 'm3']);
  });

  it('sends them if the answer is yes, and asks no more when they are stored', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club);
    const { exitCode, stderr } = await club.run(['import', file, '--session', 'may'], { answers: ['y', 'y'] });
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(await stored(club), ['m1', 'm2', 'm3', 'm4']);
    const again = await club.run(['import', file, '--session', 'may'], { answers: ['y'] });
    assert.equal(again.exitCode, 0, again.stderr);
    assert.equal(again.stderr.includes('anyway'), false);
  });

  it('asks nothing without warnings, and with --yes', async (t) => {
    const club = await CommandClub.start(service());
    const plain = await club.run(['import', await fileOf(t, club, [ROWS[2] as Row]), '--session', 'may'], {
      answers: ['y'],
    });
    assert.deepEqual([plain.exitCode, plain.stderr.includes('anyway')], [0, false]);
    const { exitCode, stderr } = await club.run(['import', await fileOf(t, club), '--session', 'may', '--yes'], {
      answers: [],
    });
    assert.deepEqual([exitCode, stderr.includes('anyway')], [0, false]);
    assert.deepEqual(await stored(club), ['m1', 'm2', 'm3', 'm4']);
  });

  it('rejects them with --strict, in a dry run too, also those of players that it registers', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club);
    const dry = await club.run(['import', file, '--strict', '--dry-run', '--json']);
    assert.equal(dry.exitCode, 1, dry.stderr);
    assert.partialDeepStrictEqual(JSON.parse(dry.stdout), { created: 2, rejected: 2, warned: 2 });
    const names = club.players.map((name) => `new.${name}`);
    const rows = ROWS.map(([ref, time, score]) => [ref, time, ...names, 'A', score].join(','));
    const fresh = await aFile(t, 'fresh.csv', `${HEADER}\n${rows.join('\n')}\n`);
    const { exitCode, stdout, stderr } = await club.run(['import', fresh, '--strict', '--register', '--json']);
    assert.equal(exitCode, 1, stderr);
    const summary = JSON.parse(stdout);
    assert.partialDeepStrictEqual(summary, { created: 2, rejected: 2, players_registered: 4 });
    assert.deepEqual(summary.rejections[0].codes, ['left_out']);
    assert.deepEqual(summary.problems[0].problem, 'rows with warnings, left out');
    assert.deepEqual(await stored(club), ['m1', 'm3']);
  });

  it('records a stored row with a warning of the reader as a duplicate or a conflict, as a check predicts', async (t) => {
    const club = await CommandClub.start(service());
    const rows: Row[] = [
      ['m1', '2026-05-01T19:10:00Z', '6-4 4-6'],
      ['m2', '2026-05-02T19:10:00Z', '6-4 4-6'],
    ];
    await club.run(['import', await fileOf(t, club, rows)]);
    const changed = await fileOf(t, club, [rows[0] as Row, ['m2', '2026-05-02T19:10:00Z', '6-3 4-6']]);
    for (const more of [['--dry-run'], []]) {
      const { stdout, stderr } = await club.run(['import', changed, '--strict', '--json', ...more]);
      assert.partialDeepStrictEqual(JSON.parse(stdout), { duplicates: 1, conflicts: 1, rejected: 0 }, stderr);
    }
  });

  it('rejects the second of two rows that may be one match with --strict, and does not warn of it if both are stored', async (t) => {
    const club = await CommandClub.start(service());
    const [ana, bea, cruz, dani] = club.players;
    const row = (four: readonly unknown[]) => `2026-05-01T19:10:00Z,${four.join(',')},6-4 6-3`;
    const rows = [row([ana, bea, cruz, dani]), row([ana, bea, cruz, `new.${dani}`])];
    const file = await aFile(t, 'twins.csv', ['played_at,a1,a2,b1,b2,set_scores', ...rows].join('\n'));
    const counts = async (...more: string[]) =>
      JSON.parse((await club.run(['import', file, '--register', '--json', ...more])).stdout);
    assert.partialDeepStrictEqual(await counts('--strict'), { created: 1, rejected: 1, warned: 1 });
    assert.partialDeepStrictEqual(await counts(), { created: 1, duplicates: 1, warned: 1 });
    assert.partialDeepStrictEqual(await counts(), { duplicates: 2, warned: 0 });
  });

  it('does not store a row with a warning again in place of its voided match', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club, [['m1', '2026-05-01T19:10:00Z', '6-4 4-6']]);
    await club.run(['import', file]);
    const [{ id } = { id: '' }] = (await club.json('matches', 'list'))['data'] as { id: string }[];
    await club.text('matches', 'void', id, '--reason', 'Wrong.', '--yes');
    const { stdout, stderr } = await club.run(['import', file, '--strict', '--replace-voided', '--json']);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { created: 0, rejected: 1 }, stderr);
  });
});

describe('bandeja matches', () => {
  it('submit prints warnings, also in a dry run, and amend does', async () => {
    const club = await CommandClub.start(service());
    const warning = 'Warning: A set does not end 6–5. If the match was stopped, give --outcome retired.\n';
    const dry = await club.run(['matches', 'submit', ...club.match('6-4 6-5'), '--dry-run']);
    assert.deepEqual([dry.exitCode, dry.stderr], [0, `${warning}The match is valid. Nothing was stored.\n`]);
    const level = await club.run(['matches', 'submit', ...club.match('6-4 3-6'), '--dry-run']);
    assert.ok(level.stderr.startsWith('Warning: 6-4 3-6 is level in sets; is a set missing?\n'), level.stderr);
    const id = await club.submit();
    const amended = await club.run(['matches', 'amend', id, '--score', '6-4 6-5', '--yes']);
    assert.equal(amended.exitCode, 0, amended.stderr);
    assert.ok(amended.stderr.endsWith(warning), amended.stderr);
  });
});
