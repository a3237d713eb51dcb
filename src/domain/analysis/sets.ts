import { type Rate, rateOf, rateWhere } from './rate.ts';
import type { SeenMatch, SeenSet } from './seen-match.ts';
import { decidedSets, decidingSet, firstSet, isCloseSet, isLopsidedSet, isTieBreakSet } from './set-kinds.ts';

/** Sets won of sets played; points formats and drawn sets are in none of them. */
export interface SetRates {
  readonly all: Rate;
  readonly first: Rate;
  readonly deciding: Rate;
  readonly tie_break: Rate;
  readonly close: Rate;
  readonly lopsided: Rate;
}

export function setRates(matches: readonly SeenMatch[]): SetRates {
  const sets = matches.flatMap(decidedSets);
  const of = (is: (set: SeenSet) => boolean): Rate => rateWhere(sets, is);
  return {
    all: of(() => true),
    first: rateOf(matches.flatMap((match) => firstSet(match)?.won ?? [])),
    deciding: rateOf(matches.flatMap((match) => decidingSet(match)?.won ?? [])),
    tie_break: of(isTieBreakSet),
    close: of(isCloseSet),
    lopsided: of(isLopsidedSet),
  };
}
