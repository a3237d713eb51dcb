import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateOf, drawRounds, type Night, type Pair, type Round } from '../src/index.ts';
import { never, nightOf, playersFrom, playingIn } from './nights.ts';

const pairsOf = (count: number): Pair[] => Array.from({ length: count / 2 }, (_, i) => [2 * i + 1, 2 * i + 2]);
const lineups = ({ courts }: Round): string =>
  courts.map(({ teamA, teamB }) => `${teamA.join()}-${teamB.join()}`).join(' ');
/** How often a player rests in a round and in the next one. */
const restsRunning = (rounds: readonly Round[]): number =>
  rounds
    .slice(1)
    .reduce((sum, { resting }, at) => sum + resting.filter((n) => rounds[at]?.resting.includes(n)).length, 0);
/** How many rounds running a player rests at most. */
function longestRest(rounds: readonly Round[]): number {
  const running = new Map<number, number>();
  let longest = 0;
  for (const { resting } of rounds) {
    for (const number of running.keys()) if (!resting.includes(number)) running.delete(number);
    for (const number of resting) running.set(number, (running.get(number) ?? 0) + 1);
    longest = Math.max(longest, ...running.values());
  }
  return longest;
}
const certify = (night: Night, rounds: readonly Round[]) => certificateOf(night, rounds, never, false);

describe('an americano', () => {
  it('of 4 to 24 players, and of many more, repeats no teammate before the bound and rests within one', () => {
    for (const players of [...Array.from({ length: 21 }, (_, index) => 4 + index), 33, 50, 64]) {
      const night = nightOf(players, Math.floor(players / 4), players > 12 ? 1 : 4);
      const certificate = certify(night, drawRounds(night, [], []));
      assert.equal(certificate.teammateRepeats, certificate.teammateLowerBound, `${players} players`);
      assert.ok(certificate.sitOutDifference <= 1, `${players} players`);
      assert.ok(certificate.opponentMeetings.max <= certificate.opponentMaxBound + 1, `${players} players`);
    }
  });

  it('of few and of many courts rests within one', () => {
    for (const courts of [1, 3, 6]) {
      const night = nightOf(26, courts, 6);
      const certificate = certify(night, drawRounds(night, [], []));
      assert.deepEqual([certificate.sitOutDifference, certificate.teammateRepeats], [1, 0], `${courts} courts`);
    }
  });

  it('lets no player rest in two rounds running if that is possible, and repeats no teammate for it', () => {
    for (const [players, courts, rounds] of [
      [6, 1, 15],
      [11, 2, 9],
      [5, 1, 12],
      [7, 1, 9],
      [8, 1, 6],
      [14, 3, 8],
      [26, 5, 6],
    ] as const) {
      const night = nightOf(players, courts, rounds);
      const drawn = drawRounds(night, [], []);
      const name = `${players} players, ${courts} courts`;
      assert.equal(restsRunning(drawn), 0, name);
      const certificate = certify(night, drawn);
      assert.ok(certificate.sitOutDifference <= 1, name);
      if (players === 6 || players === 11)
        assert.equal(certificate.teammateRepeats, certificate.teammateLowerBound, name);
      if (players === 6) assert.deepEqual(certificate.teammateHistogram, [[2, 15]], name);
    }
  });

  it('keeps rests in a row few and short where more rest than play, and still mixes the players', () => {
    for (const seed of [1, 2]) {
      const night = nightOf(12, 1, 12, { seed });
      const drawn = drawRounds(night, [], []);
      // Four of eight who rest have rested before: no player plays twice in a row.
      assert.equal(restsRunning(drawn), 4 * 11);
      assert.ok(longestRest(drawn) <= 3, `${longestRest(drawn)} rounds`);
      assert.ok(certify(night, drawn).neverMet < 30, `${certify(night, drawn).neverMet} pairs never met`);
    }
  });

  it('goes on with its whist tournament after rounds that were kept', () => {
    const night = nightOf(8, 2, 7);
    const all = drawRounds(night, [], []);
    assert.deepEqual(drawRounds(night, all.slice(0, 3), []), all.slice(3));
  });

  it('has everyone twice with everyone in two whist tournaments', () => {
    const night = nightOf(5, 1, 10);
    const certificate = certify(night, drawRounds(night, [], []));
    assert.deepEqual([certificate.teammateRepeats, certificate.teammateLowerBound], [10, 10]);
    assert.deepEqual(certificate.teammateHistogram, [[2, 10]]);
  });

  it('depends on the seed alone', () => {
    const night = nightOf(10, 2, 4);
    const drawn = drawRounds(night, [], []);
    assert.deepEqual(drawRounds(night, [], []), drawn);
    assert.notDeepEqual(drawRounds({ ...night, seed: 2 }, [], []), drawn);
  });

  it('lets a latecomer play without catching up', () => {
    const night = nightOf(9, 2, 9);
    const kept = drawRounds(nightOf(8, 2, 9), [], []).slice(0, 4);
    const players = [...playersFrom(8), { number: 9, rating: null, fromRound: 5, untilRound: null }];
    const drawn = drawRounds({ ...night, players }, kept, []);
    const rests = players.map(({ number }) => drawn.filter(({ resting }) => resting.includes(number)).length);
    assert.deepEqual(new Set(rests), new Set([0, 1]));
  });

  it('plans 64 players on 16 courts for 20 rounds within a second of processor', () => {
    const before = process.cpuUsage();
    const night = nightOf(64, 16, 20);
    const certificate = certify(night, drawRounds(night, [], []));
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 1e6, `${(user + system) / 1e3} ms`);
    assert.deepEqual([certificate.teammateRepeats, certificate.opponentMeetings.max], [0, 1]);
  });
});

