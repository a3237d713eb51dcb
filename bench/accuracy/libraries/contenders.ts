/**
 * Compares our fast reimplementations of rating models with the libraries that they reimplement, on one stream of matches.
 *
 *     npm run bench:contenders
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predictWin, rate as rateOpenskill } from 'openskill';
import { bradleyTerryFull, bradleyTerryPart, plackettLuce, thurstoneMostellerFull } from 'openskill/models';
import { Rating, TrueSkill } from 'ts-trueskill';
import { type Constants, type Contender, startOf } from '../contenders/contender.ts';
import { trueSkill } from '../contenders/trueskill.ts';
import * as wengLin from '../contenders/weng-lin.ts';
import { generateSet } from '../data/generated-sets.ts';
import type { MatchSet } from '../data/match-set.ts';

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
