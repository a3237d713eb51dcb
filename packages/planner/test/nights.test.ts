import { describe, it } from 'node:test';
import fc from 'fast-check';
import { playNight, scenariosUpTo } from './random-night.ts';

describe('a random night', () => {
  it('keeps every promise through latecomers, leavers, swaps by hand, lost courts and redraws', () => {
    fc.assert(fc.property(scenariosUpTo(10, 4), playNight), { numRuns: 20, seed: 34 });
  });
});
