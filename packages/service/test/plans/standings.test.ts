/** The standings of a night against the recap of its session. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LiveNight } from '@bandeja/contract/live-nights';
import type { NightRecap } from '@bandeja/contract/nights';
import type { Player } from '@bandeja/contract/players';
import { rankings } from '@bandeja/contract/rankings';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { LinkedNight } from '../links/linked-night.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { lineupsOf, PlannedNight } from './planned-night.ts';

const SCORES = [
  ['15-9', '12-12'],
  ['10-14', '12-12'],
  ['24-0', '13-11'],
  ['9-15', '9-15'],
];

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** A night of nine that has played four rounds, with draws and rests; or one of eight that has played one, with ties. */
  async function playedNight({ isShort = false } = {}): Promise<PlannedNight> {
    const options = { players: isShort ? 8 : 9, body: { rounds: 5, seed: 7 } };
    const night = await PlannedNight.of(await service().freshPartner(), options);
    const played = isShort ? SCORES.slice(0, 1) : SCORES;
    for (const [index, scores] of played.entries()) {
      await night.open(index + 1);
      for (const [place, score] of scores.entries())
        assert.equal((await night.enter(index + 1, place + 1, score)).status, 201);
    }
    return night;
  }

  const recapOf = async ({ partner, ref }: PlannedNight, query = {}) =>
    (await partner.request<SessionRecap>('GET', `/v1/matches/sessions/${ref}`, { query })).body;

  const ordinary = (night: PlannedNight, players: readonly Player[], changes: object) =>
    night.partner.request('POST', '/v1/matches', {
      body: aMatch({
        participants: four(...players),
        played_at: new Date().toISOString(),
        session_external_ref: night.ref,
        scoring: 'points',
        set_scores: setsOf('15-9'),
        ...changes,
      }),
    });

  describe('the standings of a night', () => {
    it('count the games of a match whose game winners are known', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      const set_scores = [
        {
          set_number: 1,
          team_a_games: 7,
          team_b_games: 3,
          game_winners: 'AABBABAAAA'.split(''),
          first_server_team: 'B',
        },
        { set_number: 2, team_a_games: 6, team_b_games: 4, first_server_team: 'A' },
        { set_number: 3, team_a_games: 6, team_b_games: 2 },
      ];
      const changes = { scoring: null, outcome: 'retired', set_scores };
      const { status, text } = await ordinary(night, night.players.slice(0, 4), changes);
      assert.equal(status, 201, text);
      const points = (await night.live()).standings.map((one) => one.points);
      assert.deepEqual(points, [19, 19, 9, 9, 0, 0, 0, 0]);
    });

    it('have the order, ties and numbers of the recap, for every ranking', async () => {
      for (const isShort of [false, true]) {
        const night = await playedNight({ isShort });
        let { revision } = await night.plan();
        for (const rank_by of rankings) {
          const { body } = await night.patch({ revision, rank_by });
          revision = body.revision;
          const [live, recap] = [await night.live(), await recapOf(night, { rank_by })];
          assert.equal(live.rank_by, rank_by);
          assert.deepEqual(
            live.standings.map((one) => [one.rank, one.display_name, one.wins, one.draws, one.losses, one.points]),
            recap.leaderboard.map((one) => [
              one.rank,
              one.display_name,
              one.wins,
              one.draws,
              one.losses,
              one.games_won,
            ]),
            rank_by,
          );
          if (!isShort) continue;
          // Two won, four drew, two lost.
          const ranks = live.standings.map(({ rank }) => rank);
          assert.deepEqual(ranks, [1, 1, 3, 3, 3, 3, 7, 7]);
        }
      }
    });

    it('are by points while all have played as often, else by the average, until a ranking is chosen, even after the end', async () => {
      const rulesOf = ({ rank_by, rank_by_setting }: LiveNight | SessionRecap) => [rank_by, rank_by_setting];
      const night = await playedNight({ isShort: true });
      assert.deepEqual([rulesOf(await night.live()), rulesOf(await recapOf(night))], Array(2).fill(['points', 'auto']));
      // Some have a second result, which is not confirmed yet.
      await ordinary(night, night.players.slice(0, 4), { trust_tier: 'player_confirmed' });
      assert.deepEqual(
        [rulesOf(await night.live()), rulesOf(await recapOf(night))],
        Array(2).fill(['average', 'auto']),
      );
      const { revision } = (await night.post('close')).body;
      const chosen = await night.patch({ revision, rank_by: 'wins' });
      assert.deepEqual([chosen.status, chosen.body.state, chosen.body.rank_by], [200, 'closed', 'wins'], chosen.text);
      assert.deepEqual([rulesOf(await night.live()), rulesOf(await recapOf(night))], Array(2).fill(['wins', 'wins']));
      assert.deepEqual(rulesOf(await recapOf(night, { rank_by: 'auto' })), ['average', 'wins']);
    });

    it('of fixed pairs are of pairs, with sets and games, and so are the pairs of the recaps', async () => {
      const fixed_pairs = [
        [1, 2],
        [3, 4],
        [5, 6],
      ];
      const body = {
        format: 'teams',
        courts: 1,
        rounds: 6,
        scoring: 'games',
        points_per_match: null,
        sets: 3,
        fixed_pairs,
      };
      const night = await LinkedNight.of(await service().freshPartner(), { players: 6, body });
      const phone = await night.phone();
      const name = (number: number) => night.players[number - 1]?.display_name ?? '';
      const set = async (round: number, scores: Readonly<Record<string, string>>) => {
        await night.open(round);
        const [court = assert.fail()] = await night.courts(round);
        const pairs = [court.team_a, court.team_b].map(([a]) => Math.ceil(a / 2));
        const [key, turned] = [pairs.join(), pairs.toReversed().join()];
        const turn = (score: string) => score.replaceAll(/(\d+)-(\d+)/g, '$2-$1');
        const score = scores[key] ?? turn(scores[turned] ?? assert.fail(turned));
        assert.equal((await night.enter(round, 1, score)).status, 201);
      };
      // The first pair beats both others, the third the second; in the third round a substitute plays for one of the first pair.
      const scores = { '1,2': '6-4 6-3', '1,3': '7-5 3-6 6-4', '2,3': '2-6 4-6' };
      for (const round of [1, 2, 3]) await set(round, scores);
      const rows = (await night.live()).standings;
      assert.deepEqual(
        rows.map((row) => [
          ...[row.rank, row.number, row.numbers, row.display_name, row.played, row.points, row.rested],
          ...[row.sets_won, row.sets_lost, row.games_won, row.games_lost],
        ]),
        [
          [1, undefined, [1, 2], `${name(1)} / ${name(2)}`, 2, 28, 1, 4, 1, 28, 22],
          [2, undefined, [5, 6], `${name(5)} / ${name(6)}`, 2, 27, 1, 3, 2, 27, 22],
          [3, undefined, [3, 4], `${name(3)} / ${name(4)}`, 2, 13, 1, 0, 4, 13, 24],
        ],
      );
      assert.deepEqual(
        (await phone.night()).standings.map(({ numbers }) => numbers),
        rows.map(({ numbers }) => numbers),
      );
      const own = (await recapOf(night)).pairs;
      const { pairs } = (await phone.client.request<NightRecap>('GET', '/v1/night/recap')).body;
      assert.deepEqual(
        own.map(({ rank, players, games_won, losses }) => [
          rank,
          players.map(({ username }) => username).toSorted(),
          games_won,
          losses,
        ]),
        rows.map(({ rank, numbers = [0, 0], games_won, losses }) => [
          rank,
          numbers.map((number) => night.players[number - 1]?.username).toSorted(),
          games_won,
          losses,
        ]),
      );
      assert.deepEqual(
        pairs.map(({ rank, players, games_won }) => [rank, players.map(({ number }) => number).toSorted(), games_won]),
        rows.map(({ rank, numbers, games_won }) => [rank, numbers, games_won]),
      );
      // A substitute plays for the pair of the other.
      const substitute = (await night.partner.freshPlayers(1))[0] ?? assert.fail();
      const joined = await night.patch({
        revision: (await night.plan()).revision,
        join: [{ username: substitute.username, until_round: 4 }],
      });
      assert.equal(joined.status, 422, joined.text);
      const { revision } = await night.plan();
      const courts = [{ court: 1, team_a: [1, 5], team_b: [3, 4] }];
      assert.equal((await night.putRound(4, { revision, courts })).status, 200);
      await night.open(4);
      await night.enter(4, 1, '6-0 6-0');
      const after = (await night.live()).standings.map(({ numbers, played, games_won }) => [
        numbers,
        played,
        games_won,
      ]);
      assert.deepEqual(after.toSorted(), [
        [[1, 2], 3, 40],
        [[3, 4], 3, 13],
        [[5, 6], 3, 39],
      ]);
    });

    it('count played matches, draws and rests of each player', async () => {
      const night = await playedNight();
      const [{ rounds }, { standings }] = [await night.plan(), await night.live()];
      for (const { number = 0, played, wins, draws, losses, points, average, rested } of standings) {
        assert.equal(rested, rounds.slice(0, 4).filter(({ resting }) => resting.includes(number)).length);
        assert.equal(played, 4 - rested);
        assert.equal(wins + draws + losses, played);
        assert.equal(average, Math.round((100 * points) / played) / 100);
      }
      assert.equal(
        standings.reduce((sum, one) => sum + one.draws, 0),
        8,
      );
      assert.equal(
        standings.reduce((sum, one) => sum + one.points, 0),
        8 * 24 * 2,
      );
    });

    it('count a match of the session that was submitted the ordinary way, which takes no court of the plan', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      await night.open(1);
      const before = await night.plan();
      const submitted = await ordinary(night, night.players.slice(0, 4), {});
      assert.equal(submitted.status, 201, submitted.text);
      const after = await night.plan();
      assert.deepEqual(lineupsOf(after), lineupsOf(before));
      assert.ok(after.rounds.every(({ courts }) => courts.every(({ result }) => result === null)));
      const { standings, open_courts } = await night.live();
      assert.equal(open_courts, 2);
      const byNumber = standings
        .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
        .map(({ points, played }) => [points, played]);
      assert.deepEqual(byNumber, [
        [15, 1],
        [15, 1],
        [9, 1],
        [9, 1],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ]);
      assert.deepEqual((await recapOf(night)).matches.completed, 1);
    });

    it('count a result that waits for confirmation, and none that was voided', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      const submitted = await ordinary(night, night.players.slice(4, 8), { trust_tier: 'player_confirmed' });
      assert.equal(submitted.body['status'], 'pending');
      const leaders = async () =>
        (await night.live()).standings.filter(({ points }) => points > 0).map(({ number }) => number);
      assert.deepEqual((await leaders()).toSorted(), [5, 6, 7, 8]);
      await night.partner.request('POST', `/v1/matches/${submitted.body['id']}/void`, {
        body: { reason: 'by mistake' },
      });
      assert.deepEqual(await leaders(), []);
    });

    it('leave out the players of the session who are not in the plan', async () => {
      const night = await PlannedNight.of(await service().freshPartner());
      const guests = await night.partner.freshPlayers(2);
      const [ana = assert.fail(), bea = assert.fail()] = night.players;
      assert.equal((await ordinary(night, [ana, bea, ...guests], {})).status, 201);
      const { standings } = await night.live();
      assert.equal(standings.length, 8);
      assert.deepEqual(
        standings
          .filter(({ played }) => played > 0)
          .map(({ number, points }) => [number, points])
          .toSorted(),
        [
          [1, 15],
          [2, 15],
        ],
      );
    });
  });
});
