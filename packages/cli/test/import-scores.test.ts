/** Scorelines that the service accepts and that are rarely meant: the reader warns of them. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { FakeService } from './fake-service.ts';
import { aFile, type CliOptions, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

/** Imports rows of a result and a winner, a day each; the first is line 2. */
async function importRows(
  t: TestContext,
  rows: readonly string[],
  more: readonly string[] = [],
  options: CliOptions = {},
) {
  const club = await FakeService.start(t, real());
  const lines = rows.map((row, index) => {
    return `${String(index + 1).padStart(2, '0')}/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Inés Paz;${row}`;
  });
  const file = await aFile(t, 'junio.csv', ['Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador', ...lines].join('\n'));
  const all = ['--names', '--register', '--timezone', 'Europe/Madrid', '--dates', 'dmy', '--session', 'junio', ...more];
  const run = await runInside(['import', file, ...all], { url: club.url, ...options });
  const stored = (await club.matches()).map(({ set_scores: sets }) =>
    sets.map(({ team_a_games: a, team_b_games: b }) => `${a}-${b}`).join(' '),
  );
  return { ...run, stored };
}

describe('A scoreline that is level in sets', () => {
  const ROWS = [
    '6/4 3/6;',
    '6/0 6/7;',
    '6/4 3/6 0/0;',
    '6-4 3-6;Pareja 2',
    '6-4 3-6 10-8;',
    '6-4 3-6 ret.;Pareja 2',
    '14-10 8-16;',
  ];

  it('has a warning, unless the match was stopped or counts points', async (t) => {
    const { exitCode, stderr, stored } = await importRows(t, ROWS);
    assert.equal(exitCode, 0, stderr);
    assert.equal(stored.length, 7);
    assert.match(stderr, /Warnings, 4 rows/);
    assert.match(stderr, /4 rows: level in sets, so the games decide: add the missing set, .*\(lines 2, 3, 4, 5\)/);
    assert.ok(stderr.includes('    line 2: 6/4 3/6 is level in sets; is a set missing?\n'), stderr);
  });

  it('is the reason if the column of the winner has the team with fewer games', async (t) => {
    const { stderr } = await importRows(t, ['6-4 3-6;Pareja 1', '6-4 6-3;Pareja 2']);
    assert.ok(stderr.includes('line 2: 6-4 3-6 is level in sets; is a set missing?\n'), stderr);
    assert.match(stderr, /2 rows: the score and the winner contradict each other/);
  });

  it('is warned of by matches submit before the match is stored', async () => {
    const club = await CommandClub.start(real());
    for (const more of [[], ['--dry-run']]) {
      const { exitCode, stderr } = await club.run(['matches', 'submit', ...club.match('6-4 3-6'), ...more]);
      assert.equal(exitCode, 0, stderr);
      assert.ok(stderr.startsWith('Warning: 6-4 3-6 is level in sets; is a set missing?\n'), stderr);
    }
    const { stderr } = await club.run(['matches', 'submit', ...club.match('6-4 3-6 7-5', '2026-05-02 19:10')]);
    assert.equal(stderr.includes('Warning'), false, stderr);
  });
});

describe('A scoreline that no format has', () => {
  const ODD = [
    ['6-4 6-3 6-1;', 'goes on after two sets had decided the match'],
    ['6-4 6-3 1-6;', 'goes on after two sets had decided the match'],
    ['6-4 6-3 10-8;', 'goes on after two sets had decided the match'],
    ['7-6 7-6 7-6;', 'goes on after two sets had decided the match'],
    ['6-0 6-0 6-0 6-0 6-0;', 'has 5 sets'],
    ['8-4 6-2;', 'has a set to 8 beside a set to 6'],
    ['9-7 6-2;', 'has a set to 8 beside a set to 6'],
    ['6-4 3-6 8-4;', 'has a set to 8 beside a set to 6'],
  ] as const;
  const USUAL = [
    '6-4 3-6 8-6;',
    '9-7;',
    '9-6;',
    '4-9;',
    '8-4;',
    '8-6 8-3;',
    '6-4 3-6 10-8;',
    '4-2 4-1 4-0;',
    '4-2 1-4 4-0 4-1 2-4;',
    '6-4 6-3 1-0 ret.;Pareja 2',
  ];

  it('has a warning with the reason, and other scores have none', async (t) => {
    const { stdout } = await importRows(t, [...ODD.map(([row]) => row), ...USUAL], ['--json']);
    const { created, warned_rows: warned } = JSON.parse(stdout);
    assert.equal(created, ODD.length + USUAL.length);
    assert.deepEqual(
      warned.map(({ line, codes, texts }: { line: number; codes: string[]; texts: string[] }) => [
        line,
        ...codes,
        ...texts,
      ]),
      ODD.map(([row, oddity], index) => [2 + index, 'no_format', `${row.split(';')[0]} ${oddity}`]),
    );
  });
});

describe('A tie-break in the score', () => {
  it('is warned of behind a set that had none, and rejected with --strict', async (t) => {
    const rows = ['6-2(5) 6-3;', '7-5 (0) 6-3;', '2-6(8) 7-6(4) 6-4;', '7-6(5) 6-7(5-7) 6-1;'];
    const { exitCode, stdout, stored } = await importRows(t, rows, ['--json']);
    assert.deepEqual([exitCode, stored.length], [0, 4]);
    const details = ['6-2 has no tie-break, but (5) follows it', '7-5 has no tie-break, but (0) follows it'];
    assert.deepEqual(
      JSON.parse(stdout).warned_rows.flatMap(({ texts }: { texts: string[] }) => texts),
      [...details, '2-6 has no tie-break, but (8) follows it'],
    );
    const strict = await importRows(t, rows, ['--strict']);
    assert.deepEqual([strict.exitCode, strict.stored], [1, ['7-6 6-7 6-1']]);
  });

  it('of the match is one game as 1-0, with or without its points, and in brackets to seven', async (t) => {
    const rows = ['6:3 4:6 1:0 (10);', '6-4 4-6 1-0(7);', '6-4 4-6 1-0;', '6-4 3-6 [7-3];', '6-4 3-6 7-3;'];
    const { exitCode, stdout, stored } = await importRows(t, rows, ['--json']);
    assert.equal(exitCode, 0);
    assert.deepEqual(stored, ['6-3 4-6 1-0', '6-4 4-6 10-7', '6-4 4-6 1-0', '6-4 3-6 1-0', '6-4 3-6 7-3']);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { warned: 1, warned_rows: [{ line: 6 }] });
  });
});

describe('Several warnings of one row', () => {
  for (const [language, text] of [
    ['en', 'line 2: set 1: A set does not end 4–4.; set 2: A set does not end 6–5.\n'],
    ['es', 'línea 2: set 1: Un set no termina 4–4.; set 2: Un set no termina 6–5.\n'],
    ['pt', 'linha 2: set 1: Um set não acaba 4–4.; set 2: Um set não acaba 6–5.\n'],
  ] as const) {
    it(`are sentences in the language of the person: ${language}`, async (t) => {
      const { stderr } = await importRows(t, ['4-4 6-5;'], ['--lang', language]);
      assert.ok(stderr.includes(text), stderr);
    });
  }
});
