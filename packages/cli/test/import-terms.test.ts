/** Reasons of rejected rows in the words of the file: its headers, its players and its cells. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
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
      'line 4: Visitante 2: the player is missing; Marcador: “6-4 6-x” is not a scoreline such as “6-4 3-6 7-5”',
      'line 5: set 1: With 66–4 first, all sets count as points, but 6–3 looks like games.\n',
      'line 6: Ganadores: “los de rojo” is neither a team (A, 1, Pareja 1, Local) nor a name of one; Minutos: “una hora”',
    ]) {
      assert.ok(run.stderr.includes(`    ${reason}`), `${reason}\n${run.stderr}`);
    }
    assert.match(run.stderr, /1 row: the score and the winner contradict each other/);
    const [, second = ''] = (await readFile(report, 'utf8')).split('\n');
    assert.match(second, /^2,made-[\w-]+,rejected,,\w+,"6-4 6-3 was won by Begoña Sanz and Íñigo Peña, but/);
  });
});
