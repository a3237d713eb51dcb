/**
 * Submitting matches: from a request to the disk. {@link storeRequests} is the transaction. docs/group-commit.md explains the queue
 * and the transaction.
 */

import { Problem } from '@bandeja/contract/errors/problem';
import type { MatchSubmission } from '@bandeja/contract/match-bodies';
import type { MatchViewWithWarnings } from '@bandeja/contract/matches';
import { DatabaseUnavailable, type Transaction } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import { appendAudit } from '../audit/chain.ts';
import { auditActor, submittedEvent } from '../audit/events.ts';
import { lockChainHeads } from '../audit/store.ts';
import type { Context, WriterContext } from '../context.ts';
import { type MatchRow, NOT_PLANNED, type PlannedCourt } from '../history/match-row.ts';
import { isRated, ratedMatch } from '../history/rated-match.ts';
import { readPlayerRatings } from '../history/ratings-store.ts';
import { CurrentRatings } from '../ledger/current-ratings.ts';
import { type GateMode, throughGate } from '../ledger/gate-store.ts';
import { playersOf } from '../ledger/history-change.ts';
import { rateChange, unsettledOf } from '../ledger/rate-change.ts';
import { writeRatedChange } from '../ledger/write-change.ts';
import { FairQueue, type FairQueueOptions } from '../runtime/fair-queue.ts';
import {
  type CheckedMatch,
  type Decision,
  type Decisions,
  decide,
  namedPlayers,
  plansNamed,
  referenceKey,
  sessionsOf,
} from './decide.ts';
import { insertMatches } from './insert-matches-store.ts';
import { logMatches } from './log-matches.ts';
import { findNearbyMatches } from './nearby-store.ts';
import { findEligibleParticipants, lockEligibleParticipants } from './participants-store.ts';
import { readKnownMatches } from './same-content.ts';
import { countSessionMatches } from './sessions-store.ts';
import { findByExternalRef, findPlans } from './store.ts';
import { readSubmission } from './submission.ts';
import { type Results, resultsOf, type SubmissionResult } from './submission-results.ts';

/** The valid matches of one request, which are stored in the same transaction. */
interface StoreRequest extends Pick<PromiseWithResolvers<Results>, 'resolve' | 'reject'> {
  readonly matches: readonly CheckedMatch[];
  readonly guard?: Guard | undefined;
}

/**
 * A check in the transaction that stores the matches, while the partner's audit chain is locked. It must send its first statement at
 * once, so that it shares the round trip of the locks.
 * @returns why the matches are rejected, or null
 */
export type Guard = (transaction: Transaction) => Promise<Problem | null>;

export type SubmissionQueue = FairQueue<StoreRequest>;

/** Receives an internal error, to log it. */
type OnError = (error: unknown) => void;

export interface SubmissionOptions {
  /** Runs all checks and returns the same results, but stores nothing. */
  readonly dryRun?: boolean;
  /** The queue for group commit. Without it, the submissions are stored at once, in their own transaction. */
  readonly queue?: SubmissionQueue;
  /** Not called in a dry run. */
  readonly guard?: Guard;
  /** The court of a plan whose result the match is. */
  readonly court?: PlannedCourt;
  /** Called with the results before they are returned. */
  readonly onResults?: (results: readonly SubmissionResult[]) => void;
}

/**
 * Group commit: submissions that arrive while a batch is being stored share the next transaction, and so one flush to the disk.
 * @param onError gets the error of a batch that failed. Each of its requests is retried in its own transaction.
 */
export function openSubmissionQueue(context: Context, options: FairQueueOptions, onError: OnError): SubmissionQueue {
  return new FairQueue(options, (requests) => answerRequests(context, requests, onError));
}

/**
 * Stores and rates one match.
 * @throws {Problem} why the match is rejected; `duplicate_external_ref`; `overloaded` if the queue is full
 */
export async function submitMatch(
  context: WriterContext,
  body: unknown,
  options?: SubmissionOptions,
): Promise<MatchViewWithWarnings> {
  const [result] = await submitMatches(context, [body], options);
  if (result?.status === 'created') return result.match;
  if (result?.status === 'rejected') throw result.problem;
  const extensions = { existing_match_id: result?.existing_match_id, same_content: result?.same_content };
  const { external_ref: reference } = body as MatchSubmission;
  const detail = result?.same_content
    ? `The match “${reference}” is stored already, with the same content.`
    : `You have another match with the external_ref “${reference}”. Nothing was stored.`;
  throw new Problem('duplicate_external_ref', detail, { extensions });
}

