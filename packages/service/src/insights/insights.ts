/** Selects the test results to show: large enough, certain enough, and unlikely to be a false discovery. */

import type { Insight } from '@bandeja/contract/analysis';
import { roundTo } from '@bandeja/contract/rounding';
import type { Pool } from '../calibration/pool.ts';
import type { Language } from '../messages/languages.ts';
import type { PlayedMatch } from '../played/played-match.ts';
import type { TestResult } from './counted.ts';
import { factsOf, type RatingSummary } from './facts.ts';
import { type RuleInput, ruleInputOf } from './rule-input.ts';
import { type Rule, rules } from './rules.ts';
import { passFalseDiscovery, twoSidedP } from './score-test.ts';
import { type Candidate, selectInsights } from './select.ts';

/**
 * The insights for a coach: at most five sentences, highest weight first. Most players have none.
 *
 * @param matches newest first, without walkovers
 */
export function insightsOf(
  matches: readonly PlayedMatch[],
  pool: Pool,
  summary: RatingSummary,
  language: Language,
): Insight[] {
  const candidates = [...candidatesOf(ruleInputOf(matches, pool)), ...factsOf(matches, summary)];
  return selectInsights(candidates).map(({ code, direction, sample, weight, format }) => {
    return { code, ...format(language), direction, sample, weight };
  });
}

/** Standard deviations: 5% of all results are at least this far out by chance alone. */
const Z_MIN = 1.96;

/**
 * The share of false results among those that pass. With 0.2, more than twice as many average players would get an
 * insight.
 */
const FALSE_DISCOVERY_RATE = 0.1;

/** The weight counts at most this many standard deviations, and this many times the rule's floor. */
const WEIGHT_FACTOR_MAX = 4;

/** A rule with one of its results. */
export interface Test {
  readonly rule: Rule;
  readonly result: TestResult;
}

/** All tests with enough trials. The false discovery rate counts each of them, whether or not it passes. */
export function testsOf(input: RuleInput): Test[] {
  return rules.flatMap((rule) =>
    rule
      .test(input, rule.prior)
      .filter((result) => result.size >= rule.min)
      .map((result) => ({ rule, result })),
  );
}

/** The tested insights that may be shown, in no particular order. */
export function candidatesOf(input: RuleInput): Candidate[] {
  return candidatesFrom(testsOf(input));
}

/** The tests that pass every condition. */
export function candidatesFrom(tests: readonly Test[]): Candidate[] {
  const passed = passFalseDiscovery(
    tests.map(({ result }) => twoSidedP(result.z)),
    FALSE_DISCOVERY_RATE,
  );
  return tests.flatMap((test, index) => (passed[index] === true ? (candidateOf(test) ?? []) : []));
}

function candidateOf({ rule, result }: Test): Candidate | null {
  const { z, effect, sample, isVisible, values } = result;
  // The share and the standardised difference are means over the same matches, but their signs may differ.
  if (Math.abs(z) < Z_MIN || Math.abs(effect) < rule.floor || Math.sign(z) !== Math.sign(effect)) return null;
  const direction: Insight['direction'] = effect > 0 ? 'strength' : 'weakness';
  if (!isVisible) return null;
  const certainty = Math.min(Math.abs(z), WEIGHT_FACTOR_MAX);
  const weight = roundTo(certainty * Math.min(WEIGHT_FACTOR_MAX, Math.abs(effect) / rule.floor), 2);
  const family = rule.hasFamilyPerDirection ? `${rule.family} ${direction}` : rule.family;
  return {
    code: rule.code,
    values,
    direction,
    sample,
    weight,
    family,
    format: (language) => rule.format(language, values),
  };
}
