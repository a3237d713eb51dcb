/** Without a byte order mark, Excel reads UTF-8 as Windows-1252. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { usePartnerTasks } from '@bandeja/service/test/support/tasks';
import { CommandClub } from './a-club.ts';
import { aFile } from './run-cli.ts';

const MARK = '\uFEFF';

describe('every CSV that the command writes begins with a byte order mark', () => {
  const service = useTestService({ listen: true, isOwn: true });
  usePartnerTasks(service);

  it('printed lists, even empty ones', async () => {
    const club = await CommandClub.start(service());
    assert.ok((await club.text('players', 'list', '--csv')).startsWith(`${MARK}username,`));
    assert.ok((await club.text('matches', 'list', '--csv', '--columns', 'id')).startsWith(`${MARK}id\n`));
    const pending = await club.submit('--trust-tier', 'player_confirmed');
    assert.ok((await club.text('matches', 'links', pending, '--csv')).startsWith(`${MARK}player,team,`));
  });

  it('the reports of an import and a merge, and the players file; the command reads them again', async (t) => {
    const club = await CommandClub.start(service());
    const file = await aFile(
      t,
      'mayo.csv',
      'Fecha;Hora;Pareja 1;Pareja 2;Resultado\n01/05/2026;19:30;José Ríos / Marta Gil;Eva Sol / Inés Paz;6-4 6-3\n',
    );
    const [report, players, merge] = ['report.csv', 'players.csv', 'merge.csv'].map((name) => join(file, '..', name));
    const names = ['--names', '--register', '--timezone', 'Europe/Madrid', '--dates', 'dmy'];
    await club.text('import', file, ...names, '--report', report ?? '', '--players-out', players ?? '');
    const listed = await club.json('players', 'list', 'José Ríos');
    const [{ username: jose } = { username: '' }] = listed['data'] as { username: string }[];
    await club.text('players', 'merge', jose, club.players[0], '--report', merge ?? '', '--yes');
    for (const path of [report, players, merge])
      assert.ok((await readFile(path ?? '', 'utf8')).startsWith(MARK), `${path}`);
    await club.text('import', 'undo', merge ?? '', '--yes');
    await club.text('import', file, ...names, '--players', players ?? '', '--dry-run');
    await club.text('import', 'undo', report ?? '', '--yes');
  });
});
