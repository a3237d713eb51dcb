/** A merge of two players beside rosters and night plans that list them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Api } from '@bandeja/client';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService, problem } from './fake-service.ts';
import { aFile, type CliOptions, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });
const OTHERS = ['bea', 'cam', 'dan'];

/** A club in which `ana.2` is on a roster and in plans, and `ana` is another profile of the same person. */
async function aClub(t: TestContext) {
  const service = await FakeService.start(t, real());
  const { partner } = service;
  await partner.rosters.put('club');
  for (const username of ['ana', 'ana.2', ...OTHERS]) await partner.players.register({ username });
  for (const username of ['ana.2', ...OTHERS]) await partner.rosters.add('club', username);
  const report = join(await aFile(t, 'x', ''), '../merge.csv');
  const run = (args: readonly string[], options: CliOptions = {}) => runInside(args, { ...options, url: service.url });
  return { service, partner, report, run };
}

type Club = Awaited<ReturnType<typeof aClub>>;

async function play({ partner }: Club, matches: number): Promise<void> {
  for (let index = 0; index < matches; index += 1) {
    const names = ['ana.2', ...OTHERS];
    const participants = names.map((username, slot) => ({ username, team: slot < 2 ? 'A' : 'B' }) as const);
    await partner.matches.submit({
      external_ref: `m${index}`,
      played_at: new Date(Date.now() - (matches - index) * 86_400_000).toISOString(),
      winning_team: index % 3 === 0 ? 'B' : 'A',
      trust_tier: 'partner_attested',
      participants,
    });
  }
}

/** Plans a night of points for one court. */
const planNight = ({ partner }: Club, ref: string, players: readonly string[]): PromiseLike<Api.Plan> =>
  partner.plans.put(ref, {
    format: 'americano',
    courts: 1,
    rounds: 3,
    scoring: 'points',
    points_per_match: 24,
    players: players.map((username) => ({ username })),
  });

/** Plays the next round of a night of four, 15–9. */
async function playRound({ partner }: Club, ref: string, round: number): Promise<void> {
  const plan = await partner.plans.openRound(ref, round);
  const court = plan.rounds[round - 1]?.courts[0] ?? assert.fail();
  const set_scores = [{ set_number: 1, team_a_games: 15, team_b_games: 9 }];
  await partner.plans.putResult(ref, round, 1, {
    seen: null,
    players: { A: court.team_a, B: court.team_b },
    set_scores,
  });
}

const ranked = async ({ partner }: Club) => {
  const { data } = await partner.rosters.leaderboard('club');
  return data.map(({ username, rating: { matches_played: played } }) => [username, played]);
};
const membersOf = async ({ partner }: Club) =>
  (await Array.fromAsync(partner.rosters.members('club'))).map(({ username }) => username);
const namesOf = ({ players }: Pick<Api.Plan, 'players'>) => players.map(({ username }) => username);
const playedIn = async ({ partner }: Club, ref: string) =>
  (await partner.plans.live(ref)).standings.map(({ number, played }) => [number, played]).toSorted();

