import type { Consistency } from '@bandeja/contract/analysis';
import type { PlayedMatch } from '../played/played-match.ts';

/** The spread of fewer differences is meaningless. */
const CONSISTENCY_MATCHES_MIN = 5;
/** Only the newest matches count, so that a player who has changed sees it within a season. */
const CONSISTENCY_MATCHES_MAX = 30;
/** The weight of a typical player's spread (1), in matches. Split halves support 49; with 20 the value moves in a season. */
const PRIOR_MATCHES = 20;
/** The value of the typical spread, and how far it falls when the spread's square grows e-fold. */
const VALUE_TYPICAL = 50;
const VALUE_SLOPE = 100;

/**
 * The spread of a player's matches around their own mean, in standard deviations of what the ratings expected: to be
 * steadily better than the rating is form, not inconsistency.
 *
 * @param matches newest first; a match counts if its games have an expectation
 */
export function consistencyOf(matches: Iterable<Pick<PlayedMatch, 'difference'>>): Consistency {
  const differences: number[] = [];
  for (const { difference } of matches) {
    if (difference !== null) differences.push(difference.standardised);
    if (differences.length === CONSISTENCY_MATCHES_MAX) break;
  }
  const value = consistencyValue(differences);
  return { value, label: labelOf(value), sample: differences.length };
}

/** Whether the maximum of matches counts, so that older ones would change nothing. */
export function isFullSample({ sample }: Consistency): boolean {
  return sample === CONSISTENCY_MATCHES_MAX;
}

/** The value of these standardised differences; null if there are too few. */
export function consistencyValue(differences: readonly number[]): number | null {
  const { length } = differences;
  if (length < CONSISTENCY_MATCHES_MIN) return null;
  const mean = differences.reduce((sum, one) => sum + one, 0) / length;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const spread = (PRIOR_MATCHES + squares) / (PRIOR_MATCHES + length - 1);
  return Math.round(Math.min(Math.max(VALUE_TYPICAL - VALUE_SLOPE * Math.log(spread), 0), 100));
}

export function labelOf(value: number | null): Consistency['label'] {
  if (value === null) return 'new';
  if (value >= 65) return 'very_steady';
  if (value >= 40) return 'steady';
  return value >= 20 ? 'changeable' : 'streaky';
}
