import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshName, useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile, linesBeyond } from './run-cli.ts';

const service = useTestService({ listen: true });

const NIGHT = ['--session', 'club-norte-2026-05-02', '--venue', 'Club Norte', '--minutes', '70'] as const;

describe('What a club reads about a player', () => {
  it('bandeja players card prints the rating, the headline, form, windows and the last matches', async () => {
    const club = await CommandClub.start(service());
    const [a, b, c, d] = club.players;
    await club.submit();
    await club.text('matches', 'submit', ...club.match('2-6 3-6', '2026-05-02 19:10'));
    const text = await club.text('players', 'card', a);
    const { rating, headline_insight } = await club.json('players', 'card', a);
    const { service_score } = rating as Record<string, number>;
    assert.match(text, new RegExp(`^${a} {2}${a}\n${service_score} {2}Provisional, after 2 of 3 matches\n`));
    assert.doesNotMatch(text, /give or take|change/);
    const sentence = (headline_insight as { text?: string } | null)?.text;
    if (sentence !== undefined) assert.ok(text.includes(sentence), text);
    assert.match(text, /\nform +L W {2}newest first: new\n/);
    assert.match(
      text,
      new RegExp(`\n2026-05-02 19:10 {2}lost +2-6 3-6 +${b} +${c} & ${d}\n2026-05-01 19:10 {2}won +6-4 7-5 `),
    );
    assert.match(await club.text('players', 'card', d), /\n2026-05-02 19:10 {2}won +6-2 6-3 /);
  });

  it('an empty card, analysis, history and progress explain that they are empty', async () => {
    const club = await CommandClub.start(service());
    const [a] = club.players;
    for (const reading of ['card', 'analysis', 'matches']) {
      assert.match(await club.text('players', reading, a), /No matches yet\.\n/, reading);
    }
    assert.match(await club.text('players', 'progress', a), /No matches in this time\.\n/);
    assert.equal(await club.text('players', 'matches', a, '--since', 'today'), 'No matches in this period.\n');
    assert.equal(await club.text('sessions', 'list'), 'No sessions yet.\n');
    assert.equal(await club.text('matches', 'list', '--status', 'voided'), 'No match fits these filters.\n');
    assert.equal(await club.text('rosters', 'list'), 'No rosters yet.\n');
  });

  it('bandeja players register names an existing player and what it did not change', async () => {
    const club = await CommandClub.start(service());
    const [a] = club.players;
    const run = await club.run(['players', 'register', a, '--display-name', 'Somebody Else', '--private']);
    assert.equal(run.exitCode, 0);
    assert.ok(
      run.stderr.startsWith(`${a} already exists: “${a}”. Not changed: display name and visibility. `),
      run.stderr,
    );
    assert.equal((await club.run(['players', 'register', a])).stderr, `${a} already exists: “${a}”.\n`);
  });

  it('bandeja players progress prints bars, points and their sum', async () => {
    const club = await CommandClub.start(service());
    const [a] = club.players;
    await club.submit();
    await club.text('matches', 'submit', ...club.match('6-1 6-1', '2026-05-02 19:10'));
    const text = await club.text('players', 'progress', a);
    assert.match(text, /\n▁█\n\n.*\n2026-05-01 19:10 +\d+ +– +–\n2026-05-02 19:10 .*\nbefore +1500\n/s);
    assert.doesNotMatch(await club.text('players', 'progress', a, '--until', '2026-05-01'), /2026-05-02/);
  });

  it('bandeja players progress says why a score moved without a match', async () => {
    const club = await CommandClub.start(service());
    const [a] = club.players;
    await club.text('matches', 'submit', ...club.match('6-1 6-1', '2026-05-02 19:10'));
    await club.submit();
    await club.text('players', 'update', a, '--starting-level', '6');
    const text = await club.text('players', 'progress', a);
    assert.match(text, /\n2026-05-02 19:10 [^a-z]*\n.* older result\n.* starting level\n/);
  });

  it('bandeja players analysis prints the insights, then the rates', async () => {
    const club = await CommandClub.start(service());
    await club.submit();
    const text = await club.text('players', 'analysis', club.players[0]);
    assert.match(text, / {2}1 match on 2026-05-01, 1 with a score\n/);
    assert.match(text, /\nWon 1 of 1 decided matches\. Wins: 1; expected: 0\.5\.\n/);
    assert.match(text, /\nsets +won +of +rate .*\nall +2 +2 /);
  });

  it('card, analysis and progress fit a narrow terminal, even with colours', async () => {
    const club = await CommandClub.start(service());
    const [a] = club.players;
    await club.submit();
    for (const reading of ['card', 'analysis', 'progress']) {
      const { stdout } = await club.run(['players', reading, a], { width: 40, hasColours: true });
      assert.deepEqual(linesBeyond(40, stdout), [], reading);
    }
    await club.text('matches', 'submit', ...club.match('6-4 6-2', '2026-05-02 19:10'), ...NIGHT);
    const night = await club.run(['sessions', 'recap', NIGHT[1]], { width: 40 });
    assert.deepEqual(linesBeyond(40, night.stdout), []);
    const { stdout } = await club.run(['players', '--help'], { width: 60 });
    assert.deepEqual(linesBeyond(60, stdout), []);
  });

  it('bandeja players card --headline restricts the topics of the headline', async () => {
    const club = await CommandClub.start(service());
    const [a] = club.players;
    await club.submit();
    for (const headline of ['any', 'strengths']) {
      assert.ok((await club.json('players', 'card', a, '--headline', headline))['headline_insight'], headline);
      assert.match(await club.text('players', 'card', a, '--headline', headline, '--svg', '-'), /^<svg /);
    }
  });

  it('pictures are written to a file or to standard output', async (t) => {
    const club = await CommandClub.start(service());
    await club.submit('--session', 'friday');
    const [a] = club.players;
    const file = join(await aFile(t, 'x', ''), '..', 'card.svg');
    const run = await club.run(['players', 'card', a, '--svg', file, '--theme', 'dark']);
    assert.deepEqual([run.exitCode, run.stdout, run.stderr], [0, '', `The picture is in ${file}.\n`]);
    assert.match(await readFile(file, 'utf8'), /^<svg /);
    assert.match(await club.text('players', 'progress', a, '--svg', '-', '--width', '640'), /^<svg .*width="640"/);
    assert.match(await club.text('sessions', 'recap', 'friday', '--svg', '-'), /^<svg /);
    assert.match(await club.text('sessions', 'recap', 'friday', '--svg', '-', '--rank-by', 'points'), />\d+ games</);
    const refused = await club.run(['players', 'card', a, '--svg', '/absent/card.svg']);
    assert.match(refused.stderr, /--svg \/absent\/card\.svg: the file cannot be written \(ENOENT\)/);
    assert.equal(refused.exitCode, 2);
  });
});

