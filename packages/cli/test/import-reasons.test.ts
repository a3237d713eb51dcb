/** How rows with odd values are read, and why they are rejected. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, type CliRun, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const HEADER = 'Fecha;Hora;Pareja 1;Pareja 2;Resultado;Ganador';
const PLAYERS = 'Eva Sol / Rui Paz;Gil Bo / Ines Pla';

async function dryRun(t: TestContext, rows: readonly string[], ...options: string[]): Promise<CliRun> {
  const service = await FakeService.start(t, real());
  const file = await aFile(t, 'results.csv', [HEADER, ...rows].join('\n'));
  const common = ['--names', '--register', '--dry-run', '--timezone', 'Europe/Madrid'];
  return await runInside(['import', file, ...common, ...options], { url: service.url });
}

describe('bandeja import of odd values', () => {
  it('a rejected row is not listed among the assumptions', async (t) => {
    const rows = [
      '25/10/2026;02:30;Eva Sol / Rui Paz;Gil Bo;6-4 6-3;',
      '24/10/2026;20:00;Eva Sol / Rui Paz;Gil Bo / Eva Sol;W.O. 6-0 6-0;Pareja 1',
      `23/10/2026;20:00;${PLAYERS};W.O. 6-0 6-0;Pareja 1`,
    ];
    const run = await dryRun(t, rows, '--dates', 'dmy');
    assert.match(
      run.stderr,
      /with an assumption:\n {2}1 row: a walkover with the score 6-0 6-0: the score is ignored \(line 4\)/,
    );
    assert.doesNotMatch(run.stderr, /daylight saving time/);
  });

  it('a rejected row decides nothing about the order of dates', async (t) => {
    const open = [`05/06/2026;19:00;${PLAYERS};6-4 6-3;`, '25/06/2026;19:00;Eva Sol / Rui Paz;Gil Bo;6-4 6-3;'];
    const run = await dryRun(t, open);
    assert.equal(run.exitCode, 2);
    assert.match(run.stderr, /Every date fits day first and month first/);
    const decided = await dryRun(t, [...open, `25/05/2026;19:00;${PLAYERS};6-4 6-3;`]);
    assert.match(decided.stderr, /Dates are read day first: line 4 has 25\/05\/2026/);
  });

  it('a date in the future or before 1970 is rejected in the words of the file', async (t) => {
    const next = new Date().getUTCFullYear() + 1;
    const run = await dryRun(t, [`25/06/${next};19:00;${PLAYERS};6-4 6-3;`, `25/06/1969;19:00;${PLAYERS};6-4 6-3;`]);
    assert.match(run.stderr, /2 rows: a date in the future, or before 1970: correct it \(lines 2, 3\)/);
    assert.match(run.stderr, /line 2: Fecha: \d{4}-06-25 19:00 is in the future/);
    assert.doesNotMatch(run.stderr, /invalid_body/);
  });

  it('a mark at a name and a placeholder are named, and a players file settles them', async (t) => {
    const row = `25/06/2026;19:00;Eva Sol? / N.N.;Gil Bo / Ines Pla;6-4 6-3;`;
    const run = await dryRun(t, [row]);
    assert.match(run.stderr, /“Eva Sol\?” has a mark/);
    assert.match(run.stderr, /1 row: a placeholder instead of a player/);
    assert.match(run.stderr, /“N\.N\.” is not the name of a person/);
    const players = await aFile(
      t,
      'players.csv',
      'name,username,display_name\nEva Sol?,eva.sol,\nN.N.,noa.nil,Noa Nil\n',
    );
    assert.match((await dryRun(t, [row], '--players', players)).stderr, /2 settled by you/);
  });

  it('a placeholder in a file of usernames registers nobody', async (t) => {
    const rows = ['external_ref,played_at,a1,a2,b1,b2,set_scores', 'r1,2026-05-10T19:00:00Z,guest,ana,bea,cam,6-4 6-3'];
    const service = await FakeService.start(t, real());
    const file = await aFile(t, 'usernames.csv', rows.join('\n'));
    const { exitCode, stderr } = await runInside(['import', file, '--register'], { url: service.url });
    assert.match(stderr, /1 row: a placeholder instead of a player/);
    assert.deepEqual([exitCode, service.registrations], [1, []]);
    assert.deepEqual((await service.partner.players.list()).data, []);
  });

  it('a players file has headers in the languages of the results', async (t) => {
    const players = await aFile(t, 'jugadores.csv', 'Nombre;Usuario;País;Nota\nEva Sol;eva.sol;ES;\n');
    const run = await dryRun(t, [`25/06/2026;19:00;${PLAYERS};6-4 6-3;`], '--players', players);
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.stderr, /1 settled by you/);
  });
});
