import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { OPERATOR_TOKEN, type TestService, useTestService } from '@bandeja/service/test/support/service';
import { aFile, type CliRun, runInside } from './run-cli.ts';

type Bandeja = (...args: string[]) => Promise<CliRun>;

interface Club {
  readonly url: string;
  readonly key: string;
  readonly bandeja: Bandeja;
}

/** A new club with the command. */
async function aClub(service: TestService): Promise<Club> {
  const url = service.url ?? '';
  const operator: Bandeja = (...args) => runInside(args, { url, key: null, operatorToken: OPERATOR_TOKEN });
  const { id } = await json(operator('partners', 'create', '--name', 'Club', '--plan', 'pro', '--json'));
  const scopes = 'write:matches,read:players,write:players';
  const { key } = await json(operator('keys', 'issue', String(id), '--scope', scopes, '--json'));
  return { url, key: String(key), bandeja: (...args) => runInside(args, { url, key: String(key) }) };
}

async function json(run: Promise<CliRun>): Promise<Record<string, unknown>> {
  const { stdout, stderr, exitCode } = await run;
  assert.ok(exitCode === 0 || exitCode === 1, stderr);
  return JSON.parse(stdout);
}

/** Registers a player, with the username that an import makes of the name. */
async function register({ bandeja }: Club, name: string, visibility: '--public' | '--private'): Promise<void> {
  const username = name.toLowerCase().replace(' ', '.');
  await json(bandeja('players', 'register', username, '--display-name', name, visibility, '--json'));
}

/** Usernames are one key space for all clubs, so the people of each test have their own family name. */
let families = 0;
const aFamily = (): string => `Z${String.fromCharCode(97 + (families % 26), 97 + Math.floor(families++ / 26))}que`;

const HEADER = 'id,played_at,a1,a2,b1,b2,score';
/** Matches of four names each, an hour apart. */
async function results(t: TestContext, matches: readonly (readonly string[])[]): Promise<string> {
  const rows = matches.map(
    (names, index) =>
      `r${index},2026-05-01T1${index % 10}:${10 + Math.floor(index / 10)}:00Z,${names.map((name) => `"${name}"`).join(',')},6-4 6-3`,
  );
  return await aFile(t, 'results.csv', [HEADER.replace('id', 'external_ref'), ...rows].join('\n'));
}

