import { rateOf, rateWhere } from './rate.ts';
import type { SeenMatch, SeenSet } from './seen-match.ts';
import { decidedSets, decidingSet, firstSet, isCloseSet, isLopsidedSet, isTieBreakSet } from './set-kinds.ts';
import type { Rate, Sets } from './shapes.ts';

export function setRates(matches: readonly SeenMatch[]): Sets {
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
