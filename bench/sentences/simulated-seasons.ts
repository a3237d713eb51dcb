/** Checks the rules that need servers and the order of games on simulated seasons: no public results have either. */

import { NEW_POOL } from '@bandeja/rating';
import { ruleInputOf } from '@bandeja/service/insights/rule-input';
import { type Rule, rules } from '@bandeja/service/insights/rules';
import { type SeasonPlan, simulateSeason } from '@bandeja/service/test/analysis/simulated-season';
import { createSequence } from '../sequence.ts';
import { countOf } from './expectations.ts';
import type { Trial } from './trials.ts';

const codes = [
  'serve',
  'return',
  'serving_for_set',
  'staying_in_set',
  'opening',
  'closing',
  'break_back',
  'consolidation',
  'runs_conceded',
  'leads',
];

const HOLD_RATE = 0.63;
const MATCHES = 50;
const SEED = 20_261_101;

export interface SimulatedRule {
  readonly code: string;
  readonly trials: readonly Trial[];
}

/** @param dayFormSd how much the days of a player differ, in logits; about 1 for a typical player */
export function simulateSeasons(count: number, dayFormSd: number): SimulatedRule[] {
  const random = createSequence(SEED);
  const plan: SeasonPlan = { matches: MATCHES, holdRate: HOLD_RATE, gapSd: 1, dayFormSd };
  const pool = { ...NEW_POOL, holdRate: HOLD_RATE };
  const seasons = Array.from({ length: count }, () => ruleInputOf(simulateSeason(plan, random), pool));
  return codes.map((code) => {
    const rule: Rule | undefined = rules.find((one) => one.code === code);
    if (rule === undefined) throw new Error(`the rule ${code} does not exist`);
    const trials = seasons.flatMap((season, match): Trial[] => {
      const counted = rule.test(season, rule.prior).map(countOf)[0] ?? null;
      if (counted === null) return [];
      const { n, won, expected } = counted;
      return [{ expected: expected / n, happened: won / n, weight: n, match }];
    });
    return { code, trials };
  });
}
