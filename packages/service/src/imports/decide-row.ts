/** What becomes of a row. {@link decideRow} is pure: the rules of an import, in their order. */
import type { RowState } from '@bandeja/contract/import-enums';
import type { ImportDifference, ImportProblem, ImportWarning } from '@bandeja/contract/import-rows';
import type { Comparison } from './differences.ts';
import type { KnownMatch } from './known-matches.ts';

/** What is known of a row. Later facts are computed only if no earlier one decides. */
export interface RowFacts {
  /** The faults of the client, or the rules of a submission that the match breaks. */
  readonly problems: readonly ImportProblem[];
  /** The comparison with the match that the line created; null if it created none. */
  readonly own: () => Comparison | null;
  /** With the stored match that has the row's reference. */
  readonly referenced: () => Comparison | null;
  /** With the only other match of the same teams at the same instant, if references are derived. */
  readonly sameTeams: () => Comparison | null;
  /** Why the match cannot be stored: its reference, its players, or its session. */
  readonly problemsOfNew: () => readonly ImportProblem[];
  readonly warnings: () => readonly ImportWarning[];
  /** Whether a row with warnings is stored. */
  readonly storesWarned: boolean;
}

export interface RowDecision {
  readonly state: RowState;
  /** The stored match; null if the row is held or rejected, or creates one now. */
  readonly match: KnownMatch | null;
  /** Whether the line has created its match before. Its record does not change any more. */
  readonly isOwn: boolean;
  readonly problems: readonly ImportProblem[];
  readonly differences: readonly ImportDifference[];
  readonly warnings: readonly ImportWarning[];
}

const NOTHING = { match: null, isOwn: false, problems: [], differences: [], warnings: [] } as const;

export function decideRow(facts: RowFacts): RowDecision {
  if (facts.problems.length > 0) return { ...NOTHING, state: 'rejected', problems: facts.problems };
  const own = facts.own();
  if (own !== null) return { ...compared(own, 'created'), isOwn: true };
  const stored = facts.referenced() ?? facts.sameTeams();
  if (stored !== null) return compared(stored, 'duplicate');
  const problems = facts.problemsOfNew();
  if (problems.length > 0) return { ...NOTHING, state: 'rejected', problems };
  const warnings = facts.warnings();
  const isHeld = warnings.length > 0 && !facts.storesWarned;
  return { ...NOTHING, state: isHeld ? 'held' : 'created', warnings };
}

/** @param agreeing the state if the row agrees with the match */
function compared({ match, differences }: Comparison, agreeing: 'created' | 'duplicate'): RowDecision {
  const isVoided = agreeing === 'duplicate' && match.status === 'voided';
  const state = isVoided ? 'voided' : differences.length > 0 ? 'conflict' : agreeing;
  return { ...NOTHING, state, match, differences };
}
