/** Files that have the score of a match in more than one place. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const PLAYERS = 'Ana Ruiz / Marta Gil;Eva Sol / Inés Paz';

/** Imports rows whose cells after the players are given, a day each. */
async function importRows(t: TestContext, header: string, rows: readonly string[], more: readonly string[] = []) {
  const club = await FakeService.start(t, real());
  const lines = rows.map((row, index) => `${String(index + 1).padStart(2, '0')}/06/2026;19:30;${PLAYERS};${row}`);
  const file = await aFile(t, 'junio.csv', [`Fecha;Hora;Pareja 1;Pareja 2;${header}`, ...lines].join('\n'));
  const options = ['--names', '--register', '--timezone', 'Europe/Madrid', '--dates', 'dmy', ...more];
  const { exitCode, stderr } = await runInside(['import', file, ...options], { url: club.url });
  const stored = (await club.matches()).map(({ winning_team: winner, set_scores: sets }) => {
    const score = sets.map(({ team_a_games: a, team_b_games: b }) => `${a}-${b}`);
    return `${winner} ${score.join(' ')}`;
  });
  return { exitCode, stderr, stored };
}

describe('A file with games in all sets beside a score', () => {
  for (const header of ['Juegos 1;Juegos 2;Resultado', 'Games local;Games visitante;Marcador']) {
    it(`the score is stored, and rows with other totals are rejected: ${header}`, async (t) => {
      const rows = ['9;7;6-1 1-6 2-6', '6;3;4-6 3-6', '12;8;0-6 6-1 6-1', '7;12;4-6 3-6', ';;6-2 6-2', '5;2;'];
      const { exitCode, stderr, stored } = await importRows(t, header, rows);
      assert.equal(exitCode, 1);
      assert.deepEqual(stored, ['A 0-6 6-1 6-1', 'B 4-6 3-6', 'A 6-2 6-2'], stderr);
      const [one, other, score] = header.split(';');
      assert.match(stderr, /3 rows: two scores that differ: correct one, or delete .* \(lines 2, 3, 7\)/);
      assert.ok(stderr.includes(`line 2: ${score}, ${one}, ${other}: 6-1 1-6 2-6 has 9-13 games, not 9-7`), stderr);
    });
  }

  it('a match tie-break counts by its points, as one game, or not at all', async (t) => {
    const rows = [
      '19;18;6-4 3-6 10-8',
      '10;10;6-4 3-6 10-8',
      '9;10;6-4 3-6 10-8',
      '2;1;6-4 3-6 10-8',
      '9;9;6-4 3-6 10-8',
    ];
    const { stderr, stored } = await importRows(t, 'Juegos 1;Juegos 2;Resultado', rows);
    assert.deepEqual(stored, Array(4).fill('A 6-4 3-6 10-8'), stderr);
  });

  it('the reason is in the language of the person', async (t) => {
    for (const [language, text] of [
      ['es', 'dos marcadores que no coinciden'],
      ['es', '6-1 1-6 2-6 suma 9-13 juegos, no 9-7'],
      ['pt', 'dois resultados que não coincidem'],
      ['pt', '6-1 1-6 2-6 soma 9-13 jogos, não 9-7'],
    ] as const) {
      const header = 'Juegos 1;Juegos 2;Resultado';
      const { stderr } = await importRows(t, header, ['9;7;6-1 1-6 2-6'], ['--lang', language]);
      assert.ok(stderr.includes(text), stderr);
    }
  });

  it('games are the score if the file has no other', async (t) => {
    const { stored } = await importRows(t, 'Juegos 1;Juegos 2', ['9;7', '3;6']);
    assert.deepEqual(stored, ['A 9-7', 'B 3-6']);
  });
});

describe('A file with columns of the sets beside a score', () => {
  it('rows are stored if both agree, and rejected if they differ', async (t) => {
    const rows = ['6-4 6-3;4-6;3-6', '4-6 3-6;4-6;3-6', '6-4, 6-3;;', ';6-1;6-2', '2-0;6-4;6-4', '0-2;6-4;6-4'];
    const { exitCode, stderr, stored } = await importRows(t, 'Resultado;Set 1;Set 2', rows);
    assert.equal(exitCode, 1);
    assert.deepEqual(stored, ['B 4-6 3-6', 'A 6-4 6-3', 'A 6-1 6-2', 'A 6-4 6-4'], stderr);
    assert.match(stderr, /2 rows: two scores that differ: .* \(lines 2, 7\)/);
    assert.match(stderr, /line 2: Resultado, Set 1, Set 2: “6-4 6-3” and “4-6 3-6” differ/);
  });

  it('a set that is in one column and in two must agree, too', async (t) => {
    const { stderr, stored } = await importRows(t, 'Set 1;Set 1 local;Set 1 visitante', ['6-4;4;6', '6-4;6;4']);
    assert.deepEqual(stored, ['A 6-4']);
    assert.match(stderr, /line 2: Set 1, Set 1 local, Set 1 visitante: “6-4” and “4-6” differ/);
  });
});
