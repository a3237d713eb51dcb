import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { playersOutAt, writePlayersFile } from '../src/import/names/players-file.ts';
import { aFile, runInside } from './run-cli.ts';

const RESULTS = 'played_at,a1,a2,b1,b2,score\n2026-05-01T10:00:00Z,Ana Gil,Eva Gil,Leo Gil,Rui Gil,6-4 6-3\n';
const PLAYERS = 'name,username\nAna Gil,ana.gil\n';

describe('The files of an import', () => {
  it('the files of one import never overwrite each other', async (t) => {
    const results = await aFile(t, 'results.csv', RESULTS);
    const players = join(results, '../players.csv');
    const other = join(results, '../other.csv');
    await Promise.all([writeFile(players, PLAYERS), writeFile(other, PLAYERS)]);
    for (const [options, message] of [
      [['--report', results], /--report .*: that is the file to import/],
      [['--report', players, '--players', players], /--report .*: that is the players file/],
      [['--report', 'new.csv', '--players-out', './new.csv'], /--report .*: that is the file of --players-out/],
      [['--players-out', results], /--players-out .*: that is the file to import/],
      [
        ['--players', players, '--players-out', other],
        /there is such a file already\. To add to it, give it to --players too/,
      ],
      [['--players-out', 'new.xlsx'], /the file is written as CSV; give it a name in \.csv/],
    ] as const) {
      const run = await runInside(['import', results, '--register', ...options]);
      assert.equal(run.exitCode, 2, options.join(' '));
      assert.match(run.stderr, message);
    }
    assert.deepEqual(await Promise.all([results, players, other].map((path) => readFile(path, 'utf8'))), [
      RESULTS,
      PLAYERS,
      PLAYERS,
    ]);
  });

  it('a players file that was edited while the command ran is not overwritten', async (t) => {
    const path = await aFile(t, 'players.csv', PLAYERS);
    const out = await playersOutAt(path);
    const edited = `${PLAYERS}Eva Gil,eva.gil\n`;
    await writeFile(path, edited);
    assert.equal(await writePlayersFile(out, 'name,username\r\n'), false);
    assert.equal(await readFile(path, 'utf8'), edited);
    assert.equal(await writePlayersFile(await playersOutAt(path), 'name,username\r\n'), true);
    const fresh = await playersOutAt(join(path, '../new.csv'));
    await writeFile(fresh.path, PLAYERS);
    assert.equal(await writePlayersFile(fresh, 'name,username\r\n'), false);
    assert.equal(await readFile(fresh.path, 'utf8'), PLAYERS);
  });
});