/**
 * Stores and rates matches in one transaction. A match that is rejected, or whose `external_ref` was used before (or earlier in
 * the list), does not affect the others. Bodies are validated before they are queued, so an invalid one is rejected at once.
 * @param bodies JSON values as received
 * @returns one result per body, in the order given; created matches are on the disk
 * @throws {Problem} `overloaded` if the queue is full
 */
export async function submitMatches(
  context: WriterContext,
  bodies: readonly unknown[],
  { dryRun: isDryRun = false, queue, guard, court = NOT_PLANNED, onResults }: SubmissionOptions = {},
): Promise<SubmissionResult[]> {
  const now = context.now();
  const { partnerId } = context.actor;
  const actor = auditActor(context.actor);
  const read = bodies.map((body): CheckedMatch | Problem => {
    const submission = readSubmission(body, now);
    return submission instanceof Problem ? submission : { partnerId, actor, submission, court };
  });
  const matches = read.filter((one): one is CheckedMatch => !(one instanceof Problem));
  let results: Results = new Map();
  if (matches.length > 0)
    results = await (isDryRun ? dryRun(context, matches) : store(context, matches, { queue, guard }));
  const answers = read.map((one): SubmissionResult => {
    if (one instanceof Problem) return { status: 'rejected', problem: one };
    const result = results.get(one);
    if (result === undefined) throw new Error('a submission has no result');
    return result;
  });
  onResults?.(answers);
  return answers;
}

function store(
  context: WriterContext,
  matches: readonly CheckedMatch[],
  { queue, guard }: { readonly queue: SubmissionQueue | undefined; readonly guard: Guard | undefined },
): Promise<Results> {
  const { promise, resolve, reject } = Promise.withResolvers<Results>();
  const request = { matches, guard, resolve, reject };
  if (queue === undefined) void answerRequests(context, [request]);
  else queue.push(context.actor.partnerId, matches.length, request);
  return promise;
}

/**
 * Stores requests, and resolves each once its matches are on the disk. Never rejects. If the shared transaction fails unexpectedly,
 * each request is retried in its own transaction, so that none fails because of another. Nothing is retried if the database is
 * unavailable.
 */
async function answerRequests(
  context: Context,
  requests: readonly StoreRequest[],
  onError: OnError = () => {},
  gate: GateMode = 'shared',
): Promise<void> {
  try {
    const { results, late } = await storeRequests(context, requests, gate);
    for (const request of requests) if (!late.includes(request)) request.resolve(results);
    if (late.length > 0) await answerRequests(context, late, onError, 'exclusive');
  } catch (error) {
    if (requests.length === 1 || error instanceof DatabaseUnavailable || error instanceof Problem) {
      for (const request of requests) request.reject(error);
      return;
    }
    onError(error);
    // In order: the first request with a reference must keep it.
    for (const request of requests) await answerRequests(context, [request], onError, gate);
  }
}

/**
 * Stores the matches of some requests in one transaction of two round trips: locks, decides, rates, writes, answers.
 *
 * Under the shared gate, matches can only be appended to the rated history. A request with a match that would change the history
 * is returned in `late`, and none of its matches is stored. The caller stores it in another transaction, under the exclusive
 * gate. (Upgrading a shared lock could deadlock: two transactions that both tried would wait for each other.)
 */
