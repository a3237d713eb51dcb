/** What is worth telling of a season: the readings that are large enough, sure enough, and not likely one of the false ones. */
import type { Pool } from '../../ledger/index.ts';
import { roundTo } from '../../rounding.ts';
import type { SeenMatch } from '../seen-match.ts';
import type { Insight } from '../shapes.ts';
import type { Reading, Words } from './counted.ts';
import { factsOf, type Standing } from './facts.ts';
import { type Rule, rules } from './rules.ts';
import { passFalseDiscovery, twoSidedP } from './score-test.ts';
import { judgeSeason, type Season } from './season.ts';
import { type Candidate, selectInsights } from './select.ts';

/**
 * What is worth telling a coach, at most five sentences, weightiest first. None is an honest answer, and the usual one.
 *
 * @param matches newest first, without walkovers
 * @param standing how the player stands at the time of reading
 */
export function insightsOf(matches: readonly SeenMatch[], pool: Pool, standing: Standing): Insight[] {
  return selectInsights([...candidatesOf(judgeSeason(matches, pool)), ...factsOf(matches, standing)]);
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
  const { z, effect, sample, words } = reading;
  // The share and the standardised difference are means over the same matches, and may still point to different sides.
  if (Math.abs(z) < Z_MIN || Math.abs(effect) < rule.floor || Math.sign(z) !== Math.sign(effect)) return null;
  const direction: Insight['direction'] = effect > 0 ? 'strength' : 'weakness';
  const text = sentence(effect > 0 ? rule.up : rule.down, words);
  if (text === null) return null;
  const sureness = Math.min(Math.abs(z), WEIGHT_FACTOR_MAX);
  const weight = roundTo(sureness * Math.min(WEIGHT_FACTOR_MAX, Math.abs(effect) / rule.floor), 2);
  const family = rule.isFamilyADirection ? `${rule.family} ${direction}` : rule.family;
  return { code: rule.code, text, direction, sample, weight, family };
}

/**
 * Fills a wording. In braces stand `w` won, `l` or `k` not won, `n` of how many, `e` what was expected (of what is not won
 * where the sentence tells of that), and names.
 *
 * @returns null where rounding leaves no difference to speak of
 */
export function sentence(wording: string, words: Words): string | null {
  const isOfLosses = /\{[lk]\}/.test(wording);
  const told: Record<string, string | number> = { ...words };
  if (wording.includes('{e}')) {
    const expected = shownCount(Number(isOfLosses ? words['missed'] : words['e']));
    if (expected === Number(isOfLosses ? words['l'] : words['w'])) return null;
    told['e'] = expected;
  }
  return wording.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(told[name]));
}

/** An expected count as it is told: whole, or with one decimal below 10. */
function shownCount(expected: number): number {
  return expected < 10 ? roundTo(expected, 1) : Math.round(expected);
}
