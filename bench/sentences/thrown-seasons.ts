/**
 * Rules that need the order of games and who served, checked on seasons that were thrown game by game with known chances: no
 * public results have either.
 */

import { NEW_POOL } from '@bandeja/rating';
import { ruleInputOf } from '@bandeja/service/reading/insights/rule-input';
import { type Rule, rules } from '@bandeja/service/reading/insights/rules';
import { type SeasonPlan, simulateSeason } from '@bandeja/service/test/reading/analysis/simulated-season';
import { createSequence } from '../sequence.ts';
import { countOf } from './expectations.ts';
import type { Trial } from './trials.ts';

/** The rules that no results can check, with those that hold them against the player's own level. */
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

export interface ThrownRule {
  readonly code: string;
  readonly trials: readonly Trial[];
}

/** @param dayFormSd how much the days of a player differ, logits; a typical player’s 1 */
export function throwSeasons(count: number, dayFormSd: number): ThrownRule[] {
  const random = createSequence(SEED);
  const plan: SeasonPlan = { matches: MATCHES, holdRate: HOLD_RATE, gapSd: 1, dayFormSd };
  const pool = { ...NEW_POOL, holdRate: HOLD_RATE };
  const seasons = Array.from({ length: count }, () => ruleInputOf(simulateSeason(plan, random), pool));
  return codes.map((code) => {
    const rule: Rule | undefined = rules.find((one) => one.code === code);
    if (rule === undefined) throw new Error(`there is no rule ${code}`);
    const trials = seasons.flatMap((season, match): Trial[] => {
      const counted = rule.test(season, rule.prior).map(countOf)[0] ?? null;
      if (counted === null) return [];
      const { n, won, expected } = counted;
      return [{ told: expected / n, happened: won / n, weight: n, match }];
    });
    return { code, trials };
  });
}
