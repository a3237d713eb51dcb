/** Random histories of rated matches, and changes of them. */

import { aResult, START } from '@bandeja/rating/test/arbitraries';
import fc from 'fast-check';
import type { RatedMatch } from '../../src/history/ledger-store.ts';

const names = ['ana', 'bea', 'cruz', 'dani', 'eva', 'fran'];

const aFour = fc.shuffledSubarray(names, { minLength: 4, maxLength: 4 });

/** A match as the model's input, without its position in the history. */
const aContent = fc.record({ player_ids: aFour, evidence: aResult }).map(
  ({
    player_ids,
    evidence: { units, weight, length, pairEvidence, result },
  }): Omit<RatedMatch, 'match_id' | 'played_at'> => ({
    player_ids,
    units_won: units?.won ?? null,
    units_lost: units?.lost ?? null,
    units_standard: units?.std ?? null,
    weight,
    length,
    pair_evidence: pairEvidence,
    result,
  }),
);

/** How a match takes part in a change: it was there all along, it enters the history, or it leaves it. */
export type Part = 'stays' | 'enters' | 'leaves';

export interface ChangedHistory {
  readonly staying: readonly RatedMatch[];
  readonly entering: readonly RatedMatch[];
  readonly leaving: readonly RatedMatch[];
}

/**
 * A history and a change of it: several matches at once, at both ends and in the middle, often at one instant, where the
 * id decides.
 */
export const aChangedHistory: fc.Arbitrary<ChangedHistory> = fc
  .array(
    fc.record({
      content: aContent,
      days: fc.integer({ min: 0, max: 12 }),
      part: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Part>('stays') },
        { weight: 1, arbitrary: fc.constant<Part>('enters') },
        { weight: 1, arbitrary: fc.constant<Part>('leaves') },
      ),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((entries) => {
    const matches = entries.map(({ content, days, part }, index) => ({
      part,
      // The ids run against the order in which matches were made up, so that no sort is right by accident.
      match: { ...content, match_id: `m${String(99 - index)}`, played_at: START + days * 86_400_000 },
    }));
    const of = (wanted: Part): RatedMatch[] => matches.flatMap(({ part, match }) => (part === wanted ? [match] : []));
    return { staying: of('stays'), entering: of('enters'), leaving: of('leaves') };
  });