describe('fixed and avoided pairs', () => {
  it('hold in every round that has room for them', () => {
    const night = nightOf(14, 3, 6, {
      fixedPairs: [
        [1, 2],
        [3, 4],
      ],
      avoidPairs: [
        [5, 6],
        [1, 7],
      ],
    });
    const rounds = drawRounds(night, [], []);
    const teams = rounds.flatMap(({ courts }) => courts.flatMap(({ teamA, teamB }) => [teamA, teamB]));
    for (const team of teams)
      for (const pair of night.fixedPairs) assert.notEqual(pair.filter((n) => team.includes(n)).length, 1);
    assert.ok(!teams.some((team) => night.avoidPairs.some((pair) => pair.every((n) => team.includes(n)))));
    assert.deepEqual(certify(night, rounds).gaveWay, []);
  });

  it('give way where nothing else is left', () => {
    const night = nightOf(4, 1, 3, {
      avoidPairs: [
        [1, 2],
        [1, 3],
        [1, 4],
      ],
    });
    const rounds = drawRounds(night, [], []);
    assert.equal(
      rounds.every((round) => playingIn(round).length === 4),
      true,
    );
    assert.deepEqual(certify(night, rounds).gaveWay, ['avoid_pairs']);
  });
});

describe('teams', () => {
  it('play every other pair once, with equal byes', () => {
    for (let teams = 2; teams <= 32; teams += 1) {
      const night = nightOf(2 * teams, 16, teams % 2 === 0 ? teams - 1 : teams, {
        format: 'teams',
        fixedPairs: pairsOf(2 * teams),
      });
      const certificate = certify(night, drawRounds(night, [], []));
      assert.deepEqual(certificate.opponentMeetings, { min: 1, max: 1 }, `${teams} teams`);
      assert.equal(certificate.sitOutDifference, 0, `${teams} teams`);
    }
  });

  it('play every other pair once on fewer courts', () => {
    const night = nightOf(12, 2, 8, { format: 'teams', fixedPairs: pairsOf(12) });
    const certificate = certify(night, drawRounds(night, [], []));
    assert.ok(certificate.opponentMeetings.max <= 2 && certificate.sitOutDifference <= 1);
  });
});

describe('a mexicano', () => {
  const standings = [5, 3, 1, 8, 2, 4, 7, 6];

  it('pairs each four by standing', () => {
    const [round] = drawRounds(nightOf(8, 2, 5, { format: 'mexicano' }), [], standings);
    assert.equal(round && lineups(round), '5,8-3,1 2,6-4,7');
    const [other] = drawRounds(nightOf(8, 2, 5, { format: 'mexicano', mexicanoPairing: '1_3' }), [], standings);
    assert.equal(other && lineups(other), '5,1-3,8 2,7-4,6');
  });

  it('begins by rating, and rests the players that rested least', () => {
    const players = playersFrom(9).map((player) => ({ ...player, rating: 1000 + 10 * player.number }));
    const night = nightOf(9, 2, 9, { format: 'mexicano', players });
    const kept: Round[] = [];
    for (let round = 1; round <= 9; round += 1)
      kept.push(...drawRounds(night, kept, kept.length === 0 ? [] : standings));
    assert.deepEqual(
      kept.flatMap(({ resting }) => resting).toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
    const best = [9, 8, 7, 6, 5].filter((number) => kept[0]?.resting[0] !== number).slice(0, 4);
    assert.deepEqual(kept[0]?.courts[0], { court: 1, teamA: [best[0], best[3]], teamB: [best[1], best[2]] });
  });

  it('pairs a four differently to keep a pair apart or together', () => {
    const avoidPairs: Pair[] = [
      [1, 4],
      [2, 4],
    ];
    const apart = nightOf(4, 1, 2, { format: 'mexicano', avoidPairs });
    assert.equal(certify(apart, drawRounds(apart, [], [1, 2, 3, 4])).gaveWay.length, 0);
    const together = nightOf(8, 2, 2, { format: 'mexicano', fixedPairs: [[5, 3]] });
    const [round] = drawRounds(together, [], standings);
    assert.equal(round && lineups(round), '5,3-1,8 2,6-4,7');
  });
});

describe('a balanced night', () => {
  it('is more even than an americano of the same players, with few repeated teammates', () => {
    const players = playersFrom(12).map((player) => ({ ...player, rating: 1200 + ((player.number * 37) % 13) * 60 }));
    const rating = (pair: Pair): number => pair.reduce((sum, n) => sum + (players[n - 1]?.rating ?? 0), 0) / 2;
    const unevenness = (rounds: readonly Round[]): number => {
      const matches = rounds.flatMap(({ courts }) => courts);
      return (
        matches.reduce((sum, { teamA, teamB }) => sum + Math.abs(rating(teamA) - rating(teamB)), 0) / matches.length
      );
    };
    const night = nightOf(12, 3, 6, { players, format: 'balanced' });
    const rounds = drawRounds(night, [], []);
    assert.ok(unevenness(rounds) < 30, `${unevenness(rounds)}`);
    assert.ok(unevenness(rounds) < unevenness(drawRounds({ ...night, format: 'americano' }, [], [])) / 3);
    assert.ok(certify(night, rounds).teammateRepeats <= 4);
  });
});
