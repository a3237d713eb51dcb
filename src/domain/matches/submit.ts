import { type ChainHead, lockChainHeads } from '../../store/audit.ts';
import type { Transaction } from '../../store/database.ts';
import type { GateMode } from '../../store/gate.ts';
import type { MatchRow } from '../../store/match-rows.ts';
import { insertMatches } from '../../store/matches.ts';
import { inSnapshot } from '../../store/snapshot.ts';
import { appendAudit } from '../audit/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { isRated, type RatedMatch, ratedMatch } from '../ratings/index.ts';
import { type AppliedChange, applyHistoryChange, foreseeHistoryChange, withHistoryGate } from '../settlement/index.ts';
import { submittedEvent } from './audit-events.ts';
import { type Candidate, findRepeated, judge, type Verdict } from './judge.ts';
import type { NewMatch } from './new-match.ts';
import { readSubmission } from './submission.ts';
import { matchView, type OwnMatchView } from './view.ts';

/** One match on its way in: who sends it, and the JSON value as it came. */
export interface SubmissionRequest {
  readonly caller: Pick<Caller, 'partnerId' | 'keyId'>;
  readonly body: unknown;
}

export type SubmissionResult =
  | { readonly status: 'created'; readonly match: OwnMatchView }
  | Exclude<Verdict, { status: 'accepted' }>;

export interface SubmissionOptions {
  /** All checks and the same answer, but nothing is stored. */
  readonly dryRun?: boolean;
}

/**
 * Stores a list of submissions in one transaction and rates those that complete at once. Each stands alone: one that is
 * rejected, or whose `external_ref` was used before (also earlier in the list), never holds back the others. The list may
 * mix partners.
 * @returns one result per request, in the order given; when this resolves, what was created is on the disk.
 */
export async function submitMatches(
  context: Context,
  requests: readonly SubmissionRequest[],
  options: SubmissionOptions = {},
): Promise<SubmissionResult[]> {
  const now = context.now();
  const results = new Map<number, SubmissionResult>();
  const candidates: Candidate[] = [];
  for (const [index, { caller, body }] of requests.entries()) {
    const read = readSubmission(body, now);
    if (read.isValid) candidates.push({ index, ...caller, submission: read.submission });
    else results.set(index, { status: 'rejected', problem: new Problem('invalid_body', undefined, read) });
  }
  if (candidates.length > 0) {
    const answer = options.dryRun ? foresee : store;
    for (const [index, result] of await answer(context, candidates, now)) results.set(index, result);
  }
  return requests.map((_, index) => {
    const result = results.get(index);
    if (result === undefined) throw new Error(`submission ${index} was not answered`);
    return result;
  });
}

type Results = ReadonlyMap<number, SubmissionResult>;

async function store(context: Context, candidates: readonly Candidate[], now: number): Promise<Results> {
  const repeated = await findRepeated(context.database, candidates);
  const left = candidates.filter(({ index }) => !repeated.has(index));
  if (left.length === 0) return repeated;
  return new Map<number, SubmissionResult>([...repeated, ...(await storeNew(context, left, now))]);
}

function storeNew(context: Context, candidates: readonly Candidate[], now: number): Promise<Results> {
  const partnerIds = [...new Set(candidates.map(({ partnerId }) => partnerId))].sort();
  return withHistoryGate(context.database, partnerIds, async (transaction, gate) => {
    // From here on nobody else adds a match of these partners, so that what is looked up next stays true.
    const heads = await lockChainHeads(transaction, partnerIds);
    const verdicts = await judge(transaction, candidates, now);
    return answers(verdicts, await write(context, transaction, gate, acceptedOf(candidates, verdicts), heads, now));
  });
}

/** The same on a snapshot: it locks nothing, so that trying out a file of old matches holds nobody up. */
function foresee(context: Context, candidates: readonly Candidate[], now: number): Promise<Results> {
  return inSnapshot(context.database, async (snapshot) => {
    const verdicts = await judge(snapshot, candidates, now);
    const rows = acceptedOf(candidates, verdicts).map(({ match }) => match.row);
    const partnerIds = [...new Set(rows.map((row) => row.partner_id))];
    return answers(verdicts, await foreseeHistoryChange(context, snapshot, ratedOf(rows), partnerIds));
  });
}

type Accepted = Candidate & { readonly match: NewMatch };

function acceptedOf(candidates: readonly Candidate[], verdicts: ReadonlyMap<number, Verdict>): Accepted[] {
  return candidates.flatMap((candidate) => {
    const verdict = verdicts.get(candidate.index);
    return verdict?.status === 'accepted' ? [{ ...candidate, match: verdict.match }] : [];
  });
}

const ratedOf = (rows: readonly MatchRow[]): RatedMatch[] => rows.filter(isRated).map(ratedMatch);

async function write(
  context: Context,
  transaction: Transaction,
  gate: GateMode,
  accepted: readonly Accepted[],
  heads: ReadonlyMap<string, ChainHead>,
  now: number,
): Promise<AppliedChange> {
  const rows = accepted.map(({ match }) => match.row);
  if (rows.length === 0) return applyHistoryChange(context, transaction, gate, { inserted: [], removed: [] });
  const events = accepted.map(({ match, keyId }) => submittedEvent(match.row, keyId, now));
  await insertMatches(transaction, rows);
  await appendAudit(transaction, heads, events);
  return applyHistoryChange(context, transaction, gate, { inserted: ratedOf(rows), removed: [] });
}

function answers(verdicts: ReadonlyMap<number, Verdict>, applied: AppliedChange): Results {
  return new Map(
    [...verdicts].map(([index, verdict]): [number, SubmissionResult] => [
      index,
      verdict.status === 'accepted' ? created(verdict.match, applied) : verdict,
    ]),
  );
}

function created({ row, names }: NewMatch, applied: AppliedChange): SubmissionResult {
  const rated = applied.rows.get(row.id);
  return {
    status: 'created',
    match: matchView({
      ...row,
      names,
      rated_player_ids: rated?.player_ids ?? null,
      shown_before: rated?.shown_before ?? null,
      shown_after: rated?.shown_after ?? null,
      is_settling: applied.unsettled.has(row.id),
    }),
  };
}