describe('A club’s players', () => {
  it('bandeja players register-batch registers a file and lists the rejected players', async (t) => {
    const club = await CommandClub.start(service());
    const [name, slug] = [freshName('member'), freshName('roster')];
    const rows = Array.from({ length: 120 }, (_, index) => `${name}.${index};Inês nº ${index};pt`);
    const file = await aFile(t, 'members.csv', `username;Name;Country\n${rows.join('\n')}\n`);
    assert.equal(
      await club.text('players', 'register-batch', file, '--roster', slug),
      '120 players created, 0 existing, 0 taken, 0 rejected.\n',
    );
    const list = await club.run(['players', 'list', '--roster', slug, '--limit', '1']);
    assert.match(list.stdout, new RegExp(`\n${name}\\.0 +Inês nº 0 +PT +1500 `));
    assert.match(list.stderr, /^There are more: /);
    const more = JSON.stringify([{ username: `${name}.0` }, { username: 'x' }]);
    const again = await club.run(['players', 'register-batch', await aFile(t, 'more.json', more)]);
    assert.match(again.stdout, /\n +2 {2}x +rejected .*\n\n0 players created, 1 existing, 0 taken, 1 rejected\.\n/);
    assert.equal(again.exitCode, 1);
  });

  it('bandeja players list finds players by words of their names without accents', async () => {
    const club = await CommandClub.start(service());
    const [a] = club.players;
    const family = freshName('ortega').replaceAll('-', '');
    await club.text('players', 'update', a, '--display-name', `Íñigo ${family}`);
    assert.match(await club.text('players', 'list', 'inigo', family), new RegExp(`\n${a} +Íñigo ${family} `));
    assert.equal(await club.text('players', 'list', `${family}x`), 'No player found.\n');
  });

  it('a club gets access to a private player with a code', async () => {
    const [club, other] = [await CommandClub.start(service()), await CommandClub.start(service())];
    const [a] = club.players;
    await club.text('players', 'update', a, '--private');
    const shared = await club.run(['players', 'share', a, '--hours', '24']);
    const code = /^code +(\S+)\nworks until +\d{4}-/.exec(shared.stdout)?.[1] ?? '';
    assert.match(shared.stderr, /Copy the code now/);
    await other.text('rosters', 'put', 'guests');
    assert.match(await other.text('rosters', 'redeem', 'guests', code), new RegExp(`^username +${a}\n`));
    assert.match(await other.text('rosters', 'members', 'guests'), new RegExp(`\n${a} .* private `));
    const wrong = await other.run(['rosters', 'redeem', 'guests', 'bdj_share_Zk3v0TqYx81LmW5uPr7Ab2Cd9Ef4Gh6J']);
    assert.equal(wrong.exitCode, 1);
  });

  it('bandeja rosters leaderboard prints ranks, moves and the players that need more matches', async () => {
    const club = await CommandClub.start(service());
    for (const username of club.players) await club.text('players', 'register', username, '--roster', 'thursday');
    assert.match(
      await club.text('rosters', 'leaderboard', 'thursday'),
      /^No member is ranked yet\.\n\nnot ranked yet .* needs at least\n.* 1500 +0 {2}3 more matches\n/,
    );
    const csv = (...more: string[]) => club.run(['rosters', 'leaderboard', 'thursday', '--csv', ...more]);
    const header = '\ufeffrank,previous rank,player,username,score,change,matches,needs at least,last played\n';
    const none = await csv();
    assert.equal(none.stdout, header, 'words are on standard error');
    assert.match(none.stderr, /^No member is ranked yet\./);
    const unranked = await csv('--unranked');
    assert.match(unranked.stdout, new RegExp(`^${header}(,,.*,1500,0,0,3,\n){4}$`));
    assert.equal(unranked.stderr, '');
    for (let day = 1; day <= 12; day++) {
      await club.text('matches', 'submit', ...club.match('6-1 6-2', `2026-05-${String(day).padStart(2, '0')} 19:10`));
    }
    const text = await club.text('rosters', 'leaderboard', 'thursday', '--window', '90d');
    assert.match(text, /^ +player .*\n1 {2}= +\S+ +\S+ +\d{4} +0 +12\n/);
    assert.equal(await club.text('rosters', 'leaderboard', '--window', '90d'), text);
    assert.match((await csv('--columns', 'rank,matches')).stdout, /^\ufeffrank,matches\n1,12\n2,12\n/);
  });
});

