import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateOf, drawRounds } from '../src/index.ts';
import { never, nightOf, playingIn } from './nights.ts';

/** Every size of which the planner knows a whist tournament: the tables, and primes of the form 4n + 1. */
const SIZES = [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 37, 40, 41, 53, 61];

const nameOf = ([one, other]: readonly [number, number]): string => `${Math.min(one, other)} ${Math.max(one, other)}`;

describe('a whist tournament', () => {
  for (const size of SIZES) {
    it(`of ${size} players has everyone with everyone once and against everyone twice`, () => {
      const length = size % 4 === 0 ? size - 1 : size;
      const night = nightOf(size, Math.floor(size / 4), length);
      const rounds = drawRounds(night, [], []);
      const teammates: string[] = [];
      const opponents: string[] = [];
      for (const round of rounds) {
        assert.deepEqual(
          [...playingIn(round), ...round.resting].toSorted((a, b) => a - b),
          night.players.map(({ number }) => number),
        );
        for (const { teamA, teamB } of round.courts) {
          teammates.push(nameOf(teamA), nameOf(teamB));
          for (const a of teamA) for (const b of teamB) opponents.push(nameOf([a, b]));
        }
      }
      const pairs = (size * (size - 1)) / 2;
      assert.deepEqual([teammates.length, new Set(teammates).size], [pairs, pairs]);
      assert.deepEqual([opponents.length, new Set(opponents).size], [2 * pairs, pairs]);
      const counts = Object.values(Object.groupBy(opponents, (name) => name)).map((all) => all?.length);
      assert.deepEqual(new Set(counts), new Set([2]));
      const certificate = certificateOf(night, rounds, never, false);
      assert.equal(certificate.proof, 'whist');
      assert.equal(certificate.sentences.at(-1)?.code, 'no_plan_can_do_better');
    });
  }
});
