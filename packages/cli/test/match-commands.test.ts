import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile, linesBeyond } from './run-cli.ts';

const service = useTestService({ listen: true });

describe('bandeja matches submit, by hand', () => {
  it('a match given by options is stored, and the score decides the winner', async () => {
    const club = await CommandClub.start(service());
    const [a, b, c, d] = club.players;
    const match = await club.json(
      ...['matches', 'submit', '--a', `${a}:left,${b}:right`, '--b', `${c.toUpperCase()},${d}`],
      ...['--score', '4-6 6-3 [8-10]', '--played-at', '2026-05-01T19:10:00+02:00', '--competition', 'league'],
      ...['--session', 'friday', '--venue', 'Club Norte', '--minutes', '75'],
    );
    const participants = match['participants'] as Record<string, unknown>[];
    assert.deepEqual(
      participants.map(({ username, team, court_position }) => [username, team, court_position]),
      [
        [a, 'A', 'left'],
        [b, 'A', 'right'],
        [c, 'B', null],
        [d, 'B', null],
      ],
    );
    assert.equal(match['winning_team'], 'B');
    assert.equal(match['played_at'], '2026-05-01T17:10:00.000Z');
    assert.deepEqual([match['session_external_ref'], match['duration_minutes']], ['friday', 75]);
    assert.equal(match['trust_tier'], 'partner_attested');
  });

  it('a second submission stores nothing, because the same match has the same reference', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const again = await club.run(['matches', 'submit', ...club.match()]);
    assert.deepEqual([again.exitCode, again.stderr], [0, 'The match was already stored.\n']);
    assert.match(again.stdout, new RegExp(`^id +${id}\n`));
    const other = await club.run(['matches', 'submit', ...club.match('6-1 6-2'), '--ref', 'used']);
    assert.equal(other.exitCode, 0);
    const refused = await club.run(['matches', 'submit', ...club.match('6-1 6-3'), '--ref', 'used']);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /The match that has it: \S+ \(with other content\)\n/);
  });

  it('the time is read in the zone of the terminal', async () => {
    const club = await CommandClub.start(service());
    const args = ['matches', 'submit', ...club.match('6-1 6-2', '2026-05-01 21:10')];
    const run = await club.run(args, { timeZone: 'Europe/Madrid' });
    assert.match(run.stdout, /\nplayed +2026-05-01 21:10\n/);
    assert.match(run.stdout, /\nTimes are in Europe\/Madrid \(--utc: UTC\)\.\n$/);
    assert.match(await club.text('matches', 'list'), /^played.*\n2026-05-01 19:10 /);
  });

  it('--dry-run checks a match and stores nothing', async () => {
    const club = await CommandClub.start(service());
    const run = await club.run(['matches', 'submit', ...club.match(), '--dry-run']);
    assert.equal(run.stderr, 'The match is valid. Nothing was stored.\n');
    assert.equal(await club.text('matches', 'list'), 'No matches yet.\n');
  });

  it('the service rejects a draw that the score rules out, and the error names the option', async () => {
    const club = await CommandClub.start(service());
    for (const result of [
      ['--score', '6-4 4-6', '--winner', 'draw'],
      ['--winner', 'draw'],
    ]) {
      const [a, b, c, d] = club.players;
      const run = await club.run([
        'matches',
        'submit',
        '--a',
        `${a},${b}`,
        '--b',
        `${c},${d}`,
        '--played-at',
        'now',
        ...result,
      ]);
      assert.equal(run.exitCode, 1, run.stderr);
      assert.match(run.stderr, /\n {2}--winner {2}/);
    }
  });

  it('a draw in points is stored', async () => {
    const club = await CommandClub.start(service());
    const [a, b, c, d] = club.players;
    const draw = ['--score', '12-12', '--winner', 'draw', '--played-at', '2026-05-01 19:10'];
    const match = await club.json('matches', 'submit', '--a', `${a},${b}`, '--b', `${c},${d}`, ...draw);
    assert.equal(match['winning_team'], null);
    assert.match(await club.text('matches', 'list'), / 12-12 .* draw +completed/);
    const level = ['--score', '12-12', '--played-at', '2026-05-01 20:10'];
    const unsaid = await club.json('matches', 'submit', '--a', `${a},${b}`, '--b', `${c},${d}`, ...level);
    assert.equal(unsaid['winning_team'], null);
  });

  it('the error of a rejected value names its option', async () => {
    const club = await CommandClub.start(service());
    const refused = await club.run(['matches', 'submit', ...club.match('6-4 0-0'), '--minutes', '9999']);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stderr, /\n {2}--minutes {2}out_of_range: .*\n {2}--score {2}empty_set: /);
    const list = await club.run(['matches', 'list', '--limit', '1000']);
    assert.match(list.stderr, /\n {2}--limit {2}out_of_range: /);
    const lost = await club.run(['sessions', 'recap', 'nowhere']);
    assert.match(lost.stderr, /404 session_not_found\)\nbandeja sessions list shows your sessions\.\n/);
  });

  it('an unknown username is reported with similar players', async () => {
    const club = await CommandClub.start(service());
    const [a, b, c, d] = club.players;
    await club.text('players', 'update', d, '--display-name', `Zoë ${d}`);
    const run = await club.run(['matches', 'preview', '--a', `${a},${b}`, '--b', `${c},${d}-x`]);
    assert.equal(run.exitCode, 1);
    assert.match(
      run.stderr,
      /^bandeja: The service does not accept this \(422 participant_not_eligible\):\n {2}--b {2}/,
    );
    assert.ok(run.stderr.includes(`\n“${d}-x”: did you mean ${d}`), run.stderr);
    const nobody = await club.run(['players', 'card', 'qqqq.wwww']);
    assert.match(nobody.stderr, /\n“qqqq\.wwww”: no player found\.\n/);
    assert.equal(nobody.exitCode, 1);
  });
});

