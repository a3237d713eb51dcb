/** Rows of one file that may be one match, or cannot both be right. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

async function importRows(t: TestContext, rows: readonly string[], more: readonly string[] = []) {
  const club = await FakeService.start(t, real());
  const header = rows[0]?.startsWith('Fecha') ? [] : ['Fecha;Hora;Pareja 1;Pareja 2;Resultado'];
  const file = await aFile(t, 'junio.csv', [...header, ...rows].join('\n'));
  const options = ['--names', '--register', '--timezone', 'Europe/Madrid', '--dates', 'dmy', ...more];
  const { stdout, stderr } = await runInside(['import', file, ...options, '--json'], { url: club.url });
  assert.notEqual(stdout, '', stderr);
  const { warned_rows: warned, ...summary } = JSON.parse(stdout);
  const warnings = warned.flatMap(({ line, codes, texts }: { line: number; codes: string[]; texts: string[] }) =>
    texts.map((text) => `${line} ${codes.join()}: ${text}`),
  );
  return { summary, warnings };
}

const FIRST = '01/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Ruy Pass Lopez;6-4 6-3';

describe('Two rows that may be one match', () => {
  for (const [what, row] of [
    ['another player', '01/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3'],
    ['another player and time', '01/06/2026;19:50;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3'],
    ['another player and the teams swapped', '01/06/2026;19:10;Rui Paz / Eva Sol;Marta Gil / Ana Ruiz;4-6 3-6'],
  ] as const) {
    it(`the second has a warning: ${what}`, async (t) => {
      const { warnings } = await importRows(t, [FIRST, row]);
      assert.deepEqual(warnings, [
        '3 repeated_with_another_player: line 2 has the same score, with Ruy Pass Lopez instead of Rui Paz',
      ]);
    });
  }

  it('no row has a warning if the score, the teams or the hour differ', async (t) => {
    const { warnings, summary } = await importRows(t, [
      FIRST,
      '01/06/2026;19:45;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-2',
      '01/06/2026;19:40;Ana Ruiz / Eva Sol;Marta Gil / Gala Mir;6-4 6-3',
      '01/06/2026;20:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3',
    ]);
    assert.deepEqual([warnings, summary.created], [[], 4]);
  });

  it('such a row is rejected with --strict, and not warned of if both are stored', async (t) => {
    const twin = '01/06/2026;19:30;Ana Ruiz / Marta Gil;Eva Sol / Rui Paz;6-4 6-3';
    const { summary } = await importRows(t, [FIRST, twin], ['--strict']);
    assert.partialDeepStrictEqual(summary, { created: 1, rejected: 1, warned: 1 });
    const club = await FakeService.start(t, real());
    const file = await aFile(t, 'junio.csv', ['Fecha;Hora;Pareja 1;Pareja 2;Resultado', FIRST, twin].join('\n'));
    const command = [
      'import',
      file,
      '--names',
      '--register',
      '--timezone',
      'Europe/Madrid',
      '--dates',
      'dmy',
      '--json',
    ];
    await runInside(command, { url: club.url });
    const again = JSON.parse((await runInside(command, { url: club.url })).stdout);
    assert.partialDeepStrictEqual(again, { duplicates: 2, warned: 0 });
  });
});

describe('A player in two rows at the same time', () => {
  const OTHER = '01/06/2026;19:30;Nora Vega / Iris Luna;Ana Ruiz / Gala Mir;6-2 6-2';

  it('the second row has a warning', async (t) => {
    const { warnings } = await importRows(t, [FIRST, OTHER]);
    assert.deepEqual(warnings, ['3 player_in_two_rows: Ana Ruiz is also in line 2']);
    const { warnings: inSpanish } = await importRows(t, [FIRST, OTHER], ['--lang', 'es']);
    assert.deepEqual(inSpanish, ['3 player_in_two_rows: Ana Ruiz está también en la línea 2']);
  });

  it('has no warning if the rows are of different rounds: then the time is that of the evening', async (t) => {
    const header = 'Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ronda';
    const { warnings } = await importRows(t, [header, `${FIRST};1`, `${OTHER};2`]);
    assert.deepEqual(warnings, []);
    const { warnings: ofOne } = await importRows(t, [header, `${FIRST};1`, `${OTHER};1`]);
    assert.equal(ofOne.length, 1);
  });

  it('has no warning if the rows have only dates', async (t) => {
    const rows = [FIRST, OTHER].map((row) => row.replace('19:30', ''));
    const { warnings, summary } = await importRows(t, rows, ['--time', '20:00']);
    assert.deepEqual([warnings, summary.created], [[], 2]);
  });
});
