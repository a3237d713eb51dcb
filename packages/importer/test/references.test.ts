import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MatchContent, madeReference } from '../src/send/references.ts';

const set = (team_a_games: number, team_b_games: number) => ({ team_a_games, team_b_games });

const MATCH: MatchContent = {
  playedAt: '2026-05-07T19:00:00Z',
  teamA: ['ana', 'bea'],
  teamB: ['cruz', 'dani'],
  winner: 'A',
  sets: [set(6, 4), set(3, 6), set(10, 8)],
};
const TURNED = { teamA: MATCH.teamB, teamB: MATCH.teamA, winner: 'B', sets: [set(4, 6), set(6, 3), set(8, 10)] };

const referenceOf = (changes: Partial<MatchContent>): string => madeReference({ ...MATCH, ...changes }, '');

describe('A reference that is made from a match', () => {
  it('is the same with the sides or teammates swapped, in other case and with another zone', () => {
    for (const changes of [
      TURNED,
      { teamA: ['bea', 'ana'] },
      { teamB: ['Dani', 'CRUZ'] },
      { playedAt: '2026-05-07T21:00:00+02:00' },
    ])
      assert.equal(referenceOf(changes), referenceOf({}), JSON.stringify(changes));
    const draw = { winner: null, sets: [set(16, 16)] };
    assert.equal(referenceOf({ ...TURNED, ...draw }), referenceOf(draw));
  });

  it('is another one for any other time, team, winner or score', () => {
    const different: readonly Partial<MatchContent>[] = [
      {},
      { playedAt: '2026-05-07T19:01:00Z' },
      { teamA: ['ana', 'cruz'], teamB: ['bea', 'dani'] },
      { winner: 'B' },
      { sets: TURNED.sets },
      { sets: [] },
    ];
    assert.equal(new Set(different.map(referenceOf)).size, different.length);
  });
});