describe('A club’s nights', () => {
  it('bandeja sessions recap prints the ranking, the upset, the closest match and first nights', async () => {
    const club = await CommandClub.start(service());
    const [a, b, c, d] = club.players;
    await club.submit('--session', 'friday', '--venue', 'Club Norte');
    await club.text('matches', 'submit', ...club.match('1-6 2-6', '2026-05-01 20:10'), '--session', 'friday');
    const text = await club.text('sessions', 'recap', 'friday');
    assert.match(text, /^friday {2}Club Norte\n2026-05-01, 19:10 to 20:10\n2 matches, 4 players\n/);
    assert.match(text, new RegExp(`\n1 {2}${[c, d].toSorted()[0]} \\* +1 +1 +21-16 +\\+5 +0\\.\\d +1\\d\\d\\d\n`));
    assert.ok(text.includes(`biggest upset: ${c} & ${d} beat ${a} & ${b} 6-1 6-2, with a chance of `), text);
    assert.match(text, /\n\* \S+: .*\n/);
    assert.match(await club.text('sessions', 'recap', 'friday', '--rank-by', 'points'), / points +won +lost /);
    assert.match(await club.text('sessions', 'list'), /\nfriday +2026-05-01 19:10 +2 +4 {2}Club Norte\n/);
    assert.equal(await club.text('sessions', 'list', '--until', '2026-04-30'), 'No session in this time.\n');
  });
});

describe('A provisional player’s second night', () => {
  it('has no change of the score in the ranking, until the score is reliable', async () => {
    const club = await CommandClub.start(service());
    await club.submit('--session', 'first');
    await club.text('matches', 'submit', ...club.match('6-1 6-2', '2026-05-08 19:10'), '--session', 'second');
    assert.match(await club.text('sessions', 'recap', 'second'), /\n1 {2}\S+ +1 +0 +12-3 +\+9 +0\.\d +–\n/);
    for (let day = 10; day < 20; day += 1) {
      await club.text('matches', 'submit', ...club.match('6-1 6-2', `2026-06-${day} 19:10`));
    }
    await club.text('matches', 'submit', ...club.match('6-1 6-2', '2026-06-25 19:10'), '--session', 'last');
    assert.match(await club.text('sessions', 'recap', 'last'), /\n1 {2}\S+ +1 +0 +12-3 +\+9 +\d\.\d +\+?\d+\n/);
  });
});

describe('A night scored in points', () => {
  it('a night is ranked by points, with draws and pairs', async () => {
    const club = await CommandClub.start(service());
    const [a, b, c, d] = club.players;
    const teams = ['--a', `${a},${b}`, '--b', `${c},${d}`, '--session', 'americano', '--competition', 'social'];
    for (const [at, ...score] of [
      ['19:00', '21-11'],
      ['19:30', '12-12', '--winner', 'draw'],
      ['20:00', '21-16'],
    ]) {
      const played = ['--played-at', `2026-05-01 ${at}`, '--score', ...score];
      assert.match(await club.text('matches', 'submit', ...teams, ...played), /\noutcome +played\n/);
    }
    const text = await club.text('sessions', 'recap', 'americano');
    assert.match(text, / player +points +won +draws +lost +\+\/- .*\n1 {2}\S+ \* +54-39 +2 +1 +0 +\+15 /);
    assert.ok(text.includes(`\n${a} & ${b}       3    2      1      100%\n`), text);
    assert.ok(text.includes(`closest: ${a} & ${b} and ${c} & ${d} drew 12-12\n`), text);
    assert.match(await club.text('players', 'card', a), /\nform +W D W {2}/);
  });
});

describe('bandeja health', () => {
  it('bandeja health reports without a key that the service is ready', async () => {
    const club = await CommandClub.start(service());
    assert.match(await club.text('health'), /^http:\/\/127\.0\.0\.1:\d+ is ready\.\n$/);
    assert.deepEqual(await club.json('health'), { status: 'ready', failing_upkeep: [] });
  });
});
