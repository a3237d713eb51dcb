/** Submitting matches. `store-matches.ts` has the transaction, `submission-queue.ts` the queue in front of it. */

import { Problem } from '@bandeja/contract/errors/problem';
import type { MatchSubmission } from '@bandeja/contract/match-bodies';
import type { MatchViewWithWarnings } from '@bandeja/contract/matches';
import { auditActor } from '../audit/events.ts';
import type { WriterContext } from '../context.ts';
import { NOT_PLANNED, type PlannedCourt } from '../history/match-row.ts';
import type { CheckedMatch } from './decide.ts';
import { dryRun, type Guard } from './store-matches.ts';
import { readSubmission } from './submission.ts';
import { type SubmissionQueue, storeAtOnce } from './submission-queue.ts';
import type { Results, SubmissionResult } from './submission-results.ts';

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
  if (result === undefined) throw new Error('a match has no result');
  const { existing_match_id, same_content, match_status } = result;
  const { external_ref: reference } = body as MatchSubmission;
  const detail = same_content
    ? `The match “${reference}” is stored already, with the same content${match_status === 'voided' ? ', but it is voided' : ''}.`
    : `You have another match with the external_ref “${reference}”. Nothing was stored.`;
  throw new Problem('duplicate_external_ref', detail, {
    extensions: { existing_match_id, same_content, match_status },
  });
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
  if (matches.length > 0) {
    const request = { context, matches, guard };
    if (isDryRun) results = await dryRun(context, matches);
    else results = await (queue === undefined ? storeAtOnce(context, request) : queue.store(request));
  }
  const answers = read.map((one): SubmissionResult => {
    if (one instanceof Problem) return { status: 'rejected', problem: one };
    const result = results.get(one);
    if (result === undefined) throw new Error('a submission has no result');
    return result;
  });
  onResults?.(answers);
  return answers;
}
