/** Results that people type: into the form of a match, and into the pad of a court. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOf, setsOf, type Typed } from '../src/pages/match/typed-result.ts';
import { isSameResult, winnerOf } from '../src/results/entries.ts';
import { otherResult, played } from '../src/results/typed-numbers.ts';

const typed: Typed = { score: '', units: 'games', hasKnownUnits: false, outcome: 'played', winner: null };

describe('a typed result of a match', () => {
  for (const [score, settings, fault] of [
    ['6-4 3-6 10-7', {}, null],
    ['64 75', {}, null],
    ['six', {}, 'unreadable'],
    ['', {}, 'missing'],
    ['', { outcome: 'walkover', winner: 'A' }, null],
    ['6-4 4-6', {}, 'third'],
    ['6-4 4-6', { outcome: 'retired' }, 'level'],
    ['6-6', {}, 'level'],
    ['12-12', { units: 'points' }, null],
    ['12-12', { units: 'points', outcome: 'retired' }, 'level'],
    ['15-9', {}, 'looks_like_points'],
    ['15-9', { units: 'points' }, null],
    ['30-20', { units: 'points' }, 'too_many'],
    ['10-8', { hasKnownUnits: true }, null],
    ['6-4 6-3', { winner: 'B' }, 'contradicts'],
    ['6-4 2-1', { winner: 'B', outcome: 'retired' }, null],
  ] as const) {
    it(`“${score}” ${JSON.stringify(settings)}: ${fault ?? 'no fault'}`, () =>
      assert.equal(faultOf({ ...typed, ...settings, score }, 24), fault));
  }

  it('has the sets in their order', () => {
    const sets = setsOf('46 36')?.map((set) => [set.set_number, set.team_a_games, set.team_b_games].join());
    assert.deepEqual(sets, ['1,4,6', '2,3,6']);
  });
});

describe('a result of a court without a button', () => {
  const played64 = [[6, 4]] as const;
  const retired = { ...played([10, 9]), outcome: 'retired', winning_team: 'B' } as const;
  for (const [outcome, sets, points, result] of [
    ['retired', [[20, 9]], 24, 'too_many'],
    ['retired', [[10, 9]], 24, retired],
    ['retired', [[40, 9]], null, { ...retired, set_scores: played([40, 9]).set_scores }],
    ['walkover', [[20, 9]], 24, { ...retired, set_scores: [], outcome: 'walkover' }],
    ['played', [...played64, [0, 0], ...played64], null, played([6, 4], [6, 4])],
    ['played', [[0, 0]], null, 'empty'],
  ] as const) {
    it(`${outcome} at ${sets.join(' ')} of ${points ?? 'any number of'} points`, () =>
      assert.deepEqual(otherResult({ outcome, sets, winner: 'B' }, points), result));
  }

  it('is won by sets, or by the pair that was named, and is the same if the service would say so', () => {
    const results = [played([6, 4], [3, 6], [10, 7]), played([12, 12]), retired];
    assert.deepEqual(results.map(winnerOf), ['A', null, 'B']);
    assert.ok(isSameResult(played([6, 4]), { ...played([6, 4]), winning_team: 'A' }));
    assert.ok(!isSameResult(played([6, 4]), { ...played([6, 4]), outcome: 'retired' }));
    assert.ok(!isSameResult(played([6, 4]), null));
  });
});
