import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateOf, checkNight, drawRounds, type Pair, type Round, sentenceValues } from '../src/index.ts';
import { never, nightOf, playersFrom } from './nights.ts';

const court = (teamA: Pair, teamB: Pair, number = 1) => ({ court: number, teamA, teamB });

describe('a certificate', () => {
  it('counts what happened in the rounds', () => {
    const rounds: Round[] = [
      { round: 1, courts: [court([1, 2], [3, 4])], resting: [5] },
      { round: 2, courts: [court([1, 2], [3, 5])], resting: [4] },
    ];
    const night = nightOf(5, 1, 2, { avoidPairs: [[3, 5]], fixedPairs: [[1, 3]] });
    const certificate = certificateOf(night, rounds, ([one]) => (one === 1 ? 0.75 : null), false);
    assert.deepEqual(certificate, {
      teammateRepeats: 1,
      teammateLowerBound: 0,
      opponentMeetings: { min: 0, max: 2 },
      opponentMaxBound: 2,
      sitOutDifference: 1,
      restDifferenceBound: 1,
      meanImbalance: 0.25,
      worstImbalance: 0.25,
      teammateHistogram: [
        [0, 6],
        [1, 2],
        [2, 1],
      ],
      opponentHistogram: [
        [0, 4],
        [1, 4],
        [2, 1],
      ],
      proof: 'search',
      neverMet: 1,
      gaveWay: ['avoid_pairs', 'fixed_pairs'],
      sentences: certificate.sentences,
    });
    assert.deepEqual(certificate.sentences, [
      { code: 'teammates_repeat', values: { repeats: 1, bound: 0 } },
      { code: 'opponents_meet', values: { min: 0, max: 2 } },
      { code: 'rests_within_one', values: {} },
      { code: 'favourites_win', values: { percent: 75 } },
      { code: 'avoided_pairs_gave_way', values: { times: 1 } },
      { code: 'fixed_pairs_gave_way', values: { times: 2 } },
    ]);
  });

  it('claims that no plan is better only where all bounds are reached', () => {
    const night = nightOf(8, 2, 7);
    const rounds = drawRounds(night, [], []);
    const codes = (drawn: readonly Round[]) =>
      certificateOf(night, drawn, never, false).sentences.map(({ code }) => code);
    assert.deepEqual(codes(rounds), [
      'everyone_partners_everyone_once',
      'everyone_opposes_everyone',
      'nobody_rests',
      'no_plan_can_do_better',
    ]);
    const repeated = rounds.map((round) => ({ ...round, courts: rounds[0]?.courts ?? [] }));
    assert.ok(!codes(repeated).includes('no_plan_can_do_better'));
  });

  it('names no favourites where every chance is even, as without ratings', () => {
    const night = nightOf(8, 2, 7);
    const { sentences } = certificateOf(night, drawRounds(night, [], []), () => 0.5, false);
    assert.ok(!sentences.some(({ code }) => code === 'favourites_win'));
  });

  it('says that a round was changed by hand', () => {
    const night = nightOf(8, 2, 7);
    const certificate = certificateOf(night, drawRounds(night, [], []), never, true);
    assert.equal(certificate.proof, 'by_hand');
    assert.ok(certificate.sentences.some(({ code }) => code === 'changed_by_hand'));
  });

  it('names rests that gave way, counted over the rounds at which both are present', () => {
    const rounds = [1, 2, 3].map(
      (round): Round => ({ round, courts: [court([1, 2], [3, 4])], resting: round < 2 ? [5] : [5, 6] }),
    );
    const late = { number: 6, rating: null, fromRound: 2, untilRound: null };
    const certificate = certificateOf(
      { ...nightOf(5, 1, 3), players: [...playersFrom(5), late] },
      rounds,
      never,
      false,
    );
    assert.deepEqual([certificate.sitOutDifference, certificate.gaveWay], [3, ['rests']]);
    const ofRests = certificate.sentences.filter(({ code }) => code.startsWith('rests'));
    assert.deepEqual(ofRests, [{ code: 'rests_differ', values: { difference: 3 } }]);
  });

  it('uses no value that its sentence does not list', () => {
    const night = nightOf(10, 2, 5);
    for (const { code, values } of certificateOf(night, drawRounds(night, [], []), () => 0.5, true).sentences) {
      assert.deepEqual(Object.keys(values), [...sentenceValues[code]]);
    }
  });
});

describe('the check of a night', () => {
  it('finds pairs that contradict each other', () => {
    const night = nightOf(8, 2, 3, {
      fixedPairs: [
        [1, 2],
        [2, 3],
      ],
      avoidPairs: [
        [4, 5],
        [2, 1],
      ],
    });
    assert.deepEqual(checkNight(night), [
      { code: 'pair_conflict', list: 'fixedPairs', index: 1 },
      { code: 'pair_conflict', list: 'avoidPairs', index: 1 },
    ]);
  });

  it('finds the first round with fewer than four players', () => {
    const players = playersFrom(4).map((player) => (player.number === 4 ? { ...player, untilRound: 2 } : player));
    assert.deepEqual(checkNight(nightOf(4, 1, 5, { players })), [{ code: 'not_enough_players', round: 3, present: 3 }]);
    assert.deepEqual(checkNight(nightOf(4, 1, 5, { players }), 4), [
      { code: 'not_enough_players', round: 4, present: 3 },
    ]);
  });

  it('finds players of teams without a pair', () => {
    const night = nightOf(6, 1, 2, {
      format: 'teams',
      fixedPairs: [
        [1, 2],
        [3, 4],
        [5, 7],
      ],
    });
    assert.deepEqual(checkNight(night), [{ code: 'player_without_pair', number: 6 }]);
  });

  it('asks for the pair of a player who leaves early, but not of one who left before the drawn rounds', () => {
    const players = playersFrom(6).map((player) => (player.number > 4 ? { ...player, untilRound: 2 } : player));
    const fixedPairs: Pair[] = [
      [1, 2],
      [3, 4],
    ];
    const night = nightOf(6, 1, 4, { format: 'teams', players, fixedPairs });
    const faults = [5, 6].map((number) => ({ code: 'player_without_pair', number }));
    assert.deepEqual(checkNight(night), faults);
    assert.deepEqual(checkNight(night, 2), faults);
    assert.deepEqual(checkNight(night, 3), []);
  });
});
