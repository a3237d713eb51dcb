import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const OWN = ['Ana Uno', 'Francisco Díaz', 'María Ruiz', 'Dan Qua', 'Cam Tre', 'Bea Dos', 'Mario Fernández', 'Eva Gil'];

/** A club with these people, and what a dry run finds of names in a file. */
async function found(t: TestContext, names: readonly string[], players = '') {
  const service = await FakeService.start(t, real());
  for (const name of OWN)
    await service.partner.players.register({ username: `p${OWN.indexOf(name)}`, display_name: name });
  const rows = names.map((name, index) => `2026-05-${10 + index}T19:00:00Z,${name},Zoe Pla,Teo Mar,Iván Rey,6-4 6-3`);
  const file = await aFile(t, 'results.csv', ['played_at,a1,a2,b1,b2,set_scores', ...rows].join('\n'));
  const options = players === '' ? ['--names'] : ['--players', await aFile(t, 'players.csv', players)];
  const args = ['import', file, ...options, '--register', '--dry-run', '--json'];
  const run = await runInside(args, { url: service.url });
  const { people, problems } = JSON.parse(run.stdout);
  const unclear = people.unclear as { name: string; doubt: string; candidates: { display_name: string }[] }[];
  const doubts = Object.fromEntries(
    unclear.map(({ name, doubt, candidates }) => [
      name,
      `${doubt} ${candidates.map((one) => one.display_name).join(', ')}`.trim(),
    ]),
  );
  return { doubts, problems: problems as { problem: string; rows: number; example: string }[], people };
}

describe('names that may be mistaken', () => {
  it('a name that differs by a typing error from an own player’s or another name of the file is unclear', async (t) => {
    const names = [
      'Ana Un',
      'Anna Uno',
      'Francisco Dias',
      'Maria Ruis',
      'Paco Diez',
      'Fransisco Dias',
      'Mraio Fernandes',
    ];
    const { doubts } = await found(t, [...names, 'Zoe Plaa']);
    assert.deepEqual(doubts, {
      'Ana Un': 'similar Ana Uno',
      'Anna Uno': 'similar Ana Uno',
      'Francisco Dias': 'similar Francisco Díaz',
      'Fransisco Dias': 'similar Francisco Dias, Francisco Díaz',
      'Maria Ruis': 'similar María Ruiz',
      'Mraio Fernandes': 'similar Mario Fernández',
      'Paco Diez': 'similar Francisco Díaz',
      'Zoe Plaa': 'similar Zoe Pla',
    });
  });

  it('short names with another letter, and names of women and men, are different people', async (t) => {
    const names = [
      'Ana Gil',
      'Ada Uno',
      'Eva Gal',
      'Maria Fernández',
      'Mario Ruiz',
      'Dana Qua',
      'Ana Dos',
      'Eva Gil 2',
    ];
    const { doubts, people } = await found(t, names);
    assert.deepEqual(doubts, {});
    assert.equal(people.new, names.length + 3);
  });

  it('a name that is marked as doubtful is unclear, unless the players file settles it', async (t) => {
    const names = ['Dan Qua?', 'Cam Tre (?)', 'Bea Dos*', 'Nuevo Rey ?'];
    const { doubts, problems } = await found(t, names);
    assert.deepEqual(doubts, {
      'Bea Dos*': 'marked Bea Dos',
      'Cam Tre (?)': 'marked Cam Tre',
      'Dan Qua?': 'marked Dan Qua',
      'Nuevo Rey ?': 'marked',
    });
    assert.match(problems[0]?.example ?? '', /“Dan Qua\?” has a mark, and may be p3 \(Dan Qua\)/);
    const settled = 'name,username\nDan Qua?,p3\nCam Tre (?),cam.tre.new\nBea Dos*,p5\nNuevo Rey ?,nuevo.rey\n';
    assert.deepEqual((await found(t, names, settled)).doubts, {});
  });

  it('a placeholder is not a person, unless the players file names one', async (t) => {
    const names = ['Invitado', 'N.N.', 'Jugador 1', 'X'];
    const { doubts, problems } = await found(t, names);
    assert.deepEqual(Object.values(doubts), Array(names.length).fill('placeholder'));
    const [group] = problems;
    assert.deepEqual([group?.rows, group?.problem.split(':')[0]], [4, 'a placeholder instead of a player']);
    assert.match(group?.example ?? '', /“Invitado” is not the name of a person/);
    const settled = await found(t, ['Invitado'], 'name,username,display_name\nInvitado,p3,Dan Qua\n');
    assert.deepEqual(settled.problems, []);
  });

  it('of a full name and a longer form of it, the one in fewer rows is unclear', async (t) => {
    const service = await FakeService.start(t, real());
    const row = (day: number, name: string): string =>
      `0${day}/06/2026;19:30;${name} / Ana Ruiz;Eva Sol / Rui Paz;6-4 6-3`;
    const importing = async (names: readonly string[]) => {
      const rows = ['Fecha;Hora;Pareja 1;Pareja 2;Resultado', ...names.map((name, day) => row(day + 1, name))];
      const file = await aFile(t, 'results.csv', rows.join('\n'));
      const options = ['--names', '--register', '--timezone', 'Europe/Madrid', '--dates', 'dmy', '--json'];
      const { stdout, stderr } = await runInside(['import', file, ...options], { url: service.url });
      assert.notEqual(stdout, '', stderr);
      return JSON.parse(stdout).people.unclear.map((one: { name: string }) => one.name);
    };
    const [short, long] = ['Tomás Gallego', 'Tomás Gallego (sub)'];
    assert.deepEqual(await importing([short, short, long]), [long]);
    // A player of the club has the name now.
    assert.deepEqual(await importing([short, long, long]), [long]);
    assert.deepEqual(await importing(['Inés Mir', 'Inés Mir Sanz', 'Inés Mir Sanz']), ['Inés Mir']);
    assert.deepEqual(await importing(['Noa', 'Noa', 'Noa Vega']), ['Noa']);
    assert.deepEqual(await importing([short, 'Tomás Gallego (jr)']), []);
  });

  it('a placeholder in a file of usernames is rejected', async (t) => {
    const service = await FakeService.start(t, real());
    const rows = ['external_ref,played_at,a1,a2,b1,b2,set_scores', 'r1,2026-05-10T19:00:00Z,guest,ana,bea,cam,6-4 6-3'];
    const run = await runInside(['import', await aFile(t, 'results.csv', rows.join('\n')), '--register'], {
      url: service.url,
    });
    assert.match(run.stderr, /1 row: a placeholder instead of a player/);
    assert.equal(service.registrations.length, 0);
  });
});
