import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODEL } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { predictWin, rate as rateOpenskill } from 'openskill';
import { bradleyTerryFull, bradleyTerryPart, plackettLuce, thurstoneMostellerFull } from 'openskill/models';
import { Rating, TrueSkill } from 'ts-trueskill';
import { type Constants, type Contender, startOf } from '../accuracy/contenders/contender.ts';
import { discountOf, GLICKO2_SCALE, rateGlicko2 } from '../accuracy/contenders/glicko2.ts';
import { normalBelow, normalLogOdds } from '../accuracy/contenders/normal.ts';
import { givenConstants, pair } from '../accuracy/contenders/pair.ts';
import { withSteepness } from '../accuracy/contenders/steepness.ts';
import { trueSkill } from '../accuracy/contenders/trueskill.ts';
import * as wengLin from '../accuracy/contenders/weng-lin.ts';
import { generateSet } from '../accuracy/data/generated-sets.ts';
import type { MatchSet } from '../accuracy/data/match-set.ts';

/** Few players, so that each plays many matches and errors would pile up. */
const set = generateSet({ name: 'stream', seed: 7, slope: 1, matchCount: 400, playerCount: 12 });

/** A player in both libraries. */
interface Skill {
  readonly mu: number;
  readonly sigma: number;
}

/** What a library predicts for the stream: the winners' probabilities, each before its match. */
function predictWithLibrary(
  { matches, playerCount }: MatchSet,
  sigma: number,
  rules: {
    readonly predict: (winners: Skill[], losers: Skill[]) => number;
    readonly rate: (winners: Skill[], losers: Skill[], row: number) => readonly (readonly Skill[])[];
  },
): number[] {
  const skills = Array.from({ length: playerCount }, (): Skill => ({ mu: 25, sigma }));
  return Array.from(matches.at, (_, row) => {
    const four = Array.from(matches.players.subarray(4 * row, 4 * row + 4));
    const now = four.map((player) => skills[player] ?? { mu: 25, sigma });
    const [winners, losers] = [now.slice(0, 2), now.slice(2)];
    const probability = rules.predict(winners, losers);
    const after = rules.rate(winners, losers, row).flat();
    for (const [slot, player] of four.entries()) skills[player] = after[slot] ?? { mu: Number.NaN, sigma };
    return probability;
  });
}

/** What our code predicts, with the steepness left at 1. */
function predictWithOurs(contender: Contender, constants: Constants): number[] {
  const logOdds = contender.predict(set, { ...startOf(contender.constants), ...constants });
  return Array.from(logOdds, (x) => 1 / (1 + Math.exp(-x)));
}

/** @param tolerance how far apart two probabilities may be after hundreds of matches */
function assertSame(ours: readonly number[], theirs: readonly number[], tolerance: number): void {
  assert.equal(ours.length, theirs.length);
  const worst = Math.max(...ours.map((probability, row) => Math.abs(probability - (theirs[row] ?? Number.NaN))));
  assert.ok(worst <= tolerance, `they are ${worst} apart`);
  // A stream on which nothing moves would agree too.
  assert.ok(Math.max(...theirs) > 0.9);
}

/** Options of openskill for what our code has as constants. */
const SIGMA = 6;
const TAU = 0.2;

