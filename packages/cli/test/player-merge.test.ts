import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { seeded } from '@bandeja/service/test/support/seeded';
import { useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aHistory, fileOf, type PastMatch } from './club-history.ts';
import { FakeService, problem, type SeenRequest } from './fake-service.ts';
import { aFile, type CliOptions, type CliRun, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

/** A club with the command, in which these matches are stored. */
async function aClub(t: TestContext, matches: readonly PastMatch[]) {
  const service = await FakeService.start(t, real());
  const run = (args: readonly string[], options: CliOptions = {}) => runInside(args, { ...options, url: service.url });
  const file = await aFile(t, 'night.csv', fileOf(matches));
  assert.equal((await run(['import', file, '--register'])).exitCode, 0);
  return { service, run, report: join(file, '../merge.csv') };
}

/** The same history, with another player in some of the matches of `player`. */
function withDouble(matches: readonly PastMatch[], player: string, double: string, random: () => number): PastMatch[] {
  return matches.map((match) => {
    if (random() < 0.4) return match;
    return { ...match, players: match.players.map((name) => (name === player ? double : name)) };
  });
}

const isAmendment = ({ method }: SeenRequest): boolean => method === 'PATCH';
const lineOf = (run: CliRun, label: string): number => Number(new RegExp(`${label} +(\\d+)`).exec(run.stdout)?.[1]);

describe('bandeja players merge', () => {
  it('ratings become those of a club in which one player had played all along, and an undo gives back those before', async (t) => {
    const random = seeded(1);
    const right = aHistory(random, 30, 'm');
    const wrong = withDouble(right, 'ana', 'ana.2', random);
    const [{ service, run, report }, model] = [await aClub(t, wrong), await aClub(t, right)];
    await service.partner.players.register({ username: 'ana' });
    const before = await service.ratings();
    const count = wrong.filter(({ players }) => players.includes('ana.2')).length;
    assert.ok(count > 4);
    // Some responses are lost. The fourth amendment is refused for good, once.
    service.mishap = (request) => {
      const amendments = service.requests.filter(isAmendment).length;
      if (!isAmendment(request)) return 'none';
      if (amendments === 4) return { status: 403, body: problem(403, 'partner_suspended').body as object };
      return random() < 0.3 ? 'drop-after' : 'none';
    };
    const stopped = await run(['players', 'merge', 'ana.2', 'ana', '--report', report, '--yes']);
    assert.deepEqual([stopped.exitCode, lineOf(stopped, 'amended')], [3, 3], stopped.stderr);
    const rest = await run(['players', 'merge', 'ana.2', 'ana', '--report', report, '--yes']);
    assert.deepEqual([rest.exitCode, lineOf(rest, 'amended')], [0, count - 3], rest.stderr);
    await model.service.partner.players.register({ username: 'ana.2' });
    assert.deepEqual(await service.ratings(), await model.service.ratings());
    const third = await run(['players', 'merge', 'ana.2', 'ana', '--report', report]);
    assert.deepEqual([third.exitCode, lineOf(third, 'amended')], [0, 0], third.stderr);
    assert.match(third.stderr, /^None of your matches has ana\.2\.\n$/);
    assert.equal((await run(['audit', 'verify'])).exitCode, 0);

    service.requests.length = 0;
    const half = await run(['import', 'undo', report, '--yes']);
    assert.deepEqual([half.exitCode, lineOf(half, 'amended')], [3, 3], half.stderr);
    const undone = await run(['import', 'undo', report, '--yes']);
    assert.deepEqual([undone.exitCode, lineOf(undone, 'amended')], [0, count - 3], undone.stderr);
    assert.deepEqual(await service.ratings(), before);
    const again = await run(['import', 'undo', report]);
    assert.deepEqual([again.exitCode, lineOf(again, 'as before the merge already')], [0, count], again.stderr);
    assert.equal((await run(['audit', 'verify'])).exitCode, 0);
  });

  it('changes nothing if both players were in one match', async (t) => {
    const matches = aHistory(seeded(4), 12, 'm');
    const { service, run, report } = await aClub(t, matches);
    const refused = await run(['players', 'merge', 'ana', 'bea', '--report', report, '--yes']);
    assert.equal(refused.exitCode, 2);
    const both = matches.filter(({ players }) => players.includes('ana') && players.includes('bea'));
    const pattern = `^bandeja: ana and bea were both in ${both.length} match(es)?, so they are two people\\. Nothing was changed\\.\n  2026-`;
    assert.match(refused.stderr, new RegExp(pattern));
    assert.equal(service.requests.filter(isAmendment).length, 0);
    await assert.rejects(readFile(report), /ENOENT/);
    const same = await run(['players', 'merge', 'ana', 'ANA', '--yes']);
    assert.match(same.stderr, /FROM and INTO are the same player, ana\./);
    const unknown = await run(['players', 'merge', 'ana', 'beatriz', '--yes']);
    assert.equal(unknown.exitCode, 1);
  });

  it('a pending match is amended and stays pending, a voided one and those of other partners are left', async () => {
    const service = real();
    const [club, other] = [await CommandClub.start(service), await CommandClub.start(service)];
    const [a = '', b = '', c = '', d = ''] = club.players;
    const [into] = other.players;
    const played = (day: number) => ['--played-at', `2026-05-0${day} 19:10`];
    const pending = await club.submit(...played(1), '--trust-tier', 'player_confirmed', '--ref', 'p1');
    const voided = await club.submit(...played(2), '--ref', 'v1');
    await club.text('matches', 'void', voided, '--reason', 'It was a friendly.', '--yes');
    const completed = await club.submit(...played(3), '--ref', 'c1');
    await other.submit('--a', `${a},${b}`, '--b', `${c},${d}`, ...played(4), '--ref', 'o1');
    const run = await club.run(['players', 'merge', a, into], { answer: true });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.stderr, /: 2 matches: 1 completed, 1 pending; played 2026-05-01 19:10 to 2026-05-03 19:10\n/);
    assert.match(run.stderr, /\n1 voided match is not changed\.\n1 match of \S+ belongs to other partners; you cannot/);
    assert.match(run.stderr, /Without --report, you cannot undo this with “bandeja import undo”\./);
    assert.match(run.stdout, /amended +2\n {2}voided, not changed +1\n {2}of other partners +1\n {2}failed +0\n/);
    const namesOf = async (id: string) => {
      const match = await club.json('matches', 'get', id);
      const players = match['participants'] as { username: string | null }[];
      return [match['status'], ...players.map(({ username }) => username)];
    };
    assert.deepEqual(await namesOf(pending), ['pending', into, b, c, d]);
    assert.deepEqual(await namesOf(completed), ['completed', into, b, c, d]);
    // After the merge a person at the terminal was asked about the erasure, and answered yes.
    assert.match(
      run.stderr,
      /You may erase \S+ now\. After that, the merge cannot be undone\.\nErase .* for good\?\nErased\.\n$/,
    );
    assert.deepEqual(await namesOf(voided), ['voided', null, b, c, d]);
    const gone = await club.run(['players', 'get', a]);
    assert.equal(gone.exitCode, 1);
  });

  it('replaces a player that another partner has made private', async (t) => {
    const service = real();
    const [club, other] = [await CommandClub.start(service), await CommandClub.start(service)];
    const [a = '', b = '', c = '', d = ''] = club.players;
    const [guest] = other.players;
    const id = await club.submit('--a', `${guest},${b}`);
    await other.text('players', 'update', guest, '--private');
    const report = await aFile(t, 'merge.csv', '');
    const run = await club.run(['players', 'merge', guest.toUpperCase(), a, '--yes', '--report', report]);
    assert.equal(run.exitCode, 0, run.stderr);
    const { participants } = await club.json('matches', 'get', id);
    assert.deepEqual(
      (participants as { username: string }[]).map(({ username }) => username),
      [a, b, c, d],
    );
    const undo = await club.run(['import', 'undo', report, '--yes']);
    assert.deepEqual([undo.exitCode, /or is private and not shared with you\. Nothing/.test(undo.stderr)], [2, true]);
  });

  it('lists matches that may have been entered under both usernames', async (t) => {
    const twice = ['ana', 'ana.2'].map((ana, index) => ({
      ...{ ref: `m${index}`, playedAt: `2026-01-01T18:0${index}:00Z`, players: [ana, 'bea', 'cam', 'dan'] },
      score: '6-4 6-4',
    }));
    const { run } = await aClub(t, twice);
    const merged = await run(['players', 'merge', 'ana.2', 'ana', '--yes']);
    assert.match(
      merged.stderr,
      /\n1 match may have been entered twice, once with each username\. If so, void one of each:\n {2}m1: [^\n]+\n$/,
    );
  });

  it('keeps sides of the court, and works beside an erased player', async (t) => {
    const club = await CommandClub.start(real());
    const other = await CommandClub.start(real());
    const [a, , , d] = club.players;
    const id = await club.submit();
    const before = await club.json('matches', 'get', id);
    const sided = (before['participants'] as Record<string, unknown>[]).map(({ profile_id, team }, slot) => {
      return { profile_id, team, court_position: slot % 2 === 0 ? 'right' : 'left' };
    });
    const file = await aFile(t, 'sides.json', JSON.stringify({ participants: sided }));
    await club.text('matches', 'amend', id, '--file', file, '--yes');
    await club.text('players', 'erase', d, '--yes');
    const report = join(file, '../merge.csv');
    await club.text('players', 'merge', a, other.players[0], '--report', report, '--yes');
    const sides = async () => {
      const { participants } = await club.json('matches', 'get', id);
      return (participants as Record<string, unknown>[]).map((one) => [one['username'], one['court_position']]);
    };
    const [, second, third] = club.players;
    const rest = [
      [second, 'left'],
      [third, 'right'],
      [null, 'left'],
    ];
    assert.deepEqual(await sides(), [[other.players[0], 'right'], ...rest]);
    await club.text('import', 'undo', report, '--yes');
    assert.deepEqual(await sides(), [[a, 'right'], ...rest]);
  });

  it('needs a yes, and erases only a player of your own, on a terminal', async (t) => {
    const [club, other] = [await CommandClub.start(real()), await CommandClub.start(real())];
    const [a] = club.players;
    const [into] = other.players;
    await club.submit();
    const script = await club.run(['players', 'merge', a, into]);
    assert.deepEqual([script.exitCode, /This changes 1 match\. Give --yes/.test(script.stderr)], [2, true]);
    const no = await club.run(['players', 'merge', a, into], { answer: false });
    assert.deepEqual([no.exitCode, no.stderr.endsWith('bandeja: Nothing was changed.\n')], [2, true]);
    const report = await aFile(t, 'merge.csv', '');
    assert.equal((await club.run(['players', 'merge', a, into, '--yes', '--report', report])).exitCode, 0);
    assert.equal((await club.run(['players', 'get', a])).exitCode, 0);
    const foreign = await club.run(['players', 'merge', into, a], { answer: true });
    assert.equal(foreign.exitCode, 0, foreign.stderr);
    assert.doesNotMatch(foreign.stderr, /erase/);
    const json = await club.json('import', 'undo', report, '--yes');
    assert.deepEqual([json['kind'], json['already'], json['amended']], ['merge', 1, 0]);
  });

  it('replaces a player of another partner by your own player with the same username, on rosters too', async (t) => {
    const service = real();
    const [club, other] = [await CommandClub.start(service), await CommandClub.start(service)];
    const username = `ana.${other.players[0]}`.slice(0, 40);
    const { id: ownId } = await club.json('players', 'register', username, '--private');
    const { id: guestId } = await other.json('players', 'register', username, '--public');
    const match = await club.submit();
    await club.text('players', 'merge', club.players[0], String(guestId), '--yes');
    await club.text('rosters', 'put', 'merged');
    await club.text('rosters', 'add', 'merged', String(guestId));
    const idsOf = (list: unknown) => (list as { profile_id: string }[]).map(({ profile_id: id }) => id);
    const members = async () => idsOf((await club.json('rosters', 'members', 'merged'))['data']);
    const first = async () => idsOf((await club.json('matches', 'get', match))['participants'])[0];
    const report = await aFile(t, 'merge.csv', '');
    const merged = await club.run(['players', 'merge', String(guestId), username, '--report', report], {
      answer: true,
    });
    assert.equal(merged.exitCode, 0, merged.stderr);
    assert.doesNotMatch(merged.stderr, /You may erase/);
    assert.deepEqual([await first(), await members()], [ownId, [ownId]]);
    assert.equal((await club.json('players', 'get', username))['id'], ownId);
    const undone = await club.run(['import', 'undo', report, '--yes']);
    assert.equal(undone.exitCode, 0, undone.stderr);
    assert.deepEqual([await first(), await members()], [guestId, [guestId]]);
  });

  it('an undo leaves matches whose players changed after the merge, and reports them', async (t) => {
    const { service, run, report } = await aClub(t, [
      { ref: 'm1', playedAt: '2026-01-01T18:00:00Z', players: ['ana.2', 'bea', 'cam', 'dan'], score: '6-4 6-4' },
      { ref: 'm2', playedAt: '2026-01-02T18:00:00Z', players: ['ana.2', 'bea', 'cam', 'dan'], score: '6-4 6-4' },
      { ref: 'm3', playedAt: '2026-01-03T18:00:00Z', players: ['ana.2', 'bea', 'cam', 'dan'], score: '6-4 6-4' },
    ]);
    for (const username of ['ana', 'eva']) await service.partner.players.register({ username });
    await run(['players', 'merge', 'ana.2', 'ana', '--report', report, '--yes']);
    const [m1, m2, m3] = await service.matches();
    const names = ['ana', 'eva', 'cam', 'dan'];
    const participants = names.map((username, slot) => ({ username, team: slot < 2 ? 'A' : 'B' }) as const);
    await service.partner.matches.amend(m1?.id ?? '', { participants });
    // Another score does not keep the players.
    const sets = [{ set_number: 1, team_a_games: 6, team_b_games: 0 }];
    await service.partner.matches.amend(m2?.id ?? '', { set_scores: sets });
    await service.partner.matches.void(m3?.id ?? '', 'Not played.');
    const undone = await run(['import', 'undo', report, '--yes']);
    assert.equal(undone.exitCode, 1);
    assert.match(undone.stderr, /^To amend, ana → ana\.2: 1 match: 1 completed;/);
    assert.match(undone.stderr, /\nm1 \(.*\): Its players were changed after the merge, so it was not amended\.\n/);
    assert.match(undone.stdout, /amended +1\n.*already +0\n {2}voided, not changed +1\n {2}not changed +1\n/);
    const first = (await service.matches()).map(({ participants: [player] }) => player?.username);
    assert.deepEqual(first, ['ana', 'ana.2', 'ana']);
  });

  it('leaves a match whose players someone else changes at the same time', async (t) => {
    const { service, run } = await aClub(t, [
      { ref: 'm1', playedAt: '2026-01-01T18:00:00Z', players: ['ana.2', 'bea', 'cam', 'dan'], score: '6-4 6-4' },
    ]);
    const { id } = await service.partner.players.register({ username: 'ana' });
    const [match] = await service.matches();
    const [first, ...others] = match?.participants ?? [];
    const participants = [...others, { ...first, profile_id: id, team: 'B' }];
    const changed = { ...match, revision: 2, participants };
    service.mishap = (request) => {
      if (!isAmendment(request)) return 'none';
      service.replies.set(`GET ${request.path}`, { status: 200, body: changed });
      return { status: 409, body: problem(409, 'revision_conflict', [], { revision: 2 }).body as object };
    };
    const merged = await run(['players', 'merge', 'ana.2', 'ana', '--yes']);
    assert.equal(merged.exitCode, 1);
    assert.match(merged.stderr, /\nm1 \(.*\): Its players were changed in the meantime\. It was not amended\.\n$/);
    assert.equal(service.requests.filter(isAmendment).length, 1);
  });

  it('writes the report over no other file, and refuses one that was edited', async (t) => {
    const { service, run, report } = await aClub(t, [
      { ref: 'm1', playedAt: '2026-01-01T18:00:00Z', players: ['ana.2', 'bea', 'cam', 'dan'], score: '6-4 6-4' },
    ]);
    await service.partner.players.register({ username: 'ana' });
    const other = await aFile(t, 'players.csv', 'name,username\nAna,ana\n');
    const refused = await run(['players', 'merge', 'ana.2', 'ana', '--report', other, '--yes']);
    assert.deepEqual([refused.exitCode, /there is such a file already/.test(refused.stderr)], [2, true]);
    assert.equal(await readFile(other, 'utf8'), 'name,username\nAna,ana\n');
    await run(['players', 'merge', 'ana.2', 'ana', '--report', report, '--yes']);
    const back = await run(['players', 'merge', 'ana', 'ana.2', '--report', report, '--yes']);
    assert.match(back.stderr, /there is such a file already/);
    await writeFile(report, (await readFile(report, 'utf8')).replace(/,A:/, ',C:'));
    const edited = await run(['import', 'undo', report, '--yes']);
    assert.deepEqual([edited.exitCode, /line 2: “before” and “after” are not as/.test(edited.stderr)], [2, true]);
    const reason = await run(['import', 'undo', report, '--yes', '--reason', 'x']);
    assert.equal(reason.exitCode, 2);
  });
});
