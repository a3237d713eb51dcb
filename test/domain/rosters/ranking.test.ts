/** Rankings worked by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { PlayerState } from '../../../src/domain/ledger/index.ts';
import { changeOf, type RankedMember, rankingOf } from '../../../src/domain/rosters/ranking.ts';
import { MODEL, scoreOf } from '../../../src/rating/index.ts';

const NOW = Date.UTC(2026, 5, 1);

/** The state of a player with this score; one who is known well enough to be ranked, unless `played` says otherwise. */
function aState(score: number, played = 20): PlayerState {
  const shown = (score - MODEL.ZERO) / MODEL.POINTS - MODEL.K * MODEL.S_NEW;
  return { mean: 0, variance: 0.5, shown, at: NOW, played };
}

const aMember = (username: string, now: PlayerState, before: PlayerState = now): RankedMember => ({
  username,
  now,
  before,
});

describe('the ranking of a roster', () => {
  it('is by score; equal scores share a rank, and the next is as many places further', () => {
    const { ranked } = rankingOf(
      [
        aMember('dani', aState(1500)),
        aMember('cruz', aState(1600)),
        aMember('ana', aState(1600)),
        aMember('bea', aState(1700)),
      ],
      NOW,
    );
    assert.deepEqual(
      ranked.map(({ rank, member }) => [rank, member.username]),
      [
        [1, 'bea'],
        [2, 'ana'],
        [2, 'cruz'],
        [4, 'dani'],
      ],
    );
  });

  it('compares with the ranks of those who are ranked now and had played before the window', () => {
    const { ranked } = rankingOf(
      [
        aMember('ana', aState(1700), aState(1500)),
        aMember('bea', aState(1600), aState(1650)),
        aMember('cruz', aState(1550), null),
        aMember('newcomer', aState(1900, 1), aState(1900, 1)),
      ],
      NOW,
    );
    assert.deepEqual(
      ranked.map(({ rank, previousRank, member }) => [member.username, rank, previousRank, changeOf(member)]),
      [
        ['ana', 1, 2, 200],
        ['bea', 2, 1, -50],
        ['cruz', 3, null, 50],
      ],
    );
  });

  it('leaves out whose confidence is provisional, by username', () => {
    const { ranked, unranked } = rankingOf(
      [aMember('eva', null), aMember('dani', aState(2000, 2)), aMember('ana', aState(1500))],
      NOW,
    );
    assert.deepEqual(
      [ranked.map(({ member }) => member.username), unranked.map((member) => member.username)],
      [['ana'], ['dani', 'eva']],
    );
  });

  it('gives each member the rank that counting those above gives', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 12 });
    fc.assert(
      fc.property(scores, (points) => {
        const members = points.map((point, index) => aMember(`player-${index}`, aState(1000 + 100 * point)));
        for (const { rank, member } of rankingOf(members, NOW).ranked) {
          const above = members.filter((other) => scoreOf(other.now) > scoreOf(member.now)).length;
          assert.equal(rank, above + 1);
        }
      }),
    );
  });
});
