import type { MatchViewWithWarnings } from '@bandeja/contract/matches';
import type { LedgerRow } from '../history/ledger-store.ts';
import type { MatchRow } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import { ratingChangeColumns } from '../history/states.ts';
import type { CheckedMatch, Decision, Decisions } from './decide.ts';
import type { NearbyMatch } from './nearby-store.ts';
import { warningsOf } from './warnings.ts';

/** The outcome of a submission. */
export type SubmissionResult =
  | { readonly status: 'created'; readonly match: MatchViewWithWarnings }
  | Exclude<Decision, { status: 'accepted' }>;

export type Results = ReadonlyMap<CheckedMatch, SubmissionResult>;

/** Accepted matches, and their state once they are stored. */
interface Stored {
  readonly rows: readonly MatchRow[];
  readonly rated: ReadonlyMap<string, LedgerRow>;
  readonly unsettled: ReadonlySet<string>;
  readonly nearby: readonly NearbyMatch[];
}

/** The outcome of each match, in the order of `matches`. */
export function resultsOf(
  matches: readonly CheckedMatch[],
  decisions: Decisions,
  { rows, rated, unsettled, nearby }: Stored = { rows: [], rated: new Map(), unsettled: new Set(), nearby: [] },
): Results {
  const results = new Map<CheckedMatch, SubmissionResult>();
  for (const match of matches) {
    const decision = decisions.get(match);
    if (decision === undefined) throw new Error('a match has no decision');
    if (decision.status !== 'accepted') {
      results.set(match, decision);
      continue;
    }
    const { row, names } = decision;
    const changes = { ...ratingChangeColumns(rated.get(row.id)), is_settling: unsettled.has(row.id) };
    const answers = row.trust_tier === 'player_confirmed' ? [] : null;
    const view = { ...matchView({ ...row, names, answers, ...changes }), warnings: warningsOf(row, nearby, rows) };
    results.set(match, { status: 'created', match: view });
  }
  return results;
}
