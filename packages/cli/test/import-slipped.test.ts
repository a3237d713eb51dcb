import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile, type CliOptions } from './run-cli.ts';

const service = useTestService({ listen: true });

/** Usernames are one key space for all clubs. */
let families = 0;

/** A club with players, and a file of one match with other spellings of their names. */
async function aClub(t: TestContext) {
  const club = await CommandClub.start(service());
  const mark = `q${String.fromCharCode(97 + families++)}`;
  const people = {
    [`joao.${mark}`]: 'João da Silva',
    [`fran.${mark}`]: 'Francisco Luna',
    [`javi.${mark}`]: 'Javier Gil',
  };
  for (const [username, name] of Object.entries(people))
    await club.text('players', 'register', username, '--display-name', name);
  const file = await aFile(
    t,
    'night.csv',
    'external_ref,played_at,a1,a2,b1,b2,set_scores\nj1,2026-06-01T10:00:00Z,João Silva,El Gato,Paco Luna,Javi,6-4 6-3\n',
  );
  const run = async (lines: readonly string[], more: readonly string[] = [], options: CliOptions = {}) => {
    const players = await aFile(t, 'players.csv', ['name,username,display_name,note', ...lines, ''].join('\n'));
    return await club.run(['import', file, '--players', players, '--register', ...more], options);
  };
  const stored = async (): Promise<readonly { username: string }[]> => {
    const [match] = (await club.json('matches', 'list'))['data'] as [{ participants: { username: string }[] }?];
    return match?.participants ?? [];
  };
  return { club, mark, run, stored };
}

describe('A players file whose usernames have moved by a row', () => {
  const moved = (mark: string): string[] => [
    `João Silva,javi.${mark},,may be joao.${mark} (João da Silva); available username: joao.silva`,
    `El Gato,joao.${mark},,`,
    `Paco Luna,nuria.${mark},,`,
    `Javi,fran.${mark},,may be javi.${mark} (Javier Gil)`,
  ];

  it('stops the import before anything is sent, and lists each name with the player', async (t) => {
    const { mark, run, stored } = await aClub(t);
    const runs: [more: string[], options: CliOptions][] = [
      [[], {}],
      [['--dry-run'], {}],
      [['--yes'], { answers: ['y'] }],
      [['--strict'], { answers: ['', 'y'] }],
      [[], { answers: ['', 'n'] }],
    ];
    for (const [more, options] of runs) {
      const stopped = await run(moved(mark), more, options);
      assert.equal(stopped.exitCode, 2, `${more}: ${stopped.stderr}`);
      assert.match(
        stopped.stderr,
        new RegExp(
          'In the players file, these usernames may be in the wrong line:\n' +
            ` {2}line 2: João Silva → javi\\.${mark} \\(Javier Gil\\)\n` +
            ` {2}line 3: El Gato → joao\\.${mark} \\(João da Silva\\)\n` +
            ` {2}line 4: Paco Luna → nuria\\.${mark} \\(a new player\\)\n` +
            ` {2}line 5: Javi → fran\\.${mark} \\(Francisco Luna\\)\n` +
            'If a line is right, write the player’s name as its display_name\\. If not, correct its username\\.\n',
        ),
      );
      assert.match(stopped.stderr, /Nothing was sent\.\n$/);
    }
    assert.deepEqual(await stored(), []);
  });

  it('is sent after a person at the terminal has confirmed it', async (t) => {
    const { mark, run, stored } = await aClub(t);
    const sent = await run(moved(mark), [], { answers: ['', 'y', 'y'] });
    assert.equal(sent.exitCode, 0, sent.stderr);
    assert.deepEqual(
      (await stored()).map(({ username }) => username),
      [`javi.${mark}`, `joao.${mark}`, `nuria.${mark}`, `fran.${mark}`],
    );
  });

  it('is sent if the lines resemble their players, are in their notes, or have their names', async (t) => {
    const { mark, run, stored } = await aClub(t);
    const right = [
      `João Silva,joao.${mark},,`,
      `El Gato,elgato.${mark},,`,
      `Paco Luna,fran.${mark},,`,
      `Javi,javi.${mark},,`,
    ];
    assert.equal((await run(right, ['--dry-run'])).exitCode, 0);
    const onPurpose = [
      `João Silva,fran.${mark},Francisco Luna,`,
      `El Gato,javi.${mark},,may be javi.${mark} (Javier Gil)`,
      `Paco Luna,pluna.${mark},,`,
      `Javi,joao.${mark},Joao da SILVA,new`,
    ];
    const sent = await run(onPurpose, ['--strict']);
    assert.equal(sent.exitCode, 0, sent.stderr);
    assert.deepEqual(
      (await stored()).map(({ username }) => username),
      [`fran.${mark}`, `javi.${mark}`, `pluna.${mark}`, `joao.${mark}`],
    );
  });
});

describe('--players-out', () => {
  it('lists an unclear name even if its only row has another fault', async (t) => {
    const club = await CommandClub.start(service());
    const rows = [
      'external_ref,played_at,a1,a2,b1,b2,set_scores',
      'j1,2026-06-01T10:00:00Z,Marta Zogil,Eva Zosol,Leo Zomar,Rui Zopaz,6-4 6-3',
      'j2,2026-06-02T10:00:00Z,M. Zogil,Eva Zosol,Leo Zomar,Rui Zopaz,6-x',
    ];
    const file = await aFile(t, 'night.csv', rows.join('\n'));
    const out = join(file, '../players.csv');
    const run = await club.run(['import', file, '--names', '--register', '--dry-run', '--players-out', out]);
    assert.match(run.stderr, /1 row: an unclear name: settle it with --players FILE/);
    assert.match(await readFile(out, 'utf8'), /^\uFEFF.*\r\nM\. Zogil,,,,“M\. Zogil” may be marta\.zogil/);
  });
});