describe('bandeja players merge', () => {
  it('ranks the other profile on the roster with all the matches, and an undo restores the roster', async (t) => {
    const club = await aClub(t);
    await play(club, 20);
    const [before, members] = [await ranked(club), await membersOf(club)];
    assert.ok(before.some(([username, played]) => username === 'ana.2' && played === 20));
    const merged = await club.run(['players', 'merge', 'ana.2', 'ana', '--yes', '--report', club.report]);
    assert.equal(merged.exitCode, 0, merged.stderr);
    assert.match(merged.stderr, /^To replace on the roster club\.$/m);
    assert.match(merged.stdout, /rosters +1\n/);
    const renamed = before.map(([username, played]) => [username === 'ana.2' ? 'ana' : username, played]);
    assert.deepEqual(await ranked(club), renamed);
    const undone = await club.run(['import', 'undo', club.report, '--yes']);
    assert.equal(undone.exitCode, 0, undone.stderr);
    assert.deepEqual([await ranked(club), await membersOf(club)], [before, members]);
    assert.match((await club.run(['import', 'undo', club.report])).stdout, /rosters +0\n/);
  });

  it('and its undo restore a roster that has both, even if the merge was interrupted', async (t) => {
    const club = await aClub(t);
    await play(club, 2);
    await club.partner.rosters.put('second');
    for (const username of ['ana', 'ana.2']) await club.partner.rosters.add('second', username);
    let amendments = 0;
    club.service.mishap = ({ method }) =>
      method === 'PATCH' && ++amendments === 2
        ? { status: 403, body: problem(403, 'partner_suspended').body as object }
        : 'none';
    const args = ['players', 'merge', 'ana.2', 'ana', '--yes', '--report', club.report];
    assert.equal((await club.run(args)).exitCode, 3);
    assert.deepEqual(await membersOf(club), ['ana', 'ana.2', ...OTHERS]);
    assert.equal((await club.run(args)).exitCode, 0);
    assert.deepEqual(await membersOf(club), ['ana', ...OTHERS]);
    assert.equal((await club.run(['import', 'undo', club.report, '--yes'])).exitCode, 0);
    assert.deepEqual(await membersOf(club), ['ana.2', ...OTHERS]);
    const second = await Array.fromAsync(club.partner.rosters.members('second'));
    assert.deepEqual(
      second.map(({ username }) => username),
      ['ana', 'ana.2'],
    );
  });

  it('follows into the plans of open and closed nights, with their standings', async (t) => {
    const club = await aClub(t);
    const names = ['ana.2', ...OTHERS];
    for (const ref of ['closed', 'open']) {
      await planNight(club, ref, names);
      await playRound(club, ref, 1);
    }
    await club.partner.plans.close('closed');
    await planNight(club, 'planned', names);
    const lineups = (await club.partner.plans.get('open')).rounds.map(({ courts }) => courts[0]?.team_a);
    const merged = await club.run(['players', 'merge', 'ana.2', 'ana', '--yes', '--report', club.report]);
    assert.equal(merged.exitCode, 0, merged.stderr);
    assert.match(merged.stdout, /night plans +3\n/);
    for (const ref of ['closed', 'open', 'planned'])
      assert.deepEqual(namesOf(await club.partner.plans.get(ref)), ['ana', ...OTHERS], ref);
    const all = [1, 2, 3, 4].map((number) => [number, 1]);
    assert.deepEqual([await playedIn(club, 'closed'), await playedIn(club, 'open')], [all, all]);
    const open = await club.partner.plans.get('open');
    assert.deepEqual(
      open.rounds.map(({ courts }) => courts[0]?.team_a),
      lineups,
    );
    await playRound(club, 'open', 2);
    const [latest] = await Array.fromAsync(club.partner.matches.list({ limit: 1 }));
    assert.ok(latest?.participants.some(({ username }) => username === 'ana'));
    await club.run(['import', 'undo', club.report, '--yes']);
    assert.deepEqual(namesOf(await club.partner.plans.get('closed')), names);
    assert.deepEqual(await playedIn(club, 'closed'), all);
  });

  it('says before it changes anything that both are in the plan of a night, and changes no plan', async (t) => {
    const club = await aClub(t);
    await planNight(club, 'both', ['ana.2', ...OTHERS, 'ana']);
    const refused = await club.run(['players', 'merge', 'ana.2', 'ana']);
    assert.equal(refused.exitCode, 2);
    assert.match(
      refused.stderr,
      /ana\.2 is number 1 in the plan of both, and ana is number 5\. The plan is not changed\.\n/,
    );
    assert.match(refused.stderr, /This changes 1 roster\. Give --yes/);
    assert.deepEqual(await membersOf(club), ['ana.2', ...OTHERS]);
    assert.equal((await club.run(['players', 'merge', 'ana.2', 'ana', '--yes'])).exitCode, 0);
    assert.deepEqual(namesOf(await club.partner.plans.get('both')), ['ana.2', ...OTHERS, 'ana']);
  });

  it('amends matches but no roster with a key that may not write players, and shows it before the confirmation', async (t) => {
    const club = await aClub(t);
    await play(club, 2);
    club.service.mishap = ({ method, path }) =>
      path.endsWith('/export') || (path.includes('/members/') && method !== 'GET')
        ? { status: 403, body: problem(403, 'insufficient_scope').body as object }
        : 'none';
    const asked = await club.run(['players', 'merge', 'ana.2', 'ana']);
    assert.match(asked.stderr, /^Your key may not change rosters\. Replace ana\.2 on club yourself\.$/m);
    assert.match(asked.stderr, /This changes 2 matches\. Give --yes/);
    const merged = await club.run(['players', 'merge', 'ana.2', 'ana', '--yes']);
    assert.equal(merged.exitCode, 0, merged.stderr);
    assert.match(merged.stdout, /amended +2\n.*rosters +0\n/s);
    assert.deepEqual(await membersOf(club), ['ana.2', ...OTHERS]);
  });
});
