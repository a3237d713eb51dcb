/** What is worth telling of a season: the readings that are large enough, sure enough, and not likely one of the false ones. */

import type { Insight } from '@bandeja/contract/analysis';
import { roundTo } from '@bandeja/contract/rounding';
import type { Pool } from '../../ledger/pool.ts';
import type { PlayedMatch } from '../analysis/played-match.ts';
import type { Language } from '../messages/languages.ts';
import type { Reading } from './counted.ts';
import { factsOf, type Standing } from './facts.ts';
import { type Rule, rules } from './rules.ts';
import { passFalseDiscovery, twoSidedP } from './score-test.ts';
import { type Season, seasonOf } from './season.ts';
import { type Candidate, selectInsights } from './select.ts';

/**
 * What is worth telling a coach, at most five sentences, weightiest first. None is an honest answer, and the usual one.
 *
 * @param matches newest first, without walkovers
 * @param standing how the player stands at the time of reading
 * @param language of the sentences
 */
export function insightsOf(
  matches: readonly PlayedMatch[],
  pool: Pool,
  standing: Standing,
  language: Language,
): Insight[] {
  const candidates = [...candidatesOf(seasonOf(matches, pool)), ...factsOf(matches, standing)];
  return selectInsights(candidates).map(({ code, direction, sample, weight, tell }) => {
    return { code, ...tell(language), direction, sample, weight };
  });
}

/** Standard deviations: below this, chance does as much to one in twenty. */
const Z_MIN = 1.96;

/**
 * Of the rules that pass, so many in a hundred may be false. At 20 in a hundred more than twice as many players without any
 * peculiarity would be told of one.
 */
const FALSE_DISCOVERY_RATE = 0.1;

/** A difference counts for no more than this many standard deviations, and this many times its floor. */
const WEIGHT_FACTOR_MAX = 4;

/** A reading with the rule that made it. */
export interface Test {
  readonly rule: Rule;
  readonly reading: Reading;
}

/** All tests that there is enough for. Every one of them counts among the many that may be false, passed or not. */
export function testsOf(season: Season): Test[] {
  return rules.flatMap((rule) =>
    rule
      .read(season, rule.prior)
      .filter((reading) => reading.size >= rule.min)
      .map((reading) => ({ rule, reading })),
  );
}

/** What may be told of a season, in no order. */
export function candidatesOf(season: Season): Candidate[] {
  return candidatesAmong(testsOf(season));
}

/** Those of the tests that pass every gate. */
export function candidatesAmong(tests: readonly Test[]): Candidate[] {
  const passed = passFalseDiscovery(
    tests.map(({ reading }) => twoSidedP(reading.z)),
    FALSE_DISCOVERY_RATE,
  );
  return tests.flatMap((test, index) => (passed[index] === true ? (candidateOf(test) ?? []) : []));
}

function candidateOf({ rule, reading }: Test): Candidate | null {
  const { z, effect, sample, isVisible, values } = reading;
  // The share and the standardised difference are means over the same matches, and may still point to different sides.
  if (Math.abs(z) < Z_MIN || Math.abs(effect) < rule.floor || Math.sign(z) !== Math.sign(effect)) return null;
  const direction: Insight['direction'] = effect > 0 ? 'strength' : 'weakness';
  if (!isVisible) return null;
  const sureness = Math.min(Math.abs(z), WEIGHT_FACTOR_MAX);
  const weight = roundTo(sureness * Math.min(WEIGHT_FACTOR_MAX, Math.abs(effect) / rule.floor), 2);
  const family = rule.isFamilyADirection ? `${rule.family} ${direction}` : rule.family;
  return {
    code: rule.code,
    values,
    direction,
    sample,
    weight,
    family,
    tell: (language) => rule.tell(language, values),
  };
}