describe('bandeja matches amend', () => {
  it('an amendment shows the changes and does not ask without a terminal', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const run = await club.run(['matches', 'amend', id, '--score', '4-6 5-7', '--venue', 'Club Norte']);
    assert.equal(run.stderr, 'winner  A → B\nscore   6-4 7-5 → 4-6 5-7\nvenue   – → Club Norte\n');
    assert.match(run.stdout, /\nrevision +2\n.*\nscore +4-6 5-7\nwon by +B\n/s);
  });

  it('an amendment asks on a terminal unless --yes is given', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const amend = ['matches', 'amend', id, '--played-at', '2026-05-02 21:10'];
    const refused = await club.run(amend, { answer: false, timeZone: 'Europe/Madrid' });
    assert.match(
      refused.stderr,
      /^played {2}2026-05-01 21:10 → 2026-05-02 21:10\nApply this change\?\nbandeja: Nothing /,
    );
    assert.equal(refused.exitCode, 2);
    assert.equal((await club.json('matches', 'get', id))['revision'], 1);
    assert.equal((await club.run(amend, { answer: true })).exitCode, 0);
    assert.equal((await club.run([...amend.slice(0, -1), '2026-05-03 21:10', '--yes'], { answer: false })).exitCode, 0);
    assert.equal((await club.json('matches', 'get', id))['revision'], 3);
  });

  it('--json prints one JSON object and nothing else', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const match = await club.json('matches', 'amend', id, '--played-at', '2026-05-02 21:10', '--yes');
    assert.equal(match['played_at'], '2026-05-02T21:10:00.000Z');
  });

  it('the winner of an unfinished match does not change, because its score cannot decide it', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit('--outcome', 'retired', '--winner', 'B');
    const run = await club.run(['matches', 'amend', id, '--score', '6-2 3-1']);
    assert.equal(run.stderr, 'score  6-4 7-5 → 6-2 3-1\n');
    assert.equal((await club.json('matches', 'get', id))['winning_team'], 'B');
    const played = await club.run(['matches', 'amend', id, '--score', '6-2 6-1', '--outcome', 'played']);
    assert.match(played.stderr, /^winner +B → A$/m);
  });

  it('an amendment takes fields and nulls from a file, and reports if nothing differs', async (t) => {
    const club = await CommandClub.start(service());
    const id = await club.submit('--session', 'friday');
    const file = await aFile(t, 'changes.json', '{"session_external_ref": null, "duration_minutes": 60}');
    const run = await club.run(['matches', 'amend', id, '--file', file]);
    assert.equal(run.stderr, 'session  friday → –\nminutes  – → 60\n');
    const again = await club.run(['matches', 'amend', id, '--file', file]);
    assert.equal(again.stdout, 'The match already has these values. Nothing was changed.\n');
    const [a, b, c, d] = club.players;
    const teams = await club.run(['matches', 'amend', id, '--a', `${a},${c}`, '--b', `${b},${d}`]);
    assert.equal(teams.stderr, `players  ${a} / ${b} v. ${c} / ${d} → ${a} / ${c} v. ${b} / ${d}\n`);
  });

  it('another person’s change is not overwritten', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const run = await club.run(['matches', 'amend', id, '--file', '-'], {
      stdin: '{"revision": 7, "venue_label": "x"}',
    });
    assert.match(run.stderr, /409 revision_conflict/);
    assert.equal(run.exitCode, 1);
  });
});

