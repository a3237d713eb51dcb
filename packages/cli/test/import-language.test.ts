/** The summary and the reasons of rejected rows in the language of `--lang`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const FILE = [
  'Fecha;Hora;Local 1;Local 2;Visitante 1;Visitante 2;Marcador;Ganadores',
  '05/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;visitante',
  '31/11/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;',
  '07/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;;6-4 6-x;',
  '10/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;Begoña',
];

describe('bandeja import --lang', () => {
  for (const [language, expected] of [
    [
      'es',
      [
        'Rechazadas, 3 filas (una fila con varios fallos está en varios grupos):\n',
        '  1 fila: una fecha u hora que no se puede leer (línea 3)\n    línea 3: Fecha: «31/11/2026» no es una fecha: con el día primero, el mes 11 tiene 30 días\n',
        'línea 2: 6-4 6-3 lo ganaron Begoña Sanz y Íñigo Peña, pero la columna Ganadores dice visitante\n',
        'línea 4: Visitante 2: falta el jugador\n',
        'línea 4: Marcador: «6-4 6-x» no es un marcador como «6-4 3-6 7-5»\n',
      ],
    ],
    ['pt-BR', ['Rejeitadas, 3 linhas', 'linha 2: 6-4 6-3 foi vencido por Begoña Sanz e Íñigo Peña, mas a coluna']],
    ['en', ['Rejected, 3 rows', 'line 2: 6-4 6-3 was won by Begoña Sanz and Íñigo Peña, but the column']],
  ] as const) {
    it(`${language}: the summary and the reasons are in this language`, async (t) => {
      const club = await FakeService.start(t, real());
      const file = await aFile(t, 'mayo.csv', FILE.join('\n'));
      const options = ['--timezone', 'Europe/Madrid', '--dates', 'dmy', '--names', '--register', '--lang', language];
      const run = await runInside(['import', file, ...options], { url: club.url });
      for (const text of expected) assert.ok(run.stderr.includes(text), `${text}\n${run.stderr}`);
      if (language === 'es') assert.match(run.stdout, /^Importado: .*\n {2}filas leídas +4\n {2}creados +1\n/);
    });
  }

  it('es: at a terminal, the questions and the columns are in this language, and so are the answers', async (t) => {
    const club = await FakeService.start(t, real());
    const rows = FILE.filter((_, index) => index !== 2).join('\n');
    const file = await aFile(t, 'mayo.csv', rows);
    const options = ['--timezone', 'Europe/Madrid', '--dates', 'dmy', '--names', '--register', '--lang', 'es'];
    const run = await runInside(['import', file, ...options], { url: club.url, answers: ['día', 's'] });
    assert.match(run.stderr, /Escribe «día» para una sesión por día/);
    assert.match(run.stderr, / {2}Pareja A: jugador 1 \(team_a_1\) +Local 1\n/);
    assert.match(run.stderr, /¿Enviar 2 filas a .*\? .* \[s\/N\]/);
    assert.match(run.stdout, /creados +1\n/);
    assert.equal((await club.matches())[0]?.session_external_ref, '2026-05-10');
  });

  it('without --lang, the texts are in the language of the terminal', async (t) => {
    const club = await FakeService.start(t, real());
    const file = await aFile(t, 'mayo.csv', 'Fecha;Local 1\n05/05/2026;Begoña Sanz\n');
    const run = await runInside(['import', file, '--names'], { url: club.url, language: 'es-ES' });
    assert.equal(run.exitCode, 2);
    assert.match(
      run.stderr,
      /^bandeja: Falta: Pareja A: jugador 2 \(team_a_2\), los jugadores de la pareja B, un marcador/,
    );
  });

  it('conflicts, warnings and what to do about them are in this language', async (t) => {
    const club = await FakeService.start(t, real());
    const rows = (score: string): string =>
      [
        'external_ref,played_at,a1,a2,b1,b2,set_scores',
        `m1,2026-05-01T19:10:00Z,ana,bea,cam,dan,${score}`,
        'm2,2026-05-01T19:20:00Z,ana,bea,cam,dan,6-4 6-5',
      ].join('\n');
    const first = await aFile(t, 'may.csv', rows('6-4 6-3'));
    const warned = await runInside(['import', first, '--register', '--lang', 'es'], { url: club.url });
    assert.match(
      warned.stderr,
      /Avisos, 1 fila:\n(.*\n)* {4}línea 3: m2: .*Los mismos cuatro jugadores están en línea 2/,
    );
    const second = await aFile(t, 'june.csv', rows('4-6 3-6'));
    const conflict = await runInside(['import', second, '--lang', 'pt'], { url: club.url });
    assert.match(
      conflict.stderr,
      /Em conflito, não guardadas:\n {2}1 linha: diferente do guardado: o vencedor, o resultado \(linha 2\)\n {4}linha 2: m1; encontro [\w-]{36}; o vencedor: .*“A”.*“B”.*; o resultado/,
    );
    assert.match(
      conflict.stderr,
      /\n1 linha: .* Uma importação não altera encontros guardados\. .*:\n {2}bandeja matches amend /,
    );
  });
});
