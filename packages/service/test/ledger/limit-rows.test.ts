/** How many matches of several reaches one transaction rates again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitRows } from '../../src/ledger/reach.ts';

const reachOf = (size: number, isLarge = false) => {
  const rows = new Map(Array.from({ length: size }, (_, index) => [String(index), {} as never]));
  return { changes: [], rows, players: new Map(), isLarge };
};

test('a large reach leaves the limit of rows to the small ones, which are filled in order', () => {
  const reaches = [reachOf(4000, true), reachOf(1500), reachOf(600), reachOf(500), reachOf(1)];
  limitRows(reaches, 2000);
  assert.deepEqual(
    reaches.map((reach) => reach.isLarge),
    [true, false, true, false, true],
  );
});
