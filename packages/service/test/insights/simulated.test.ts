/** The insights about simulated players with known properties. The seed is fixed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { candidatesFrom, candidatesOf, testsOf } from '../../src/insights/insights.ts';
import { ruleInputOf } from '../../src/insights/rule-input.ts';
import { type SeasonPlan, simulateSeason } from '../analysis/simulated-season.ts';
import { seeded } from '../support/seeded.ts';

const pool = { steepness: 1, penalty: 1.5, holdRate: 0.63 };
const plain: SeasonPlan = { matches: 50, holdRate: 0.63, gapSd: 1, dayFormSd: 0 };

function seasons(count: number, plan: SeasonPlan, seed: number) {
  const random = seeded(seed);
  return Array.from({ length: count }, () => ruleInputOf(simulateSeason(plan, random), pool));
}

/** The share of seasons of which something is true. */
function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length / all.length;
}

describe('Simulated players without any pattern', () => {
  const all = seasons(400, plain, 20_260_501).map((season) => {
    const tests = testsOf(season);
    return { tests, insights: candidatesFrom(tests) };
  });

  test('players without a pattern rarely get an insight, while uncorrected rules would give one to more than half', () => {
    const gated = share(all, ({ insights }) => insights.length > 0);
    const ungated = share(all, ({ tests }) => tests.some(({ result }) => Math.abs(result.z) >= 1.96));
    assert.ok(gated <= 0.1, `${gated} get an insight`);
    assert.ok(ungated >= 0.5, `${ungated} would be`);
  });

  test('players without a pattern get fewer insights if matches depend only on games', () => {
    // The chances after a first set were fitted on people, whose days differ; thrown games have no such days.
    const isOfDays = /^after_/;
    const gated = share(all, ({ insights }) => insights.some(({ code }) => !isOfDays.test(code)));
    assert.ok(gated <= 0.06, `${gated} get another insight`);
  });

  test('players without a pattern differ from the expectation by chance only', () => {
    // The mean of z over many seasons is 0 for a baseline that fits; 400 of them have a standard error of 1/20.
    const tests = all.flatMap((season) => season.tests);
    for (const code of [
      'serve',
      'return',
      'serving_for_set',
      'staying_in_set',
      'break_back',
      'consolidation',
      'opening',
    ]) {
      const z = tests.filter(({ rule }) => rule.code === code).map(({ result }) => result.z);
      const mean = z.reduce((sum, one) => sum + one, 0) / z.length;
      assert.ok(z.length > 300 && Math.abs(mean) < 0.15, `${code}: ${mean} over ${z.length}`);
    }
  });
});

describe('Simulated players with a strong serve', () => {
  const servers = seasons(60, { ...plain, servingBonus: 0.6 }, 7);
  const hasServeInsight = (direction: string) => (season: (typeof servers)[number]) =>
    candidatesOf(season).some((one) => one.code === 'serve' && one.direction === direction);

  test('players with a strong serve nearly always get that insight, and never its opposite', () => {
    assert.ok(share(servers, hasServeInsight('strength')) > 0.8);
    assert.equal(share(servers, hasServeInsight('weakness')), 0);
  });

  test('a strong serve does not give a second insight against the player’s own level', () => {
    const again = new Set(['serving_for_set', 'consolidation']);
    assert.ok(share(servers, (season) => candidatesOf(season).some(({ code }) => again.has(code))) <= 0.05);
  });
});