/** Username → display name of the people of a family that the club may see. */
async function usernamesOf({ url, key }: Club, family: string): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/players?q=${family}&limit=100`, { headers });
  const { data: players } = (await answer.json()) as { data: { username: string; display_name: string }[] };
  return Object.fromEntries(players.map(({ username, display_name }) => [username, display_name]));
}

const service = useTestService({ listen: true });

describe('names in a file', () => {
  it('names become usernames, display names keep the accents, and a second run finds everyone', async (t) => {
    const [club, family] = [await aClub(service()), aFamily()];
    const file = await results(t, [
      [`Marta ${family}`, `${family.toUpperCase()}, Íñigo`, `Ana ${family}`, `Eva ${family}`],
      [`marta ${family.toLowerCase()}`, `Inigo ${family}`, `Ana ${family}`, `Rui ${family}`],
    ]);
    const first = await json(club.bandeja('import', file, '--names', '--register', '--json'));
    assert.deepEqual([first['created'], first['players_registered']], [2, 5]);
    const small = family.toLowerCase();
    assert.deepEqual(await usernamesOf(club, family), {
      [`ana.${small}`]: `Ana ${family}`,
      [`eva.${small}`]: `Eva ${family}`,
      [`inigo.${small}`]: `Íñigo ${family}`,
      [`marta.${small}`]: `Marta ${family}`,
      [`rui.${small}`]: `Rui ${family}`,
    });
    const again = await json(club.bandeja('import', file, '--names', '--register', '--json'));
    assert.deepEqual([again['duplicates'], again['players_registered']], [2, 0]);
    assert.deepEqual(again['people'], {
      names: 5,
      found: 5,
      settled: 0,
      new: 0,
      new_usernames: [],
      of_other_partners: [],
      unclear: [],
    });
  });

  it('rows with an ambiguous name are rejected with the possible players, and a players file resolves them', async (t) => {
    const [club, family] = [await aClub(service()), aFamily()];
    const small = family.toLowerCase();
    for (const username of [`m1.${small}`, `m2.${small}`])
      await json(
        club.bandeja('players', 'register', username, '--display-name', `Marta ${family}`, '--private', '--json'),
      );
    const others = [`Ana ${family}`, `Eva ${family}`, `Rui ${family}`];
    const file = await results(t, [
      [`Marta ${family}`, ...others],
      ['Ana', `Ana ${family}`, `Eva ${family}`, `Rui ${family}`],
      [`Leo ${family}`, ...others],
    ]);
    const out = join(file, '../players.csv');
    const run = await club.bandeja('import', file, '--register', '--players-out', out);
    assert.equal(run.exitCode, 1, run.stderr);
    assert.match(
      run.stderr,
      new RegExp(`“Marta ${family}” is the name of several of your players: m1.${small} \\(Marta ${family}\\), m2.`),
    );
    assert.match(
      run.stderr,
      /The names are written to .*players\.csv; 2 of them without a username, for you to fill in\./,
    );
    assert.match(run.stderr, /“Ana” may be “Ana Z\w+”; available username: ana \(1 row\)/);
    assert.match(run.stderr, /2 rows: an unclear name: settle it with --players FILE/);
    assert.match(run.stdout, /created +1\n.*rejected +2\n.*players registered +4\n/s);
    assert.equal(Object.keys(await usernamesOf(club, family)).length, 6);

    const written = await readFile(out, 'utf8');
    assert.match(written, /^\uFEFFname,username,display_name,country_code,note\r\nAna,,,,/);
    const edited = written
      .replace(/^Marta (\w+),,/m, `Marta $1,m2.${small},`)
      .replace(/^Ana,,/m, `Ana,ana.${small},`)
      .replaceAll(',', ';');
    await writeFile(out, edited);
    const settled = await json(club.bandeja('import', file, '--players', out, '--register', '--json'));
    // In the second row Ana plays with herself then.
    assert.deepEqual([settled['created'], settled['duplicates'], settled['rejected']], [1, 1, 1]);
    assert.deepEqual([settled['players_registered'], (settled['people'] as { unclear: [] }).unclear], [0, []]);
    const { data } = await json(club.bandeja('players', 'matches', `m2.${small}`, '--json'));
    assert.equal((data as []).length, 1);
  });

  it('a player gets another username if another partner’s public player has the generated one', async (t) => {
    const [club, other, family] = [await aClub(service()), await aClub(service()), aFamily()];
    const small = family.toLowerCase();
    for (const [name, shown] of [
      ['ana', '--private'],
      ['eva', '--public'],
    ] as const) {
      await register(other, `${name} ${family}`, shown);
    }
    const file = await results(t, [['Ana', 'Eva', 'Leo', 'Rui'].map((name) => `${name} ${family}`)]);
    const out = join(file, '../players.csv');
    const options = ['--names', '--register', '--public', '--roster', 'night'];
    const first = await json(club.bandeja('import', file, ...options, '--players-out', out, '--json'));
    assert.deepEqual([first['created'], first['players_registered']], [1, 4]);
    const { data } = await json(club.bandeja('rosters', 'members', 'night', '--json'));
    const members = (data as { username: string }[]).map(({ username }) => username);
    assert.deepEqual(members.sort(), [`ana.${small}`, `eva.${small}.2`, `leo.${small}`, `rui.${small}`]);
    assert.match(await readFile(out, 'utf8'), new RegExp(`Eva ${family},eva.${small}.2,`));
    const again = await json(club.bandeja('import', file, ...options, '--json'));
    assert.deepEqual([again['duplicates'], again['players_registered']], [1, 0]);
  });

  it('another partner’s public player is used only if the players file has the name, too', async (t) => {
    const [club, other, family] = [await aClub(service()), await aClub(service()), aFamily()];
    const small = family.toLowerCase();
    await register(other, `Eva ${family}`, '--public');
    const file = await results(t, [['E.', 'Ana', 'Leo', 'Rui'].map((name) => `${name} ${family}`)]);
    const players = await aFile(t, 'players.csv', `name,username\nE. ${family},eva.${small}\n`);
    const refused = await club.bandeja('import', file, '--players', players, '--register');
    assert.equal(refused.exitCode, 2);
    assert.match(refused.stderr, new RegExp(`eva.${small} is “Eva ${family}”, a player of another club`));
    assert.deepEqual(await usernamesOf(club, family), { [`eva.${small}`]: `Eva ${family}` });
    await writeFile(players, `name,username,display_name\nE. ${family},eva.${small},Eva ${family}\n`);
    const meant = await json(club.bandeja('import', file, '--players', players, '--register', '--json'));
    assert.deepEqual([meant['created'], meant['players_registered']], [1, 3]);
    const of_other_partners = [{ username: `eva.${small}`, display_name: `Eva ${family}` }];
    assert.partialDeepStrictEqual(meant['people'], { of_other_partners, new_usernames: [] });
  });

  it('a dry run proposes free usernames, and no new player becomes another partner’s', async (t) => {
    const [club, other, family] = [await aClub(service()), await aClub(service()), aFamily()];
    const small = family.toLowerCase();
    await register(other, `eva ${family}`, '--public');
    const file = await results(t, [['eva', 'ana', 'leo', 'rui'].map((name) => `${name} ${family}`)]);
    const out = join(file, '../players.csv');
    const options = ['import', file, '--names', '--register'] as const;
    await json(club.bandeja(...options, '--dry-run', '--players-out', out, '--json'));
    assert.match(await readFile(out, 'utf8'), new RegExp(`eva.${small}.2,.*,new\\r\n`));

    await register(other, `ana ${family}`, '--public');
    const stopped = await club.bandeja('import', file, '--players', out, '--register', '--public');
    assert.equal(stopped.exitCode, 2);
    assert.match(
      stopped.stderr,
      new RegExp(`ana.${small} belongs to another club’s ana ${family}. Yours is someone else\\?.*“existing”`),
    );
    assert.match(stopped.stderr, /Nothing was sent/);
    assert.deepEqual((await json(club.bandeja('matches', 'list', '--json')))['data'], []);
  });

  it('only the row that has a player twice is rejected', async (t) => {
    const [club, family] = [await aClub(service()), aFamily()];
    const small = family.toLowerCase();
    const file = await results(t, [
      ['Ana', 'Ana', 'Eva', 'Leo'].map((name) => `${name} ${family}`),
      ['Ana', 'Rui', 'Eva', 'Leo'].map((name) => `${name} ${family}`),
      ['A.', 'Rui', 'Ana', 'Leo'].map((name) => `${name} ${family}`),
    ]);
    const players = await aFile(t, 'players.csv', `name,username\nA. ${family},ana.${small}\n`);
    const run = await club.bandeja('import', file, '--players', players, '--register');
    assert.match(run.stdout, /created +1\n.*rejected +2\n/s);
    assert.match(
      run.stderr,
      /2 rows: the same player twice in a match; if two people have one name, .* \(lines 2, 4\)/,
    );
    assert.match(run.stderr, new RegExp(`line 2: r0: “Ana ${family}” is in this match twice`));
    // The short form in the players file is enough for the full name.
    assert.deepEqual(
      Object.keys(await usernamesOf(club, family)),
      ['ana', 'eva', 'leo', 'rui'].map((name) => `${name}.${small}`),
    );
  });

  it('new usernames of the players file are listed, with likely typing errors first', async (t) => {
    const [club, family] = [await aClub(service()), aFamily()];
    const small = family.toLowerCase();
    const file = await results(t, [['Ana', 'Eva', 'Leo', 'Rui'].map((name) => `${name} ${family}`)]);
    const lines = [`Ana ${family},ana.${small},`, `Eva ${family},leo.${small}x,Eva ${family}`];
    const players = await aFile(t, 'players.csv', `name,username,display_name\n${lines.join('\n')}\n`);
    const run = await club.bandeja('import', file, '--players', players, '--register', '--dry-run');
    assert.match(run.stderr, /4 names: 0 found among your players, 2 settled by you, 2 new\./);
    assert.match(
      run.stderr,
      new RegExp(
        `2 usernames of the players file are new, and will be registered: leo.${small}x \\(or is it leo.${small}\\?\\), ana.${small}\n`,
      ),
    );
  });

  it('the players file is written even if the user answers no', async (t) => {
    const [club, family] = [await aClub(service()), aFamily()];
    const file = await results(t, [['Ana', 'Eva', 'Leo', 'Rui'].map((name) => `${name} ${family}`)]);
    const out = join(file, '../players.csv');
    const args = ['import', file, '--register', '--players-out', out];
    const run = await runInside(args, { url: club.url, key: club.key, answers: ['n'] });
    assert.match(run.stderr, /Nothing was sent/);
    assert.match(
      await readFile(out, 'utf8'),
      new RegExp(`\r\nAna ${family},ana.${family.toLowerCase()},Ana ${family},,new\r\n`),
    );
    assert.deepEqual(await usernamesOf(club, family), {});
  });

  it('an existing players file is extended and keeps its entries', async (t) => {
    const [club, family] = [await aClub(service()), aFamily()];
    const small = family.toLowerCase();
    const file = await results(t, [['Ana', 'A.', 'Leo', 'Rui'].map((name) => `${name} ${family}`)]);
    const edited = [
      'name;username;phone;note',
      `Leo ${family};leo.2.${small};600;my own note`,
      `A. ${family};;;`,
      'Someone Else;someone.else;;',
    ];
    const out = await aFile(t, 'players.csv', `${edited.join('\n')}\n`);
    const run = await club.bandeja('import', file, '--register', '--dry-run', '--players-out', out);
    assert.match(run.stderr, /players.csv is there already: its content is kept, and new names are added to it\.\n/);
    assert.deepEqual((await readFile(out, 'utf8')).slice(1).trim().split('\r\n'), [
      'name;username;phone;note;display_name;country_code',
      `Leo ${family};leo.2.${small};600;my own note;;`,
      `"A. ${family}";;;"“A. ${family}” may be ana.${small} (Ana ${family}); available username: a.${small}";;`.replace(
        /^"([^;]*)"/,
        '$1',
      ),
      'Someone Else;someone.else;;;;',
      `Ana ${family};ana.${small};;new;Ana ${family};`,
      `Rui ${family};rui.${small};;new;Rui ${family};`,
    ]);
  });

  it('no player is registered without --register, in a dry run, or for a rejected row', async (t) => {
    const [club, family] = [await aClub(service()), aFamily()];
    const names = ['Ana', 'Eva', 'Leo', 'Rui'].map((name) => `${name} ${family}`);
    const file = await results(t, [names]);
    const without = await club.bandeja('import', file, '--names');
    assert.equal(without.exitCode, 1);
    assert.match(without.stderr, /1 row: an unknown name: --register creates missing players/);
    const trial = await json(club.bandeja('import', file, '--names', '--register', '--dry-run', '--json'));
    assert.deepEqual([trial['created'], trial['players_registered']], [1, 4]);
    await writeFile(file, (await readFile(file, 'utf8')).replace('6-4 6-3', '0-0 6-3'));
    const rejected = await json(club.bandeja('import', file, '--names', '--register', '--json'));
    assert.deepEqual([rejected['rejected'], rejected['players_registered']], [1, 0]);
    assert.deepEqual(await usernamesOf(club, family), {});
  });
});
