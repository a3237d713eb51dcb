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
      stderr.slice(stderr.indexOf('Warnings')),
      'Warnings, 3 rows (--report FILE lists them all):\n' +
        '  2 rows: the same four players soon before or after: check that no match is entered twice (lines 2, 5)\n' +
        '    line 2: m1: line 5: The same four players have the match “m4” 10 minutes after.\n' +
        '  1 row: an unfinished set: correct the score, or add “ret.” if the match was stopped (line 3)\n' +
        '    line 3: m2: set 2: A set does not end 6–5.\n',
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
      warned: 3,
      warnings: [
        { code: 'same_players_nearby', rows: 2, lines: [2, 5] },
        { code: 'unfinished_set', rows: 1, lines: [3] },
      ],
    });
    assert.deepEqual((summary['warned_rows'] as unknown[])[1], {
      line: 3,
      external_ref: 'm2',
      warnings: [{ code: 'unfinished_set', detail: 'set 2: A set does not end 6–5.' }],
    });
    const [header, first, second] = (await readFile(report, 'utf8')).split('\n');
    assert.equal(header, '\uFEFFline,external_ref,status,id,code,detail,warnings');
    assert.match(first ?? '', /,created,[^,]+,,,same_players_nearby: line 5: The same four players have /);
    assert.match(second ?? '', /,unfinished_set: set 2: A set does not end 6–5\.$/);
  });

  it('asks before it sends them, and sends the others if the answer is no', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club);
    const { exitCode, stderr } = await club.run(['import', file, '--session', 'may'], { answers: ['y', ''] });
    assert.equal(exitCode, 1, stderr);
    assert.match(
      stderr,
      /^3 rows may not be meant:\n {2}2 rows: the same four .*\n.*\n {2}1 row: an unfinished set: .*\(line 3\)\n.*\nSend these rows anyway\? \[y\/N\] \n/m,
    );
    assert.match(
      stderr,
      /^Rejected, 3 rows .*\n {2}3 rows: rows with warnings, which were not confirmed \(lines 2, 3, 5\)/m,
    );
    assert.deepEqual(await stored(club), ['m3']);
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
    assert.partialDeepStrictEqual(JSON.parse(dry.stdout), { created: 1, rejected: 3, warned: 3 });
    const names = club.players.map((name) => `new.${name}`);
    const rows = ROWS.map(([ref, time, score]) => [ref, time, ...names, 'A', score].join(','));
    const fresh = await aFile(t, 'fresh.csv', `${HEADER}\n${rows.join('\n')}\n`);
    const { exitCode, stdout, stderr } = await club.run(['import', fresh, '--strict', '--register', '--json']);
    assert.equal(exitCode, 1, stderr);
    const summary = JSON.parse(stdout);
    assert.partialDeepStrictEqual(summary, { created: 1, rejected: 3, players_registered: 4 });
    assert.deepEqual(summary.rejections[0].code, 'warnings');
    assert.deepEqual(summary.problems[0].problem, 'rows with warnings, rejected by --strict');
    assert.deepEqual(await stored(club), ['m3']);
  });

  it('says in a dry run how many rows it could not check, because their players are new', async (t) => {
    const club = await CommandClub.start(service());
    const file = await fileOf(t, club);
    const text = (await readFile(file, 'utf8')).replaceAll(club.players[0], `new.${club.players[0]}`);
    const fresh = await aFile(t, 'fresh.csv', text);
    const command = ['import', fresh, '--register', '--dry-run'];
    const { stdout, stderr } = await club.run(command);
    assert.match(stdout, /would be created +4\n/);
    assert.equal(stderr.includes('Warnings'), false, stderr);
    assert.match(stderr, /^4 rows were not checked for unfinished sets, .* registered yet\. The import checks them/m);
    assert.match(
      (await club.run([...command, '--lang', 'pt'])).stderr,
      /^Em 4 linhas não se procuraram sets por acabar/m,
    );
    assert.partialDeepStrictEqual(JSON.parse((await club.run([...command, '--json'])).stdout), { unchecked: 4 });
    const { stderr: real } = await club.run(['import', fresh, '--register']);
    assert.equal(real.includes('not checked'), false, real);
  });

  it('finds a match near to one that an earlier batch of the file has stored', async (t) => {
    const club = await CommandClub.start(service());
    const day = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index, 19)).toISOString();
    const rows = Array.from({ length: 60 }, (_, index): Row => [`d${index}`, day(index), '6-4 6-3']);
    const file = await fileOf(t, club, [...rows, ['again', day(0), '6-4 6-4']]);
    const { exitCode, stdout, stderr } = await club.run(['import', file, '--strict', '--json']);
    assert.equal(exitCode, 1, stderr);
    const { created, warned_rows: warned } = JSON.parse(stdout);
    assert.equal(created, 60);
    assert.deepEqual(warned, [
      {
        line: 62,
        external_ref: 'again',
        warnings: [
          {
            code: 'same_players_nearby',
            detail: 'line 2: The same four players have the match “d0” at the same time.',
          },
        ],
      },
    ]);
  });
});

describe('bandeja import of a score that no format has', () => {
  for (const score of ['66/4 6/3', '6-4 66-3', '6-4 3-6 10-9', '6-44 3-6 10-8']) {
    it(`rejects ${score}, and groups such rows`, async (t) => {
      const club = await CommandClub.start(service());
      const file = await fileOf(
        t,
        club,
        [['m1', '2026-05-01T19:10:00Z', score]].map(([a = '', b = '', c = '']) => [a, b, c] as const),
      );
      const { exitCode, stderr } = await club.run(['import', file]);
      assert.equal(exitCode, 1, stderr);
      assert.match(stderr, /^ {2}1 row: an impossible score: correct it; .* games or points \(line 2\)\n.*set \d/m);
      assert.deepEqual(await stored(club), []);
    });
  }
});

describe('bandeja matches', () => {
  it('submit prints warnings, also in a dry run, and amend does', async () => {
    const club = await CommandClub.start(service());
    const warning = 'Warning: A set does not end 6–5. If the match was stopped, give --outcome retired.\n';
    const dry = await club.run(['matches', 'submit', ...club.match('6-4 6-5'), '--dry-run']);
    assert.deepEqual([dry.exitCode, dry.stderr], [0, `${warning}The match is valid. Nothing was stored.\n`]);
    const id = await club.submit();
    const amended = await club.run(['matches', 'amend', id, '--score', '6-4 6-5', '--yes']);
    assert.equal(amended.exitCode, 0, amended.stderr);
    assert.ok(amended.stderr.endsWith(warning), amended.stderr);
  });
});