describe('the models of Weng and Lin, beside openskill 5', () => {
  const predict = (winners: Skill[], losers: Skill[]): number => predictWin([winners, losers])[0] ?? Number.NaN;
  const models = { plackettLuce, bradleyTerryFull, bradleyTerryPart, thurstoneMostellerFull };
  const cases: readonly [contender: Contender, model: keyof typeof models, epsilon: number][] = [
    [wengLin.plackettLuce, 'plackettLuce', 0.1],
    [wengLin.plackettLuce, 'bradleyTerryFull', 0.1],
    [wengLin.plackettLuce, 'bradleyTerryPart', 0.1],
    [wengLin.thurstoneMosteller, 'thurstoneMostellerFull', 0.1],
    [wengLin.thurstoneMosteller, 'thurstoneMostellerFull', 2.5],
  ];
  for (const [contender, model, epsilon] of cases) {
    it(`give ${model} at a draw margin of ${epsilon}`, () => {
      const theirs = predictWithLibrary(set, SIGMA, {
        predict,
        rate: (winners, losers) => rateOpenskill([winners, losers], { model: models[model], tau: TAU, epsilon }),
      });
      assertSame(predictWithOurs(contender, { SIGMA, TAU, EPSILON: epsilon }), theirs, 1e-10);
    });
  }

  it('give Plackett–Luce with its margin option', () => {
    const { won, lost } = set.matches;
    const theirs = predictWithLibrary(set, SIGMA, {
      predict,
      rate: (winners, losers, row) =>
        rateOpenskill([winners, losers], {
          rank: [1, 2],
          score: [won[row] ?? 0, lost[row] ?? 0],
          margin: 3,
          tau: TAU,
        }),
    });
    assertSame(predictWithOurs(wengLin.plackettLuceMargin, { SIGMA, TAU, MARGIN: 3 }), theirs, 1e-10);
  });
});

describe('TrueSkill, beside ts-trueskill 5', () => {
  /** Its normal distribution is good to 1.2e-7 only (the approximation of erfc that it uses says so). */
  const TOLERANCE = 2e-5;
  it('gives its numbers, draws aside', () => {
    const environment = new TrueSkill(25, SIGMA, 25 / 6, TAU, 0);
    const ratings = (skills: Skill[]): Rating[] => skills.map(({ mu, sigma }) => new Rating(mu, sigma));
    const theirs = predictWithLibrary(set, SIGMA, {
      predict: (winners, losers) => environment.winProbability(ratings(winners), ratings(losers)),
      rate: (winners, losers) => environment.rate([ratings(winners), ratings(losers)]),
    });
    assertSame(predictWithOurs(trueSkill, { SIGMA, TAU, DRAW_MARGIN: 0 }), theirs, TOLERANCE);
  });

  it('gives its numbers with a margin for draws', () => {
    const DRAW_PROBABILITY = 0.2;
    const environment = new TrueSkill(25, SIGMA, 25 / 6, TAU, DRAW_PROBABILITY);
    const margin = environment.guassian.ppf((DRAW_PROBABILITY + 1) / 2) * Math.sqrt(4) * environment.beta;
    const ratings = (skills: Skill[]): Rating[] => skills.map(({ mu, sigma }) => new Rating(mu, sigma));
    const theirs = predictWithLibrary(set, SIGMA, {
      predict: (winners, losers) => environment.winProbability(ratings(winners), ratings(losers)),
      rate: (winners, losers) => environment.rate([ratings(winners), ratings(losers)]),
    });
    assertSame(predictWithOurs(trueSkill, { SIGMA, TAU, DRAW_MARGIN: margin }), theirs, TOLERANCE);
  });
});

describe('Glicko-2', () => {
  it('gives the worked example of Glickman’s paper', () => {
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
    // The paper's results, which it carries on from values rounded to four digits.
    assert.ok(Math.abs(1500 + GLICKO2_SCALE * after.mu - 1464.06) < 0.02);
    assert.ok(Math.abs(GLICKO2_SCALE * after.phi - 151.52) < 0.01);
    assert.ok(Math.abs(after.mu - -0.2069) < 1e-4 && Math.abs(after.phi - 0.8722) < 1e-4);
    assert.ok(Math.abs(after.sigma - 0.05999) < 1e-5);
  });
});

describe('the pair model with its constants as arguments', () => {
  it('is to the bit the one that the service runs', () => {
    const limits = { min: MODEL.STEEP_MIN, max: MODEL.STEEP_MAX };
    const here = withSteepness(pair.predict(set, givenConstants), givenConstants, limits);
    assert.deepEqual(here, replay(set.matches, { playerCount: set.playerCount }).winProbability);
  });
});

describe('the normal distribution', () => {
  it('has the values of the tables', () => {
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

  it('has log odds that mirror and stay finite', () => {
    for (const x of [0.1, 1, 3.6, 7, 40]) {
      assert.equal(normalLogOdds(-x), -normalLogOdds(x));
      assert.ok(Number.isFinite(normalLogOdds(x)));
    }
  });
});
