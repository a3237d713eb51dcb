import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scoreOfShown } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { inventClubs, rankCorrelation } from '../scores/clubs.ts';
import { changesOf, higherWins } from '../scores/shown.ts';

describe('The changes of scores in invented clubs', () => {
  const { matches, playerCount } = inventClubs({ clubs: 2, nights: 3 });
  const changes = changesOf(matches, playerCount);

  test('begin at 1500 in both models, and end at the score of a replay', () => {
    const { ratings } = replay(matches, { playerCount });
    for (let player = 0; player < playerCount; player += 1) {
      const own = changes.filter((change) => change.player === player);
      assert.deepEqual([own[0]?.before, own[0]?.beforeThen], [1500, 1500]);
      assert.equal(own.at(-1)?.after, scoreOfShown(ratings.shown[player] ?? 0));
      for (const [index, { before }] of own.entries()) if (index > 0) assert.equal(before, own[index - 1]?.after);
    }
  });

  test('give the share of wins of the higher score; equal scores count half', () => {
    assert.equal(
      higherWins(changes, 0, () => 1500),
      0.5,
    );
    assert.equal(higherWins(changes, 0, ({ hasWon }) => Number(hasWon)) > 0.9, true);
  });
});

test('The rank correlation is 1 for the same order and −1 for the reverse', () => {
  const numbers = [3, 1, 2, 9, 5];
  assert.equal(
    rankCorrelation(
      numbers,
      numbers.map((one) => one ** 3),
    ),
    1,
  );
  assert.equal(
    rankCorrelation(
      numbers,
      numbers.map((one) => -one),
    ),
    -1,
  );
});