function storeRequests(
  context: Context,
  requests: readonly StoreRequest[],
  gate: GateMode,
): Promise<{ readonly results: Results; readonly late: readonly StoreRequest[] }> {
  return throughGate(context.database, gate, async (transaction) => {
    const now = context.now();
    const matches = requests.flatMap((request) => request.matches);
    const named = namedPlayers(matches);

    // While the chains are locked, no other transaction can add a match of these partners, so the look-ups stay valid.
    const [heads, used, sessions, plans, players, guarded] = await Promise.all([
      lockChainHeads(transaction, partnersOf(matches)),
      findByExternalRef(transaction, referencesOf(matches)),
      countSessionMatches(transaction, sessionsOf(matches)),
      findPlans(transaction, plansNamed(matches)),
      lockEligibleParticipants(transaction, named),
      runGuards(transaction, requests),
    ]);
    const known = await readKnownMatches(transaction, used);

    const allowed = matches.filter((match) => !guarded.has(match));
    const decisions = new Map([...guarded, ...decide(allowed, { named, players, known, sessions, plans }, now)]);
    const late = gate === 'shared' ? lateAmong(requests, decisions, new CurrentRatings(players)) : [];
    const kept = requests.filter((request) => !late.includes(request)).flatMap((request) => request.matches);
    const accepted = acceptedOf(kept, decisions);
    if (accepted.length === 0) {
      transaction.discard();
      return { results: resultsOf(kept, decisions), late };
    }

    const rows = accepted.map(({ row }) => row);
    const change = { inserted: ratedOf(rows), removed: [] };
    const rated = await rateChange(context, transaction, change, players);

    const events = accepted.map(({ row, actor }) => submittedEvent(row, actor, now));
    const submitted = rows.map((row) => ({ row, action: 'submitted' as const }));
    const nearby = findNearbyMatches(transaction, rows);
    const writes = [
      nearby,
      insertMatches(transaction, rows),
      appendAudit(transaction, heads, events),
      logMatches(transaction, submitted, rated.changes),
    ];
    const unsettled = writeRatedChange(transaction, rated);
    transaction.commitWithLast();
    await Promise.all(writes);

    const stored = { rows, rated: rated.rows, unsettled: await unsettled, nearby: await nearby };
    return { results: resultsOf(kept, decisions, stored), late };
  });
}

/** The matches that a guard rejects. */
async function runGuards(transaction: Transaction, requests: readonly StoreRequest[]): Promise<Decisions> {
  const rejected = requests.map(async ({ guard, matches }): Promise<[CheckedMatch, Decision][]> => {
    const problem = (await guard?.(transaction)) ?? null;
    return problem === null ? [] : matches.map((match) => [match, { status: 'rejected', problem }]);
  });
  return new Map((await Promise.all(rejected)).flat());
}

/** Runs the same steps on a snapshot. It stores and locks nothing, so a dry run of many old matches delays no other request. */
function dryRun(context: Context, matches: readonly CheckedMatch[]): Promise<Results> {
  return inSnapshot(context.readDatabase, async (snapshot) => {
    const named = namedPlayers(matches);
    const [used, sessions, plans, players] = await Promise.all([
      findByExternalRef(snapshot, referencesOf(matches)),
      countSessionMatches(snapshot, sessionsOf(matches)),
      findPlans(snapshot, plansNamed(matches)),
      findEligibleParticipants(snapshot, named),
    ]);
    const known = await readKnownMatches(snapshot, used);
    const decisions = decide(matches, { named, players, known, sessions, plans }, context.now());
    const rows = acceptedOf(matches, decisions).map(({ row }) => row);
    const change = { inserted: ratedOf(rows), removed: [] };
    const ratings = await readPlayerRatings(snapshot, playersOf(change));
    const rated = await rateChange(context, snapshot, change, ratings);
    const [unsettled, nearby] = await Promise.all([unsettledOf(snapshot, rated), findNearbyMatches(snapshot, rows)]);
    return resultsOf(matches, decisions, { rows, rated: rated.rows, unsettled, nearby });
  });
}

const partnersOf = (matches: readonly CheckedMatch[]): string[] =>
  [...new Set(matches.map(({ partnerId }) => partnerId))].sort();

const referencesOf = (matches: readonly CheckedMatch[]) =>
  matches.map(({ partnerId, submission }) => ({ partner_id: partnerId, external_ref: submission.external_ref }));

const acceptedOf = (matches: readonly CheckedMatch[], decisions: Decisions) =>
  matches.flatMap((match) => {
    const decision = decisions.get(match);
    return decision?.status === 'accepted' ? [{ row: decision.row, actor: match.actor }] : [];
  });

const ratedOf = (rows: readonly MatchRow[]) => rows.filter(isRated).map(ratedMatch);

/**
 * The requests with a match that changes the history. A later request that uses one of their references is late too, because
 * the first request with a reference must keep it.
 */
function lateAmong(
  requests: readonly StoreRequest[],
  decisions: Decisions,
  ratings: CurrentRatings,
): readonly StoreRequest[] {
  const references = new Set<string>();
  return requests.filter(({ matches }) => {
    const own = matches.map(({ partnerId, submission }) => referenceKey(partnerId, submission.external_ref));
    const rated = ratedOf(acceptedOf(matches, decisions).map(({ row }) => row));
    const isAppended = ratings.canAppend({ inserted: rated, removed: [] });
    const isLate = !isAppended || own.some((one) => references.has(one));
    if (isLate) for (const reference of own) references.add(reference);
    return isLate;
  });
}
