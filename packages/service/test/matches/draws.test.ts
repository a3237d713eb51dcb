/** A draw: points, played to the end, level. Nothing else may lack a winner. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MatchExplanation, MatchPreview } from '@bandeja/contract/explanation';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { aClub, faultsOf } from '../support/club.ts';
import { movesOf, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

type Refused = Parameters<typeof faultsOf>[0];

const DRAW = { winning_team: null, set_scores: setsOf('12-12') };

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a draw', () => {
    it('has no winner, is rated, and is the same in later reads', async () => {
      const club = await aClub(service());
      const match = await club.submit(club.match(DRAW));
      assert.deepEqual([match.winning_team, match.scoring, match.status], [null, 'points', 'completed']);
      assert.deepEqual(
        match.participants.map((one) => one.won),
        [null, null, null, null],
      );
      // Four new players are even, so that a draw moves none of them.
      const move = [1500, 1500];
      assert.deepEqual(movesOf(match), [move, move, move, move]);
      const read = await club.partner.request('GET', `/v1/matches/${match.id}`);
      assert.deepEqual(read.body, match);
    });

    it('needs a level scoreline in points, played to the end; otherwise a winner is required', async () => {
      const club = await aClub(service());
      const bodies = [
        { winning_team: null },
        { winning_team: null, set_scores: [] },
        { winning_team: null, set_scores: setsOf('12-11') },
        { winning_team: null, set_scores: setsOf('6-4 4-6') },
        { winning_team: null, set_scores: setsOf('6-6'), scoring: 'games' },
        { ...DRAW, outcome: 'retired' },
        { winning_team: null, outcome: 'walkover' },
        { ...DRAW, winning_team: undefined },
      ];
      for (const body of bodies) {
        const answer = await club.partner.request<Refused>('POST', '/v1/matches', { body: club.match(body) });
        assert.deepEqual(
          [answer.status, faultsOf(answer.body)],
          [422, ['/winning_team required']],
          JSON.stringify(body),
        );
      }
      const short = { winning_team: null, set_scores: setsOf('5-3 3-5'), scoring: 'points' };
      assert.equal((await club.submit(club.match(short))).winning_team, null);
    });

    it('can be made and undone by an amendment, and the ratings follow', async () => {
      const club = await aClub(service());
      const won = await club.submit(club.match({ set_scores: setsOf('13-11') }));
      const amend = (body: object) => club.partner.request('PATCH', `/v1/matches/${won.id}`, { body });
      assert.deepEqual(faultsOf((await amend({ winning_team: null })).body as Refused), ['/winning_team required']);
      const drawn = (await amend(DRAW)).body as typeof won;
      assert.deepEqual([drawn.winning_team, drawn.revision], [null, 2]);
      assert.notDeepEqual(movesOf(drawn), movesOf(won));
      const back = (await amend({ winning_team: 'A', set_scores: setsOf('13-11') })).body as typeof won;
      assert.deepEqual(movesOf(back), movesOf(won));
      const { body: audit } = await club.partner.request<{ data: { changes: { pointer: string }[] }[] }>(
        'GET',
        `/v1/matches/${won.id}/audit`,
      );
      assert.deepEqual(
        audit.data[1]?.changes.find(({ pointer }) => pointer === '/winning_team'),
        { pointer: '/winning_team', before: 'A', after: null },
      );
    });

    it('is explained as a draw, and a preview accepts its scoreline', async () => {
      const club = await aClub(service());
      await club.submit(club.match({ played_at: '2026-04-01T19:10:00Z', set_scores: setsOf('6-0 6-0') }));
      const { id } = await club.submit(club.match(DRAW));
      const { participants, win_probability, games_share } = (
        await club.partner.request<MatchExplanation>('GET', `/v1/matches/${id}/explanation`)
      ).body;
      assert.ok(win_probability !== null && win_probability.A > 0.5);
      assert.deepEqual(games_share, { A: 0.5, B: 0.5 });
      const textOf = (slot: number) => participants[slot]?.parts?.find(({ code }) => code === 'result')?.text;
      assert.match(textOf(0) ?? '', /^A draw\. Your chance of winning was \d+%, so a draw is worse than expected\.$/);
      assert.match(textOf(2) ?? '', /^A draw\. Your chance of winning was \d+%, so a draw is better than expected\.$/);
      const { external_ref: _, winning_team: __, ...body } = club.match(DRAW);
      const previewed = await club.partner.request<MatchPreview>('POST', '/v1/matches/preview', { body });
      assert.equal(previewed.status, 200);
    });

    it('counts as half a win in the ranking of a session, and not in the win rate', async () => {
      const club = await aClub(service());
      const night = { session_external_ref: 'night-1', scoring: 'points' };
      await club.submit(club.match({ ...night, ...DRAW, played_at: '2026-05-01T18:00:00Z' }));
      await club.submit(club.match({ ...night, set_scores: setsOf('14-10'), played_at: '2026-05-01T19:00:00Z' }));
      const { leaderboard, pairs, scorelines } = (
        await club.partner.request<SessionRecap>('GET', '/v1/matches/sessions/night-1')
      ).body;
      assert.deepEqual(
        leaderboard.map((row) => [row.rank, row.played, row.wins, row.draws, row.losses, row.win_rate]),
        [
          [1, 2, 1, 1, 0, 1],
          [1, 2, 1, 1, 0, 1],
          [3, 2, 0, 1, 1, 0],
          [3, 2, 0, 1, 1, 0],
        ],
      );
      assert.ok(pairs.every((pair) => pair.draws === 1));
      const { closest } = scorelines;
      assert.deepEqual([closest?.winning_team, closest?.set_scores, closest?.games_share_loser], [null, '12-12', 0.5]);
    });
  });
});
