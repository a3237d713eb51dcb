import { type ChainHead, lockChainHeads } from '../../store/audit.ts';
import { DatabaseUnavailable, type Transaction } from '../../store/database.ts';
import { type GateMode, throughGate } from '../../store/gate.ts';
import { insertMatches } from '../../store/insert-matches.ts';
import type { MatchRow } from '../../store/match-rows.ts';
import { findEligibleParticipants, lockEligibleParticipants } from '../../store/participants.ts';
import type { PlayerRatingRow } from '../../store/ratings.ts';
import { inSnapshot } from '../../store/snapshot.ts';
import { appendAudit } from '../audit/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { isRated, type RatedMatch, ratedMatch } from '../ratings/index.ts';
import {
  type AppliedChange,
  applyHistoryChange,
  foreseeHistoryChange,
  HistoryGateNeeded,
  rateAppended,
  writeAppended,
} from '../settlement/index.ts';
import { submittedEvent } from './audit-events.ts';
import { type Candidate, judge, type Verdict } from './judge.ts';
import { matchId } from './match-id.ts';
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

/** What one request has sent, and how it is answered: once, with a result for each or with what went wrong. */
export interface SubmissionGroup {
  readonly requests: readonly SubmissionRequest[];
  readonly answer: (results: SubmissionResult[]) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Stores a list of submissions in one transaction and rates those that complete at once. Each stands alone: one that is
 * rejected, or whose `external_ref` was used before (also earlier in the list), never holds back the others. The list may
 * mix partners.
 * @returns one result per request, in the order given; when this resolves, what was created is on the disk.
 */
export function submitMatches(
  context: Context,
  requests: readonly SubmissionRequest[],
  { dryRun = false }: SubmissionOptions = {},
): Promise<SubmissionResult[]> {
  if (dryRun) return tryOut(context, requests);
  return new Promise((answer, fail) => {
    void submitGroups(context, [{ requests, answer, fail }]);
  });
}

async function tryOut(context: Context, requests: readonly SubmissionRequest[]): Promise<SubmissionResult[]> {
  const now = context.now();
  const part = readPart(requests, 0, now);
  return resultsOf(part, part.left.length === 0 ? new Map() : await foresee(context, part.left, now));
}

/**
 * Stores what several requests have sent, all of them in one transaction if that can be: it commits once, and then each is
 * answered. Those that change history are stored after the others, since they have to be alone. Where a transaction fails,
 * each of its requests is stored by itself, so that none fails for another.
 */
export async function submitGroups(context: Context, groups: readonly SubmissionGroup[]): Promise<void> {
  const now = context.now();
  let first = 0;
  const parts = groups.flatMap((group): Part[] => {
    const place = first;
    first += group.requests.length;
    try {
      return [{ group, ...readPart(group.requests, place, now) }];
    } catch (error) {
      group.fail(error);
      return [];
    }
  });
  // A request of which nothing can be stored waits for nobody.
  for (const part of parts) if (part.left.length === 0) part.group.answer(resultsOf(part, new Map()));
  const open = parts.filter((part) => part.left.length > 0);
  if (open.length === 0) return;
  try {
    await storeTogether(context, open, 'shared', now);
  } catch (error) {
    // A fault of ours on the way to an answer; whoever has one already does not hear of it.
    for (const { group } of open) group.fail(error);
  }
}

/** The submissions of one request: what is known of them, and which are left to store. */
interface ReadPart {
  /** The place of the first one among all that are stored together. */
  readonly first: number;
  readonly count: number;
  readonly known: Results;
  readonly left: readonly Candidate[];
}

interface Part extends ReadPart {
  readonly group: SubmissionGroup;
}

type Results = ReadonlyMap<number, SubmissionResult>;

function readPart(requests: readonly SubmissionRequest[], first: number, now: number): ReadPart {
  const known = new Map<number, SubmissionResult>();
  const left: Candidate[] = [];
  for (const [place, { caller, body }] of requests.entries()) {
    const index = first + place;
    const read = readSubmission(body, now);
    if (read.isValid) left.push({ index, ...caller, submission: read.submission });
    else known.set(index, { status: 'rejected', problem: new Problem('invalid_body', undefined, read) });
  }
  return { first, count: requests.length, known, left };
}

function resultsOf({ first, count, known }: ReadPart, results: Results): SubmissionResult[] {
  return Array.from({ length: count }, (_, place) => {
    const result = known.get(first + place) ?? results.get(first + place);
    if (result === undefined) throw new Error(`submission ${first + place} was not answered`);
    return result;
  });
}

async function storeTogether(context: Context, parts: readonly Part[], gate: GateMode, now: number): Promise<void> {
  try {
    const results = await storeNew(
      context,
      parts.flatMap(({ left }) => left),
      gate,
      now,
    );
    for (const part of parts) part.group.answer(resultsOf(part, results));
  } catch (error) {
    if (error instanceof HistoryGateNeeded) return storeApart(context, parts, error.late, now);
    if (parts.length === 1 || error instanceof DatabaseUnavailable) {
      for (const { group } of parts) group.fail(error);
      return;
    }
    for (const part of parts) await storeTogether(context, [part], gate, now);
  }
}

/** Stores those that change history behind the others. Where two requests use a reference, the one sent first keeps it. */
async function storeApart(
  context: Context,
  parts: readonly Part[],
  late: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const references = new Set<string>();
  const changing: Part[] = [];
  const others: Part[] = [];
  for (const part of parts) {
    const keys = part.left.map(({ partnerId, submission }) => `${partnerId} ${submission.external_ref}`);
    const isLate = part.left.some(({ partnerId, submission: { external_ref, played_at } }) =>
      late.has(matchId(partnerId, external_ref, played_at)),
    );
    if (isLate || keys.some((key) => references.has(key))) {
      changing.push(part);
      for (const key of keys) references.add(key);
    } else {
      others.push(part);
    }
  }
  if (changing.length === 0) throw new Error('none of the requests has the late match');
  if (others.length > 0) await storeTogether(context, others, 'shared', now);
  await storeTogether(context, changing, 'exclusive', now);
}

function storeNew(context: Context, candidates: readonly Candidate[], gate: GateMode, now: number): Promise<Results> {
  const partnerIds = [...new Set(candidates.map(({ partnerId }) => partnerId))].sort();
  return throughGate(context.database, gate, async (transaction) => {
    // Once the chains are locked nobody else adds a match of these partners, so that what is looked up next stays true. The
    // statements run in this order, though none waits here for the one before.
    const [heads, { verdicts, participants }] = await Promise.all([
      lockChainHeads(transaction, partnerIds),
      judge(transaction, candidates, (asked) => lockEligibleParticipants(transaction, asked), now),
    ]);
    const accepted = acceptedOf(candidates, verdicts);
    const storing = { accepted, rows: accepted.map(({ match }) => match.row), participants, heads, now };
    const applied = gate === 'shared' ? storeAppended(transaction, storing) : storeAlone(context, transaction, storing);
    return answers(verdicts, await applied);
  });
}

/** The same on a snapshot: it locks nothing, so that trying out a file of old matches holds nobody up. */
function foresee(context: Context, candidates: readonly Candidate[], now: number): Promise<Results> {
  return inSnapshot(context.database, async (snapshot) => {
    const { verdicts } = await judge(snapshot, candidates, (asked) => findEligibleParticipants(snapshot, asked), now);
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

/** Those whose completed matches these are, without being rated for them. */
const playersOfUnrated = (rows: readonly MatchRow[]): string[] =>
  rows.filter((row) => row.status === 'completed' && !isRated(row)).flatMap((row) => row.player_ids);

/** What is stored, and what the transaction knows of it by then. */
interface Storing {
  readonly accepted: readonly Accepted[];
  /** Those of the accepted, in their order. */
  readonly rows: readonly MatchRow[];
  /** The ratings of their players, which are locked. */
  readonly participants: readonly PlayerRatingRow[];
  readonly heads: ReadonlyMap<string, ChainHead>;
  readonly now: number;
}

/**
 * Stores matches that come after all that their players have played so far: one round trip, COMMIT included.
 * @throws {HistoryGateNeeded} before anything is written.
 */
async function storeAppended(transaction: Transaction, storing: Storing): Promise<AppliedChange> {
  const { rows } = storing;
  const appended = rateAppended(ratedOf(rows), storing.participants);
  // Sent one behind the other: what is rated is stored by then. Each of these throws at once what it cannot send, so that
  // COMMIT does not go out without it.
  const stored = rows.length === 0 ? [] : storeRows(transaction, storing);
  const written = writeAppended(transaction, appended, playersOfUnrated(rows));
  transaction.conclude();
  const [applied] = await Promise.all([written, ...stored]);
  return applied;
}

/** The same for whatever holds the gate alone, so that it may also change history. */
async function storeAlone(context: Context, transaction: Transaction, storing: Storing): Promise<AppliedChange> {
  const { rows } = storing;
  if (rows.length > 0) await Promise.all(storeRows(transaction, storing));
  const change = { inserted: ratedOf(rows), removed: [] };
  return applyHistoryChange(context, transaction, 'exclusive', change, playersOfUnrated(rows));
}

/** The matches and their audit trail. */
function storeRows(transaction: Transaction, { accepted, rows, heads, now }: Storing): Promise<unknown>[] {
  const events = accepted.map(({ match, keyId }) => submittedEvent(match.row, keyId, now));
  return [insertMatches(transaction, rows), appendAudit(transaction, heads, events)];
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