describe('The effects of a match', () => {
  it('bandeja matches preview prints chances and the change of each score', async () => {
    const club = await CommandClub.start(service());
    const [a, b, c, d] = club.players;
    const text = await club.text('matches', 'preview', '--a', `${a},${b}`, '--b', `${c},${d}`);
    assert.ok(text.startsWith(` 50%  ${a} & ${b}\n 50%  ${c} & ${d}\n`), text);
    assert.match(text, new RegExp(`\nA +${a} +1500 +\\+\\d+ +-?\\d+\n`));
    const { outcomes } = await club.json('matches', 'preview', ...club.match());
    assert.deepEqual(Object.keys(outcomes as object), ['A', 'B']);
  });

  it('bandeja matches explain prints columns that add up to the change, and the sentences', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const text = await club.text('matches', 'explain', id);
    const rows = [...text.matchAll(/^([a-z ]+?) {2,}(-?\+?\d+) +.*$/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]);
    const of = (name: string) => Number(rows.find(([label]) => label === name)?.[1]);
    const names = rows.map(([name]) => name);
    const parts = names.slice(names.indexOf('before') + 1, names.indexOf('change')).map((name) => of(String(name)));
    assert.ok(parts.length >= 2, text);
    assert.equal(
      parts.reduce((sum, points) => sum + points, 0),
      of('change'),
    );
    assert.equal(of('before') + of('change'), of('after'));
    assert.match(text, /^Team A had a chance of 50% to win, team B of 50%\.\n/);
    assert.match(text, new RegExp(`\n${club.players[0]}\n +\\+\\d+  `));
  });

  it('bandeja matches explain uses the unit of the score, and fits a narrow terminal', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit('--score', '21-11', '--winner', 'A');
    assert.match(
      await club.text('matches', 'explain', id),
      /\nThe ratings pointed to 50% of the points for team A, which took 66%\.\n/,
    );
    const games = await club.submit('--played-at', '2026-05-02 19:10');
    assert.match(await club.text('matches', 'explain', games), / of the games for team A/);
    for (const width of [40, 60]) {
      const { stdout } = await club.run(['matches', 'explain', id], { width });
      assert.deepEqual(linesBeyond(width, stdout), []);
    }
  });

  it('bandeja matches explain gives the reason why a match is not rated', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit('--trust-tier', 'player_confirmed');
    assert.equal(
      await club.text('matches', 'explain', id),
      'This match is not rated: it is pending, voided or a walkover.\n',
    );
  });

  it('bandeja audit list prints the entries in order, after a given entry', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    await club.text('matches', 'void', id, '--reason', 'entered twice', '--yes');
    assert.match(
      await club.text('audit', 'list'),
      new RegExp(`\n +1 .*${id} +submitted +1 .*\n +2 .*${id} +voided +2 `),
    );
    assert.match(await club.text('audit', 'list', '--after', '1'), /^seq.*\n +2 /);
  });
});

describe('bandeja matches void and amend', () => {
  it('a void shows the match and asks on a terminal, and needs --yes in a script', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const command = ['matches', 'void', id, '--reason', 'entered twice'];
    const script = await club.run(command);
    assert.deepEqual([script.exitCode, script.stdout], [2, '']);
    assert.match(script.stderr, /^bandeja: A void cannot be undone\. Give --yes /);
    const no = await club.run(command, { answer: false });
    assert.deepEqual([no.exitCode, no.stdout], [2, '']);
    assert.match(
      no.stderr,
      / {2}2026-05-01 19:10 {2}.* v\. .* {2}6-4 7-5 {2}.*\nVoid this match for good\?\nbandeja: Nothing was changed\.\n$/,
    );
    assert.match(await club.text('matches', 'get', id), /status +completed\n/);
    assert.match((await club.run(command, { answer: true })).stdout, /status +voided\n/);
    const other = await club.submit('--played-at', '2026-05-02 19:10');
    const yes = await club.run(['matches', 'void', other, '--reason', 'twice', '--yes'], { answer: false });
    assert.match(yes.stdout, /status +voided\n/);
    assert.match((await club.run(['matches', 'void', '--help'])).stdout, /--reason <text> .*\(required\)/s);
  });

  it('a warning names the option, and a walkover has no score', async () => {
    const club = await CommandClub.start(service());
    const id = await club.submit();
    const warned = await club.run(['matches', 'amend', id, '--score', '6-4 6-5']);
    assert.match(warned.stderr, /Warning: .* does not end 6–5\. If the match was stopped, give --outcome retired\.\n/);
    const walkover = await club.run(['matches', 'amend', id, '--outcome', 'walkover']);
    assert.equal(walkover.exitCode, 0, walkover.stderr);
    assert.match(walkover.stderr, /score +6-4 6-5 → –\n/);
    assert.match(walkover.stdout, /outcome +walkover\n/);
    assert.match(walkover.stdout, /^score +–$/m);
  });

  it('the list of an unknown player’s matches suggests players', async () => {
    const club = await CommandClub.start(service());
    const [known] = club.players;
    const run = await club.run(['matches', 'list', '--player', `${known}x`]);
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, new RegExp(`“${known}x”: did you mean .*${known}`));
    assert.equal(await club.text('matches', 'list', '--player', known), 'No match fits these filters.\n');
  });
});
