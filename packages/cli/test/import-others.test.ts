import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile } from './run-cli.ts';

const service = useTestService({ listen: true });

/** Usernames of public players are one key space for all clubs. */
let families = 0;

/** A club, and a player of another club. */
async function clubs() {
  const club = await CommandClub.start(service());
  const other = await CommandClub.start(service());
  const family = `lopez${String.fromCharCode(97 + families++)}`;
  const username = `javier.${family}`;
  await other.text('players', 'register', username, '--display-name', `Javier ${family}`, '--public');
  const stored = async (): Promise<number> => ((await club.json('matches', 'list'))['data'] as []).length;
  return { club, other, username, family, stored };
}

const HEADER = 'external_ref,played_at,a1,a2,b1,b2,set_scores';
const rows = (players: readonly string[]): string =>
  `${HEADER}\nj1,2026-06-01T10:00:00Z,${players.join(',')},6-4 6-3\n`;
const four = (family: string): string[] => ['javier', 'ana', 'bea', 'cam'].map((given) => `${given}.${family}`);
const names = (family: string): string[] => ['Javi', 'Ana', 'Bea', 'Cam'].map((given) => `${given} ${family}`);

/** A JSON file that gives a player a display name. */
async function aList(t: TestContext, family: string, displayName: string): Promise<string> {
  const [a1, a2, b1, b2] = four(family);
  const match = { external_ref: 'j1', played_at: '2026-06-01T10:00:00Z', a1, a2, b1, b2, set_scores: '6-4 6-3' };
  const list = { players: [{ username: a1, display_name: displayName }], matches: [match] };
  return await aFile(t, 'list.json', JSON.stringify(list));
}

