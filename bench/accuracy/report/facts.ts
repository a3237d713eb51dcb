/** The content of a report. */
import type { Effort, Judged } from '../compare.ts';
import type { MatchSet } from '../data/match-set.ts';
import type { Demand } from '../verdict.ts';

/** One run of the comparison. */
export interface Facts {
  readonly judged: readonly Judged[];
  readonly sets: readonly MatchSet[];
  readonly demands: readonly Demand[];
  readonly effort: Effort;
  /** The histories are generated, so the figures mean nothing. */
  readonly isGenerated: boolean;
}
