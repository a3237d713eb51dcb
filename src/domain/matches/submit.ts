import { FairQueue, type FairQueueOptions } from '../../runtime/fair-queue.ts';
import { auditActor } from '../audit/events.ts';
import type { Context, KeyActor, PartnerContext } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { changeHistory, type OnFault } from './change-history.ts';
import type { Candidate } from './judge.ts';
import type { OwnMatchView } from './shapes.ts';
import {
  dryRunSubmissions,
  type Results,
  type StoreRequest,
  type SubmissionResult,
  storeSubmissions,
} from './store-submissions.ts';
import { readSubmission } from './submission.ts';

/** One match on its way in: who sends it, and the JSON value as it came. */
export interface SubmissionRequest {
  readonly actor: KeyActor;
  readonly body: unknown;
}

export type SubmissionQueue = FairQueue<StoreRequest>;

export interface SubmissionOptions {
  /** All checks and the same answer, but nothing is stored. */
  readonly dryRun?: boolean;
  /** Without it the submissions wait for no others and share their transaction with none. */
  readonly queue?: SubmissionQueue;
  /** Told what became of the submissions, before their caller is. */
  readonly onResults?: (results: readonly SubmissionResult[]) => void;
}

/**
 * Group commit: submissions that arrive while a batch is being stored share the next transaction, and so one flush to the disk
 * (docs/decisions/0008-intake.md).
 * @param onFault gets the error of a batch that failed. Each request of it is retried in a transaction of its own.
 */
export function openSubmissionQueue(context: Context, options: FairQueueOptions, onFault: OnFault): SubmissionQueue {
  return new FairQueue(options, (requests) => storeRequests(context, requests, onFault));
}

function storeRequests(context: Context, requests: readonly StoreRequest[], onFault?: OnFault): Promise<void> {
  return changeHistory<StoreRequest, Results>(
    context.database,
    requests,
    (transaction, some, gate) => storeSubmissions(context, transaction, some, gate),
    onFault && { onFault },
  );
}

/**
 * Stores submissions in one transaction, and rates those that complete at once. Each stands alone: one that is rejected, or
 * whose `external_ref` was used before (also earlier in the list), never holds back the others. A body is judged before it
 * waits, so that a bad one is refused at once.
 * @param requests may mix partners
 * @returns one result per request, in the order given; what was created is on the disk
 * @throws {Problem} `overloaded` if too much waits in the queue
 */
export async function submitMatches(
  context: Context,
  requests: readonly SubmissionRequest[],
  { dryRun = false, queue, onResults }: SubmissionOptions = {},
): Promise<SubmissionResult[]> {
  const now = context.now();
  const judged = requests.map((request) => judgeBody(request, now));
  const candidates = judged.flatMap((one) => ('problem' in one ? [] : one));
  let results: Results = new Map();
  if (candidates.length > 0) {
    results = await (dryRun ? dryRunSubmissions(context, candidates) : store(context, candidates, queue));
  }
  const answers = judged.map((one) => {
    const result = 'problem' in one ? one : results.get(one);
    if (result === undefined) throw new Error('a submission was not answered');
    return result;
  });
  onResults?.(answers);
  return answers;
}

/**
 * The same of one match.
 * @throws {Problem} the reason of its rejection; `duplicate_external_ref`; `overloaded`
 */
export async function submitMatch(
  context: PartnerContext,
  body: unknown,
  options?: SubmissionOptions,
): Promise<OwnMatchView> {
  const [result] = await submitMatches(context, [{ actor: context.actor, body }], options);
  if (result?.status === 'created') return result.match;
  if (result?.status === 'rejected') throw result.problem;
  const extensions = { existing_match_id: result?.existing_match_id, same_content: result?.same_content };
  throw new Problem('duplicate_external_ref', undefined, { extensions });
}

function judgeBody(
  { actor, body }: SubmissionRequest,
  now: number,
): Candidate | { readonly status: 'rejected'; readonly problem: Problem } {
  const submission = readSubmission(body, now);
  if (submission instanceof Problem) return { status: 'rejected', problem: submission };
  return { partnerId: actor.partnerId, actor: auditActor(actor), submission };
}

function store(
  context: Context,
  candidates: readonly Candidate[],
  queue: SubmissionQueue | undefined,
): Promise<Results> {
  const stored = Promise.withResolvers<Results>();
  const request = { candidates, resolve: stored.resolve, reject: stored.reject };
  if (queue === undefined) void storeRequests(context, [request]);
  else queue.push(candidates[0]?.partnerId ?? '', candidates.length, request);
  return stored.promise;
}
