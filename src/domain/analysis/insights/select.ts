import type { Insight } from '../shapes.ts';
import type { Candidate } from './insight.ts';

/** More than this nobody reads between two matches. */
const INSIGHTS_MAX = 5;

/**
 * Chooses what is told: the weightiest, one of a family, at most five. Where all of these point one way and something that
 * points the other way may be told too, it takes a place: a coach needs both. It takes that of its own family, or else the
 * last; whichever way gives up the least weight. The heaviest of all never makes room, nor does its family speak twice.
 *
 * @returns by weight, then code, then text
 */
export function selectInsights(candidates: readonly Candidate[]): Insight[] {
  const ordered = [...candidates].sort(compareCandidates);
  const chosen: Candidate[] = [];
  for (const candidate of ordered) {
    const isTaken = chosen.some(({ family }) => family === candidate.family);
    if (!isTaken && chosen.length < INSIGHTS_MAX) chosen.push(candidate);
  }
  return balanced(chosen, ordered)
    .sort(compareCandidates)
    .map(({ family: _, ...insight }) => insight);
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

function compareCandidates(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || compareTexts(a.code, b.code) || compareTexts(a.text, b.text);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
