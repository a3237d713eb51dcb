/** What the routes of night plans refuse, with the code and the place of each fault. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsOf } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { type Answer, onEachEngine, type ProblemBody, useTestService } from '../support/service.ts';
import { lineupOf, PlannedNight, planBody } from './planned-night.ts';

type Case = readonly [
  what: string,
  body: { readonly players?: number; readonly [field: string]: unknown },
  faults: string[],
];

const pairs = (count: number) => Array.from({ length: count }, () => [1, 2]);

const refusedPlans: readonly Case[] = [
  ['fewer than four players', { players: 3 }, ['/players not_enough_players']],
  ['a court too many', { courts: 17 }, ['/courts out_of_range']],
  ['a round too many', { rounds: 41 }, ['/rounds out_of_range']],
  ['too few points for a match', { points_per_match: 3 }, ['/points_per_match out_of_range']],
  ['fixed points for games', { scoring: 'games' }, ['/points_per_match conflicting']],
  ['three sets of points', { sets: 3 }, ['/sets conflicting']],
  ['65 pairs', { avoid_pairs: pairs(65) }, ['/avoid_pairs out_of_range']],
  ['a pair with an unknown number', { fixed_pairs: [[1, 9]] }, ['/fixed_pairs/0 out_of_range']],
  ['a pair of one player', { avoid_pairs: [[2, 2]] }, ['/avoid_pairs/0 pair_conflict']],
  [
    'a player in two fixed pairs, and a pair both fixed and avoided',
    {
      fixed_pairs: [
        [1, 2],
        [2, 3],
      ],
      avoid_pairs: [[2, 1]],
    },
    ['/fixed_pairs/1 pair_conflict', '/avoid_pairs/0 pair_conflict'],
  ],
  [
    'teams in which two have no pair',
    {
      format: 'teams',
      fixed_pairs: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    },
    ['/fixed_pairs pair_conflict'],
  ],
];

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const fresh = async (body = {}) => PlannedNight.of(await service().freshPartner(), { body });

  const assertRefused = ({ status, body, text }: Answer<unknown>, code: string, faults: readonly string[] = []) => {
    assert.ok(status >= 400, text);
    const problem = body as ProblemBody;
    assert.equal(problem.code, code, text);
    assert.deepEqual(faultsOf(problem), faults, text);
  };

  describe('a night plan', () => {
    it('is refused with the place of each fault', async () => {
      const partner = await service().freshPartner();
      const players = await partner.freshPlayers(8);
      for (const [what, { players: count = 8, ...changes }, faults] of refusedPlans) {
        const body = planBody(players.slice(0, count), changes);
        const answer = await partner.request('PUT', '/v1/sessions/refused/plan', { body });
        assert.equal(answer.status, 422, what);
        assertRefused(answer, 'invalid_body', faults);
      }
      await partner.refusal('plan_not_found', 'GET', '/v1/sessions/refused/plan');
    });

    it('is refused with the place of each player that is wrong', async () => {
      const partner = await service().freshPartner();
      const players = await partner.freshPlayers(8);
      const [first = assert.fail()] = players;
      const [hidden = assert.fail()] = await (await service().freshPartner()).freshPlayers(1, {
        profile_is_public: false,
      });
      const put = (place: number, player: object) => {
        const body = planBody(players);
        return partner.request('PUT', '/v1/sessions/refused/plan', {
          body: { ...body, players: body.players.with(place, player as never) },
        });
      };
      for (const [player, code, fault] of [
        [{ username: first.username, profile_id: first.id }, 'invalid_body', '/players/4 not_one_of'],
        [{ from_round: 2 }, 'invalid_body', '/players/4 required'],
        [
          { username: first.username, from_round: 3, until_round: 2 },
          'invalid_body',
          '/players/4/until_round out_of_range',
        ],
        [{ username: first.username.toUpperCase() }, 'invalid_body', '/players/4 duplicate_participant'],
        [{ profile_id: first.id }, 'invalid_body', '/players/4 duplicate_participant'],
        [{ username: hidden.username }, 'participant_not_eligible', '/players/4 participant_not_eligible'],
        [{ profile_id: hidden.id }, 'participant_not_eligible', '/players/4 participant_not_eligible'],
        [{ username: 'nobody.here.at.all' }, 'participant_not_eligible', '/players/4 participant_not_eligible'],
      ] as const) {
        assertRefused(await put(4, player), code, [fault]);
      }
      const few = {
        ...planBody(players),
        players: players.map(({ username }, index) => ({ username, until_round: index > 0 ? 2 : null })),
      };
      const lonely = await partner.request<ProblemBody>('PUT', '/v1/sessions/refused/plan', { body: few });
      assertRefused(lonely, 'invalid_body', ['/players not_enough_players']);
      assert.equal(lonely.body.errors?.[0]?.detail, 'Only 1 player can play in round 3; a match needs 4.');
    });

    it('is replaced and changed only with its revision, and the refusal has both numbers', async () => {
      const night = await fresh();
      const missing = new PlannedNight(night.partner, 'missing', night.players);
      assertRefused(await missing.put({ revision: 1 }), 'plan_not_found');
      await night.patch({ revision: 1, courts: 1 });
      const courts = [{ court: 1, team_a: [1, 2], team_b: [3, 4] }];
      for (const [sent, answer] of [
        ['no revision', await night.put()],
        ['revision 1', await night.put({ revision: 1 })],
        ['revision 7', await night.patch({ revision: 7, courts: 2 })],
        ['revision 1', await night.putRound(1, { revision: 1, courts })],
        ['revision 1', await night.post('undo', { revision: 1 })],
      ] as const) {
        assertRefused(answer, 'revision_conflict');
        const { detail, revision } = answer.body as unknown as ProblemBody;
        assert.equal(detail, `You sent ${sent}, but the plan is at revision 2. Read it again, then repeat the change.`);
        assert.equal(revision, 2);
      }
    });

    it('is checked for meaning before its revision', async () => {
      const night = await fresh();
      assertRefused(await night.put({ revision: 9, fixed_pairs: [[1, 1]] }), 'invalid_body', [
        '/fixed_pairs/0 pair_conflict',
      ]);
      assertRefused(await night.patch({ revision: 9, leave: [{ number: 9 }] }), 'invalid_body', [
        '/leave/0/number out_of_range',
      ]);
      const courts = [{ court: 1, team_a: [1, 2], team_b: [2, 4] }];
      assertRefused(await night.putRound(1, { revision: 9, courts }), 'invalid_body', [
        '/courts/0/team_b/0 duplicate_participant',
      ]);
    });

    it('is not changed into one that cannot be played', async () => {
      const night = await fresh();
      for (const round of [1, 2]) await night.open(round);
      const [present = assert.fail()] = night.players;
      const [late = assert.fail()] = await night.partner.freshPlayers(1);
      const join = (player: object) => ({ join: [player] });
      const leave = [1, 2, 3, 4, 5].map((number) => ({ number }));
      for (const [changes, faults] of [
        [{ rounds: 1 }, ['/rounds out_of_range']],
        [{ leave }, ['/leave not_enough_players']],
        [join({ username: present.username }), ['/join/0 duplicate_participant']],
        [join({}), ['/join/0 required']],
        [join({ username: late.username, until_round: 2 }), ['/join/0/until_round out_of_range']],
        [{ fixed_pairs: [[1, 2]], avoid_pairs: [[1, 2]] }, ['/avoid_pairs/0 pair_conflict']],
      ] as const) {
        assertRefused(await night.patch({ revision: 3, ...changes }), 'invalid_body', faults);
      }
      assertRefused(
        await night.patch({ revision: 3, ...join({ username: 'nobody.here' }) }),
        'participant_not_eligible',
        ['/join/0 participant_not_eligible'],
      );
      assert.equal((await night.plan()).revision, 3);
    });
  });

  describe('a round', () => {
    it('by hand is refused with the place of each fault', async () => {
      const night = await fresh();
      const court = (number: number, teamA: number[], teamB: number[]) => ({
        court: number,
        team_a: teamA,
        team_b: teamB,
      });
      for (const [courts, faults] of [
        [[court(3, [1, 2], [3, 4])], ['/courts/0/court out_of_range']],
        [[court(1, [1, 2], [3, 4]), court(1, [5, 6], [7, 8])], ['/courts/1/court repeated']],
        [[court(1, [1, 2], [3, 9])], ['/courts/0/team_b/1 out_of_range']],
        [[court(1, [1, 1], [3, 4])], ['/courts/0/team_a/1 duplicate_participant']],
        [[court(1, [1, 2], [3, 4]), court(2, [5, 6], [7, 4])], ['/courts/1/team_b/1 duplicate_participant']],
      ] as const) {
        assertRefused(await night.putRound(1, { revision: 1, courts }), 'invalid_body', faults);
      }
      assertRefused(await night.putRound(8, { revision: 1, courts: [court(1, [1, 2], [3, 4])] }), 'plan_not_found');
    });

    it('keeps the players of courts with a result', async () => {
      const night = await fresh();
      await night.open(1);
      await night.enter(1, 1, '15-9');
      const [one = assert.fail(), other = assert.fail()] = (await night.courts(1)).map(lineupOf);
      for (const courts of [[{ ...one, team_a: one.team_b, team_b: one.team_a }, other], [other]]) {
        assertRefused(await night.putRound(1, { revision: 2, courts }), 'invalid_transition');
      }
      const turned = { ...other, team_a: other.team_b, team_b: other.team_a };
      assert.equal((await night.putRound(1, { revision: 2, courts: [one, turned] })).status, 200);
    });

    it('opens in order, and opening it again changes nothing, even when later ones are open', async () => {
      const night = await fresh();
      assertRefused(await night.open(2), 'invalid_transition');
      assertRefused(await night.open(8), 'plan_not_found');
      const { body: first } = await night.open(1);
      const { body: second } = await night.open(2);
      for (const round of [1, 2, 1]) {
        const { body } = await night.open(round);
        assert.equal(body.revision, second.revision);
        assert.deepEqual(body.rounds, second.rounds);
      }
      assert.equal(second.rounds[0]?.opened_at, first.rounds[0]?.opened_at);
      assert.deepEqual(second.rounds.map(({ state }) => state).slice(0, 3), ['played', 'open', 'planned']);
    });

    it('of a mexicano waits for the results of all courts, and names those that are missing', async () => {
      const night = await fresh({ format: 'mexicano' });
      await night.open(1);
      await night.enter(1, 2, '15-9');
      const waiting = await night.open(2);
      assertRefused(waiting, 'invalid_transition');
      assert.deepEqual((waiting.body as unknown as ProblemBody)['missing'], [{ round: 1, court: 1 }]);
      assert.equal((await night.open(2, { without_missing: true })).body.rounds[1]?.state, 'open');
    });
  });

  describe('a result', () => {
    it('is refused with the place of each fault', async () => {
      const night = await fresh();
      const early = await night.enter(1, 1, '15-9');
      assertRefused(early, 'invalid_transition');
      await night.open(1);
      for (const [changes, faults] of [
        [{ set_scores: setsOf('15-10') }, ['/set_scores/0 out_of_range']],
        [{ set_scores: setsOf('15-9 15-9') }, ['/set_scores out_of_range']],
        [{ set_scores: null, winning_team: 'A' }, ['/set_scores required']],
        [{ winning_team: 'B' }, ['/winning_team score_contradicts_winner']],
      ] as const) {
        assertRefused(await night.enter(1, 1, '15-9', changes), 'invalid_body', faults);
      }
      assertRefused(await night.enter(1, 3, '15-9'), 'plan_not_found');
      assertRefused(await night.enter(8, 1, '15-9'), 'plan_not_found');
      const stopped = await night.enter(1, 1, '15-8', { outcome: 'retired' });
      assert.equal(stopped.status, 201, stopped.text);
    });

    it('that is removed is voided with the reason that is given', async () => {
      const night = await fresh();
      await night.open(1);
      const reason = 'Court 2 played it.';
      for (const sent of [{ query: { reason } }, { body: { reason } }]) {
        const { match } = (await night.enter(1, 1, '15-9')).body;
        const removed = await night.partner.request('DELETE', `${night.path}/rounds/1/courts/1/result`, sent);
        assert.equal(removed.status, 204, removed.text);
        const trail = await night.partner.request('GET', `/v1/matches/${match.id}/audit`);
        assert.ok(trail.text.includes(reason), trail.text);
      }
      assertRefused(await night.remove(1, 3), 'plan_not_found');
    });
  });

  describe('a closed night', () => {
    it('refuses every change of its plan and its results, and is opened again by undo', async () => {
      const night = await fresh();
      await night.play(1);
      const { body: closed } = await night.post('close');
      const { revision } = closed;
      assert.equal((await night.post('close')).body.revision, revision);
      const courts = [{ court: 1, team_a: [1, 2], team_b: [3, 4] }];
      for (const answer of [
        await night.put({ revision }),
        await night.patch({ revision, courts: 1 }),
        await night.putRound(2, { revision, courts }),
        await night.open(2),
        await night.enter(1, 1, '14-10', { seen: 1 }),
        await night.remove(1, 1),
      ]) {
        assertRefused(answer, 'invalid_transition');
      }
      assert.deepEqual(await night.plan(), closed);
      // A phone that did not get the first response sends the same result again.
      assert.equal((await night.enter(1, 1, '15-9')).body.changed, false);
      const { body: reopened } = await night.post('undo', { revision });
      assert.deepEqual([reopened.state, reopened.rounds[0]?.state], ['open', 'open']);
    });
  });
});
