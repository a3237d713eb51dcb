/**
 * `npm run bench:contenders`: compares our fast reimplementations of rating models with the original libraries on one stream of
 * matches.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predictWin, rate } from 'openskill';
import { bradleyTerryFull, bradleyTerryPart, plackettLuce, thurstoneMostellerFull } from 'openskill/models';
import { Rating, TrueSkill } from 'ts-trueskill';
import { generateResults } from '../../data/generated-results.ts';
import { PADEL } from '../../data/sources.ts';
import { type Constants, type Contender, startOf } from '../contenders/contender.ts';
import { trueSkill } from '../contenders/trueskill.ts';
import * as wengLin from '../contenders/weng-lin.ts';
import { matchSetOf } from '../match-set.ts';

/** With few players each plays many matches, so errors would accumulate. */
const set = matchSetOf(generateResults({ matches: 400, players: 12, seed: 7 }), PADEL);

/** A player in both libraries. */
interface Skill {
  readonly mu: number;
  readonly sigma: number;
}

interface Library {
  readonly predict: (winners: Skill[], losers: Skill[]) => number;
  readonly rate: (winners: Skill[], losers: Skill[], row: number) => readonly (readonly Skill[])[];
}

const SIGMA = 6;
const TAU = 0.2;

/** @param tolerance the largest difference of two probabilities after hundreds of matches */
function assertSame(contender: Contender, constants: Constants, library: Library, tolerance: number): void {
  const logOdds = contender.predict(set, { ...startOf(contender.constants), SIGMA, TAU, ...constants });
  const skills = Array.from({ length: set.playerCount }, (): Skill => ({ mu: 25, sigma: SIGMA }));
  let largest = 0;
  for (const [row, x] of logOdds.entries()) {
    const four = Array.from(set.matches.players.subarray(4 * row, 4 * row + 4));
    const [w0, w1, l0, l1] = four.map((player) => skills[player]) as [Skill, Skill, Skill, Skill];
    const theirs = library.predict([w0, w1], [l0, l1]);
    largest = Math.max(largest, theirs);
    assert.ok(Math.abs(1 / (1 + Math.exp(-x)) - theirs) <= tolerance, `row ${row}: ${x}, ${theirs}`);
    const after = library.rate([w0, w1], [l0, l1], row).flat();
    for (const [slot, player] of four.entries()) skills[player] = after[slot] as Skill;
  }
  // Two models that never change a rating would agree, too.
  assert.ok(largest > 0.9);
}

describe('The reimplemented models of Weng and Lin match openskill 5', () => {
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
    it(`${contender.name} predicts the same as ${model} with epsilon ${epsilon}`, () => {
      const library: Library = {
        predict,
        rate: (winners, losers) => rate([winners, losers], { model: models[model], tau: TAU, epsilon }),
      };
      assertSame(contender, { EPSILON: epsilon }, library, 1e-10);
    });
  }

  it('Plackett–Luce with margin predicts the same as the margin option', () => {
    const { won, lost } = set.matches;
    const library: Library = {
      predict,
      rate: (winners, losers, row) =>
        rate([winners, losers], { rank: [1, 2], score: [won[row] ?? 0, lost[row] ?? 0], margin: 3, tau: TAU }),
    };
    assertSame(wengLin.plackettLuceMargin, { MARGIN: 3 }, library, 1e-10);
  });
});

describe('The reimplemented TrueSkill matches ts-trueskill 5', () => {
  for (const draws of [0, 0.2]) {
    it(`predicts the same with a draw probability of ${draws}`, () => {
      const environment = new TrueSkill(25, SIGMA, 25 / 6, TAU, draws);
      const margin = draws && environment.guassian.ppf((draws + 1) / 2) * Math.sqrt(4) * environment.beta;
      const ratings = (skills: Skill[]): Rating[] => skills.map(({ mu, sigma }) => new Rating(mu, sigma));
      const library: Library = {
        predict: (winners, losers) => environment.winProbability(ratings(winners), ratings(losers)),
        rate: (winners, losers) => environment.rate([ratings(winners), ratings(losers)]),
      };
      // The library's approximation of erfc is accurate to 1.2e-7 only.
      assertSame(trueSkill, { DRAW_MARGIN: margin }, library, 2e-5);
    });
  }
});
