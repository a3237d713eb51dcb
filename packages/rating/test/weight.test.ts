import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompetitionType, pairEvidenceOf, type TrustTier, weightOf } from '../src/index.ts';

const tiers: TrustTier[] = ['tournament_official', 'player_confirmed', 'partner_attested', 'imported'];
const table: [CompetitionType | null, number[]][] = [
  ['tournament', [1, 1, 0.9, 0.7]],
  ['league', [1, 1, 0.9, 0.7]],
  ['social', [0.7, 0.7, 0.7 * 0.9, 0.7 * 0.7]],
  ['training', [0.4, 0.4, 0.4 * 0.9, 0.4 * 0.7]],
  [null, [0.7, 0.7, 0.7 * 0.9, 0.7 * 0.7]],
];

for (const [competitionType, weights] of table) {
  test(`The weight of a match (${competitionType ?? 'no competition type'}) is type times trust.`, () => {
    for (const [index, trustTier] of tiers.entries()) {
      assert.equal(weightOf({ competitionType, trustTier }), weights[index]);
    }
  });
}

test('Pair evidence counts where teammates choose each other; a match without a competition type counts as social.', () => {
  assert.deepEqual(
    ['tournament', 'league', 'social', 'training', null].map((type) => pairEvidenceOf(type as CompetitionType)),
    [1, 1, 0, 0, 0],
  );
});
