/** Selects the insights that are shown. */

import type { Insight } from '@bandeja/contract/analysis';
import type { FormattedMessage } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';

/** An insight that is shown unless its family has one with a higher weight. */
export interface Candidate extends Pick<Insight, 'code' | 'direction' | 'sample' | 'weight'> {
  readonly family: string;
  /** The values of its sentence. */
  readonly values: object;
  readonly format: (language: Language) => FormattedMessage;
}

/** A coach cannot read more between two matches. */
const INSIGHTS_MAX = 5;

/**
 * Selects the highest weights, one per family, at most five. A coach needs strengths and weaknesses: if all five have the
 * same direction, a candidate of the other direction replaces one of them. It replaces the one in its family, or the
 * last one. The replacement that loses the least weight wins. The highest weight of all is never replaced.
 *
 * @returns in order of weight, code and values: the same in every language
 */
export function selectInsights(candidates: readonly Candidate[]): Candidate[] {
  const ordered = [...candidates].sort(compareCandidates);
  const chosen: Candidate[] = [];
  for (const candidate of ordered) {
    const isTaken = chosen.some(({ family }) => family === candidate.family);
    if (!isTaken && chosen.length < INSIGHTS_MAX) chosen.push(candidate);
  }
  return withBothDirections(chosen, ordered).sort(compareCandidates);
}

function withBothDirections(chosen: readonly Candidate[], ordered: readonly Candidate[]): Candidate[] {
  const [first] = chosen;
  if (first === undefined || chosen.some(({ direction }) => direction !== first.direction)) return [...chosen];
  let best: { readonly added: Candidate; readonly removed: Candidate; readonly cost: number } | null = null;
  for (const added of ordered) {
    if (added.direction === first.direction) continue;
    const removed = chosen.find(({ family }) => family === added.family) ?? chosen.at(-1);
    if (removed === undefined || removed === first) continue;
    const cost = removed.weight - added.weight;
    if (best === null || cost < best.cost) best = { added, removed, cost };
  }
  if (best === null) return [...chosen];
  const { added, removed } = best;
  return chosen.map((one) => (one === removed ? added : one));
}

/** The highest weight first. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || compareTexts(a.code, b.code) || compareValues(a, b);
}

/** Insights about several teammates may have the same code and weight. */
function compareValues(a: Candidate, b: Candidate): number {
  return compareTexts(JSON.stringify(a.values), JSON.stringify(b.values));
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
