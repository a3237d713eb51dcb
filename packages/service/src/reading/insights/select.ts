/** Of what may be told, what is told. */

import type { Insight } from '@bandeja/contract/analysis';
import type { FormattedMessage } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';

/** An insight that may be told, if no stronger one of its family is. */
export interface Candidate extends Pick<Insight, 'code' | 'direction' | 'sample' | 'weight'> {
  readonly family: string;
  /** What its sentence holds. */
  readonly values: object;
  readonly tell: (language: Language) => FormattedMessage;
}

/** More than this is too much to read between two matches. */
const INSIGHTS_MAX = 5;

/**
 * Chooses what is told: the weightiest, one of a family, at most five. Where all of these point one way and something that
 * points the other way may be told too, it takes a place: a coach needs both. It takes that of its own family, or else the
 * last; whichever way gives up the least weight. The heaviest of all never makes room, nor does its family speak twice.
 *
 * @returns by weight, then code, then what they hold: the same in every language
 */
export function selectInsights(candidates: readonly Candidate[]): Candidate[] {
  const ordered = [...candidates].sort(compareCandidates);
  const chosen: Candidate[] = [];
  for (const candidate of ordered) {
    const isTaken = chosen.some(({ family }) => family === candidate.family);
    if (!isTaken && chosen.length < INSIGHTS_MAX) chosen.push(candidate);
  }
  return balanced(chosen, ordered).sort(compareCandidates);
}

function balanced(chosen: readonly Candidate[], ordered: readonly Candidate[]): Candidate[] {
  const [heaviest] = chosen;
  if (heaviest === undefined || hasBoth(chosen, heaviest.direction)) return [...chosen];
  let best: { readonly enters: Candidate; readonly leaves: Candidate; readonly cost: number } | null = null;
  for (const enters of ordered) {
    if (enters.direction === heaviest.direction) continue;
    const leaves = chosen.find(({ family }) => family === enters.family) ?? chosen.at(-1);
    if (leaves === undefined || leaves === heaviest) continue;
    const cost = leaves.weight - enters.weight;
    if (best === null || cost < best.cost) best = { enters, leaves, cost };
  }
  if (best === null) return [...chosen];
  const { enters, leaves } = best;
  return chosen.map((one) => (one === leaves ? enters : one));
}

function hasBoth(chosen: readonly Candidate[], direction: Insight['direction']): boolean {
  return chosen.some((one) => one.direction !== direction);
}

/** The weightiest first. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || compareTexts(a.code, b.code) || compareValues(a, b);
}

/** A rule may speak of several teammates who weigh the same. */
function compareValues(a: Candidate, b: Candidate): number {
  return compareTexts(JSON.stringify(a.values), JSON.stringify(b.values));
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
