/** Reasons of rejected rows in the words of the file: its headers, its players and its cells. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const FILE = [
  'Fecha;Hora;Local 1;Local 2;Visitante 1;Visitante 2;Marcador;Ganadores;Minutos',
  '05/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;visitante;',
  '31/11/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;;',
  '07/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;;6-4 6-x;;',
  '08/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;66-4 6-3;;',
  '09/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;los de rojo;una hora',
  '10/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;Begoña;',
  '11/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 3-6;local;',
];

describe('The reason of a rejected row', () => {
  it('a reason names the headers, players and cells of the file', async (t) => {
    const club = await FakeService.start(t, real());
    const file = await aFile(t, 'mayo.csv', FILE.join('\n'));
    const report = join(file, '../report.csv');
    const options = ['--timezone', 'Europe/Madrid', '--dates', 'dmy', '--names', '--register', '--report', report];
    const run = await runInside(['import', file, ...options], { url: club.url });
    assert.equal(run.exitCode, 1);
    for (const reason of [
      'line 2: 6-4 6-3 was won by Begoña Sanz and Íñigo Peña, but the column Ganadores says visitante',
      'line 3: Fecha: “31/11/2026” is not a date: day first, month 11 has 30 days',
      'line 4: Visitante 2: the player is missing\n',
      'line 4: Marcador: “6-4 6-x” is not a scoreline such as “6-4 3-6 7-5”\n',
      'line 5: set 1: 66–4 is not a set. A typing error for 6–4?\n',
      'line 6: Ganadores: “los de rojo” is neither a team (A, 1, Pair 1, Home) nor a name of one\n',
      'line 6: Minutos: “una hora”',
    ]) {
      assert.ok(run.stderr.includes(`    ${reason}`), `${reason}\n${run.stderr}`);
    }
    assert.match(run.stderr, /2 rows: the score and the winner contradict each other/);
    const lines = (await readFile(report, 'utf8')).split('\n');
    assert.match(lines[7] ?? '', /,6-4 3-6 is level in sets; is a set missing\?,/);
    assert.match(lines[1] ?? '', /^2,made-[\w-]+,rejected,,\w+,"6-4 6-3 was won by Begoña Sanz and Íñigo Peña, but/);
  });

  const HEADER = 'Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador;Club';
  const importing = async (club: FakeService, t: TestContext, rows: readonly string[], language = 'en') => {
    const file = await aFile(t, 'mayo.csv', [HEADER, ...rows].join('\n'));
    const options = ['--timezone', 'Europe/Madrid', '--names', '--register', '--lang', language];
    return (await runInside(['import', file, ...options], { url: club.url })).stderr;
  };
  const ROW = '25/05/2026;19:30;Begoña Sanz / Íñigo Peña;Olga Rey / Luis Paz;';

  it('a doubled digit is named with the set that is meant, as the file has it', async (t) => {
    const club = await FakeService.start(t, real());
    const rows = ['66-4 6-3;;', '6-44 6-3;;', '6-4 3-6 77-5;;', '4-66 3-6;;'].map(
      (row, day) => ROW.replace('25', `2${day}`) + row,
    );
    for (const [language, texts] of [
      ['en', ['66–4 is not a set. A typing error for 6–4?']],
      ['es', ['66–4 no es un set. ¿Querías decir 6–4?']],
      ['pt', ['66–4 não é um set. Queria dizer 6–4?']],
    ] as const) {
      const stderr = await importing(club, t, rows, language);
      for (const text of texts) assert.ok(stderr.includes(text), stderr);
    }
    assert.match(await importing(club, t, rows.slice(1)), /set 1: 6–44 is not a set. A typing error for 6–4\?/);
    assert.match(await importing(club, t, rows.slice(2)), /set 3: 77–5 is not a set. A typing error for 7–5\?/);
    assert.match(await importing(club, t, rows.slice(3)), /set 1: 4–66 is not a set. A typing error for 4–6\?/);
  });

  it('a score that the losers won names the column of the losers', async (t) => {
    const club = await FakeService.start(t, real());
    const rows = ['Fecha;Hora;Ganadores;Perdedores;Resultado', `${ROW}4-6 3-6`];
    const options = ['--timezone', 'Europe/Madrid', '--names', '--register'];
    const run = await runInside(['import', await aFile(t, 'mayo.csv', rows.join('\n')), ...options], { url: club.url });
    assert.match(run.stderr, /line 2: 4-6 3-6 was won by Olga Rey and Luis Paz, who are in the column Perdedores\n/);
  });

  it('the games of a set are as in the file, though the stored match has the sides swapped', async (t) => {
    const club = await FakeService.start(t, real());
    await importing(club, t, [`${ROW}6-4 6-3;;`]);
    const turned = '25/05/2026;19:30;Olga Rey / Luis Paz;Begoña Sanz / Íñigo Peña;';
    assert.match(await importing(club, t, [`${turned}21-11 3-6;;`]), /set 1: 21–11 is not a set/);
  });

  it('the date of a row is not called wrong if only other faults leave its order open', async (t) => {
    const club = await FakeService.start(t, real());
    const rows = [`${ROW.replace('25/05/2026', '13/04/2013')}6-4 6-x;;`, `${ROW.replace('19:30', 'tarde')}6-4 6-3;;`];
    const stderr = await importing(club, t, rows);
    assert.equal(stderr.includes('is not a date'), false, stderr);
    assert.match(stderr, /line 2: Resultado: “6-4 6-x” is not a scoreline/);
    assert.match(stderr, /line 3: Hora: “tarde” is not a time/);
  });
});
