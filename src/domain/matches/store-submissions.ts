import { type AuditActor, lockChainHeads } from '../../store/audit.ts';
import type { Transaction } from '../../store/engine/database.ts';
import { inSnapshot } from '../../store/engine/snapshot.ts';
import type { GateMode } from '../../store/ledger/gate.ts';
import type { VersionedRating } from '../../store/ledger/ratings.ts';
import { insertMatches } from '../../store/matches/insert-matches.ts';
import type { MatchRow } from '../../store/matches/match-rows.ts';
import { findEligibleParticipants, lockEligibleParticipants } from '../../store/matches/participants.ts';
import { appendAudit } from '../audit/chain.ts';
import { submittedEvent } from '../audit/events.ts';
import type { Context } from '../context.ts';
import { type Appended, type AppliedChange, NO_CHANGE, rateAppended, writeAppended } from '../ledger/append.ts';
import { applyHistoryChange, dryRunHistoryChange } from '../ledger/change.ts';
import { isRated, type RatedMatch, ratedMatch } from '../ledger/rated-match.ts';
import { shownAround } from '../ledger/states.ts';
import type { Pass, Pending } from './change-history.ts';
import { type Candidate, judge, type NewMatch, referenceKey, type Verdict } from './judge.ts';
import { logMatches, type WrittenMatch } from './log-matches.ts';
import type { OwnMatchView } from './shapes.ts';
import { matchView } from './view.ts';

/** What became of a submission. */
export type SubmissionResult =
  | { readonly status: 'created'; readonly match: OwnMatchView }
  | Exclude<Verdict, { status: 'accepted' }>;

export type Results = ReadonlyMap<Candidate, SubmissionResult>;

/** The candidates of one request: they are stored in the same transaction. */
export interface StoreRequest extends Pending<Results> {
  readonly candidates: readonly Candidate[];
}

type Verdicts = ReadonlyMap<Candidate, Verdict>;

/**
 * Judges the candidates of some requests, and stores and rates those that are accepted: two round trips, COMMIT included.
 * With the gate shared, requests that change history are left out, and nothing of them is stored.
 */
export async function storeSubmissions(
  context: Context,
  transaction: Transaction,
  requests: readonly StoreRequest[],
  gate: GateMode,
): Promise<Pass<StoreRequest, Results>> {
  const now = context.now();
  const candidates = requests.flatMap((request) => request.candidates);
  const partnerIds = [...new Set(candidates.map(({ partnerId }) => partnerId))].sort();
  // With the chains locked, no other transaction adds a match of these partners, so that what is looked up stays true.
  const [heads, { verdicts, participants }] = await Promise.all([
    lockChainHeads(transaction, partnerIds),
    judge(transaction, candidates, (asked) => lockEligibleParticipants(transaction, asked), now),
  ]);
  const { kept, appended } =
    gate === 'shared' ? keepAppending(requests, verdicts, participants) : { kept: requests, appended: null };
  const accepted = acceptedOf(kept, verdicts);
  if (accepted.length === 0) return { results: resultsOf(kept, verdicts, NO_CHANGE), hasWritten: false };

  const rows = accepted.map(({ row }) => row);
  const events = accepted.map(({ row, actor }) => submittedEvent(row, actor, now));
  const submitted = rows.map((row): WrittenMatch => ({ row, action: 'submitted' }));
  const stored = [insertMatches(transaction, rows), appendAudit(transaction, heads, events)];
  let applied: AppliedChange;
  if (appended === null) {
    await Promise.all(stored);
    const change = { inserted: ratedOf(rows), removed: [] };
    applied = await applyHistoryChange(context, transaction, change);
    await logMatches(transaction, submitted, applied.ratingChanges);
  } else {
    stored.push(logMatches(transaction, submitted, appended.rated.changes));
    const written = writeAppended(transaction, appended);
    transaction.conclude();
    [applied] = await Promise.all([written, ...stored]);
  }
  return { results: resultsOf(kept, verdicts, applied), hasWritten: true };
}

/** The same on a snapshot: nothing is stored and nothing locked, so that a dry run of a file of old matches delays no one. */
export function dryRunSubmissions(context: Context, candidates: readonly Candidate[]): Promise<Results> {
  return inSnapshot(context.readDatabase, async (snapshot) => {
    const find = (asked: Parameters<typeof findEligibleParticipants>[1]) => findEligibleParticipants(snapshot, asked);
    const { verdicts } = await judge(snapshot, candidates, find, context.now());
    const rows = acceptedOf([{ candidates }], verdicts).map(({ row }) => row);
    const applied = await dryRunHistoryChange(context, snapshot, ratedOf(rows));
    return new Map(candidates.map((candidate) => [candidate, resultOf(candidate, verdicts, applied)]));
  });
}

type WithCandidates = Pick<StoreRequest, 'candidates'>;

function acceptedOf(
  requests: readonly WithCandidates[],
  verdicts: Verdicts,
): (NewMatch & { readonly actor: AuditActor })[] {
  return requests.flatMap(({ candidates }) =>
    candidates.flatMap((candidate) => {
      const verdict = verdicts.get(candidate);
      return verdict?.status === 'accepted' ? [{ ...verdict, actor: candidate.actor }] : [];
    }),
  );
}

const ratedOf = (rows: readonly MatchRow[]): RatedMatch[] => rows.filter(isRated).map(ratedMatch);

/** Leaves out requests with a match that does not come after everything its players have played; rates the others. */
function keepAppending(
  requests: readonly StoreRequest[],
  verdicts: Verdicts,
  ratings: readonly VersionedRating[],
): { readonly kept: readonly StoreRequest[]; readonly appended: Appended } {
  let kept = requests;
  for (;;) {
    const appended = rateAppended(ratedOf(acceptedOf(kept, verdicts).map(({ row }) => row)), ratings);
    if (!('late' in appended)) return { kept, appended };
    const left = withoutLate(kept, verdicts, appended.late);
    if (left.length === kept.length) throw new Error('none of the requests has the late match');
    kept = left;
  }
}

/**
 * The requests without a late match. Those after it that use a reference of it are left out as well: the first request
 * with a reference keeps it, also if it is the late one.
 */
function withoutLate(
  requests: readonly StoreRequest[],
  verdicts: Verdicts,
  late: ReadonlySet<string>,
): readonly StoreRequest[] {
  const references = new Set<string>();
  return requests.filter(({ candidates }) => {
    const own = candidates.map(({ partnerId, submission }) => referenceKey(partnerId, submission.external_ref));
    const isLate = acceptedOf([{ candidates }], verdicts).some(({ row }) => late.has(row.id));
    if (!isLate && !own.some((reference) => references.has(reference))) return true;
    for (const reference of own) references.add(reference);
    return false;
  });
}

function resultsOf(
  requests: readonly StoreRequest[],
  verdicts: Verdicts,
  applied: AppliedChange,
): ReadonlyMap<StoreRequest, Results> {
  return new Map(
    requests.map((request) => [
      request,
      new Map(request.candidates.map((candidate) => [candidate, resultOf(candidate, verdicts, applied)])),
    ]),
  );
}

function resultOf(candidate: Candidate, verdicts: Verdicts, applied: AppliedChange): SubmissionResult {
  const verdict = verdicts.get(candidate);
  if (verdict === undefined) throw new Error('a candidate was not judged');
  if (verdict.status !== 'accepted') return verdict;
  const { row, names } = verdict;
  const match = matchView({
    ...row,
    names,
    ...shownAround(applied.rows.get(row.id)),
    is_settling: applied.unsettled.has(row.id),
  });
  return { status: 'created', match };
}