describe('bandeja import of usernames that other people have', () => {
  it('refuses a file whose display name is not that of another partner’s player with the username', async (t) => {
    const { club, username, family, stored } = await clubs();
    const file = await aList(t, family, 'Javiera Lopes');
    for (const options of [['--dry-run'], []]) {
      const run = await club.run(['import', file, '--register', '--public', ...options]);
      assert.equal(run.exitCode, 2, run.stderr);
      const holder = `${username} is “Javier ${family}”, a player of another club`;
      assert.match(run.stderr, new RegExp(`${holder}; the file gives this username to “Javiera Lopes”\\.`));
      assert.match(run.stderr, /Nothing was sent/);
    }
    assert.equal(await stored(), 0);
  });

  it('refuses a display name that is not that of the own player, but not another spelling of it', async (t) => {
    const { club, family, stored } = await clubs();
    await club.text('players', 'register', `ana.${family}`, '--display-name', `Ana ${family}`);
    const list = await aList(t, family, `JAVIÉR ${family}`);
    const [a1, a2, b1, b2] = four(family);
    const match = { external_ref: 'j2', played_at: '2026-06-02T10:00:00Z', a1, a2, b1, b2, set_scores: '6-4 6-3' };
    const players = [{ username: a2, display_name: 'Eva Sol' }];
    const wrong = await aFile(t, 'wrong.json', JSON.stringify({ players, matches: [match] }));
    const run = await club.run(['import', wrong, '--register', '--public']);
    assert.equal(run.exitCode, 2, run.stderr);
    assert.match(run.stderr, new RegExp(`ana.${family} is “Ana ${family}”, one of your players; .* “Eva Sol”`));
    assert.equal(await stored(), 0);
    assert.equal((await club.json('import', list, '--register', '--public'))['created'], 1);
  });

  it('asks whether players of other partners are meant, with and without --register', async (t) => {
    const { club, username, family, stored } = await clubs();
    const file = await aFile(t, 'results.csv', rows(four(family)));
    const sentence = new RegExp(
      `${username} is “Javier ${family}”, a player of another partner: the matches will count for this player\\.\n`,
    );
    const refused = await club.run(['import', file, '--register', '--public']);
    assert.match(refused.stderr, sentence);
    assert.match(refused.stderr, /Nothing was sent\. If you mean these players, give --yes/);
    assert.deepEqual([refused.exitCode, await stored()], [2, 0]);
    for (const options of [['--register', '--public', '--dry-run'], ['--register', '--public', '--yes'], ['--yes']]) {
      const run = await club.run(['import', file, ...options]);
      assert.match(run.stderr, sentence);
      assert.equal(run.exitCode, 0, run.stderr);
    }
    const { of_other_partners } = await club.json('import', file, '--yes');
    assert.deepEqual(of_other_partners, [{ username, display_name: `Javier ${family}` }]);
  });

  it('puts a player of another partner on the roster only if it is meant', async (t) => {
    const { club, username, family } = await clubs();
    const file = await aFile(t, 'results.csv', rows(four(family)));
    const members = async () => (await club.json('rosters', 'members', 'night'))['data'] as { username: string }[];
    const command = ['import', file, '--register', '--roster', 'night'];
    assert.equal((await club.run(command)).exitCode, 2);
    assert.equal((await club.json(...command, '--yes'))['players_registered'], 3);
    const shown = (await members()).map((member) => member.username);
    assert.deepEqual([shown.length, shown.includes(username)], [4, true]);
  });

  it('register-batch and register show the other partner’s player, and ask before they put it on a roster', async (t) => {
    const { club, username, family } = await clubs();
    const file = await aFile(t, 'batch.csv', `username,display_name\n${username},Javiera Lopes\n`);
    const run = await club.run(['players', 'register-batch', file]);
    const shown = `${username} already exists: “Javier ${family}”, a public player that another partner registered`;
    assert.match(run.stderr, new RegExp(`${shown}; the file has “Javiera Lopes”\\.\n.*choose other usernames`));
    assert.match(run.stdout, /0 players created, 1 existing \(1 of other partners\)/);
    for (const command of [
      ['register-batch', file],
      ['register', username],
    ]) {
      const joining = ['players', ...command, '--public', '--roster', 'night'];
      const refused = await club.run(joining);
      assert.match(refused.stderr, new RegExp(`${username}: “Javier ${family}”.*--yes`, 's'));
      assert.equal(refused.exitCode, 2);
      await club.text(...joining, '--yes');
      await club.text('rosters', 'remove', 'night', username);
    }
  });

  it('stops for a line of the players file that gives the username of an own player to another name', async (t) => {
    const { club, family, stored } = await clubs();
    await club.text('players', 'register', `dan.${family}`, '--display-name', `Dan ${family}`);
    const file = await aFile(t, 'results.csv', rows(names(family)));
    const head = 'name,username,display_name';
    const shifted = `${head}\nCam ${family},cam.${family},\nAna ${family},dan.${family},Ana ${family}\n`;
    const players = await aFile(t, 'players.csv', shifted);
    const run = await club.run(['import', file, '--players', players, '--register']);
    assert.equal(run.exitCode, 2, run.stderr);
    assert.match(
      run.stderr,
      new RegExp(
        `“Ana ${family}” has the username dan.${family} and the display name “Ana ${family}”, ` +
          `but that player is “Dan ${family}”\\.`,
      ),
    );
    assert.equal(await stored(), 0);
    const twice = `${head}\nCam ${family},eva.${family},Cam ${family}\nAna ${family},eva.${family},Eva ${family}\n`;
    const run2 = await club.run(['import', file, '--players', await aFile(t, 'p.csv', twice), '--register']);
    assert.match(run2.stderr, / but that player is “/);
    const meant = `${head}\nAna ${family},dan.${family},DÁN ${family}\n`;
    const right = await aFile(t, 'players.csv', meant);
    assert.equal((await club.json('import', file, '--players', right, '--register'))['created'], 1);
  });

  it('registers a private player with the username of an erased public player, and no public one', async (t) => {
    const { club, other, username, family } = await clubs();
    await other.text('players', 'erase', username, '--yes');
    const file = await aFile(t, 'results.csv', rows(names(family)));
    const players = await aFile(t, 'players.csv', `name,username\nJavi ${family},${username}\n`);
    const run = await club.run(['import', file, '--players', players, '--register', '--public']);
    assert.match(
      run.stderr,
      new RegExp(`${username} was the username of a public player who is erased\\. Choose another`),
    );
    assert.equal((await club.json('import', file, '--players', players, '--register'))['created'], 1);
  });
});
