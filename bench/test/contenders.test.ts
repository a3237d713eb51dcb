import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { discountOf, GLICKO2_SCALE, rateGlicko2 } from '../accuracy/contenders/glicko2.ts';
import { normalBelow, normalLogOdds } from '../accuracy/contenders/normal.ts';
import { constantsInUse, pair } from '../accuracy/contenders/pair.ts';
import { withSteepness } from '../accuracy/contenders/steepness.ts';
import { matchSetOf } from '../accuracy/match-set.ts';
import { generateResults } from '../data/generated-results.ts';
import { PADEL } from '../data/sources.ts';

/** With few players each plays many matches, so errors would accumulate. */
const set = matchSetOf(generateResults({ matches: 400, players: 12, competitionType: 'tournament' }), PADEL);

describe('Glicko-2', () => {
  it('reproduces the worked example of Glickman’s paper', () => {
    // Example of the Glicko-2 system, 2012: 1500, 200, 0.06 against three players in one period, τ = 0.5.
    const mu = 0;
    const opponents = [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ].map(({ rating, deviation, score }) => {
      const g = discountOf(deviation / GLICKO2_SCALE);
      const expected = 1 / (1 + Math.exp(-g * (mu - (rating - 1500) / GLICKO2_SCALE)));
      return { information: g * g * expected * (1 - expected), pull: g * (score - expected) };
    });
    const sum = (part: 'information' | 'pull'): number => opponents.reduce((total, one) => total + one[part], 0);
    const after = rateGlicko2(
      { mu, phi: 200 / GLICKO2_SCALE, sigma: 0.06 },
      { information: sum('information'), pull: sum('pull') },
      0.5,
    );
    // The paper continues from values rounded to four digits, so its results are less exact.
    assert.ok(Math.abs(1500 + GLICKO2_SCALE * after.mu - 1464.06) < 0.02);
    assert.ok(Math.abs(GLICKO2_SCALE * after.phi - 151.52) < 0.01);
    assert.ok(Math.abs(after.mu - -0.2069) < 1e-4 && Math.abs(after.phi - 0.8722) < 1e-4);
    assert.ok(Math.abs(after.sigma - 0.05999) < 1e-5);
  });
});

describe('the pair model with its constants as arguments', () => {
  it('predicts the same as the service, bit for bit', () => {
    const limits = { min: MODEL.STEEP_MIN, max: MODEL.STEEP_MAX };
    const here = withSteepness(pair.predict(set, constantsInUse), constantsInUse, limits);
    assert.deepEqual(here, replay(set.matches, { playerCount: set.playerCount }).winProbability);
  });
});

describe('the normal distribution', () => {
  it('matches published tables', () => {
    // Abramowitz and Stegun, tables 26.1 and 26.2.
    const values: readonly [x: number, below: number][] = [
      [0, 0.5],
      [1, 0.841344746068543],
      [-1, 0.158655253931457],
      [2, 0.977249868051821],
      [-3, 1.349898031630095e-3],
      [-4, 3.167124183311992e-5],
      [-8, 6.220960574271785e-16],
    ];
    for (const [x, below] of values) assert.ok(Math.abs(normalBelow(x) / below - 1) < 1e-13, `${x}`);
  });

  it('has symmetric and finite log odds', () => {
    for (const x of [0.1, 1, 3.6, 7, 40]) {
      assert.equal(normalLogOdds(-x), -normalLogOdds(x));
      assert.ok(Number.isFinite(normalLogOdds(x)));
    }
  });
});
