import { entryErrorOf } from '@bandeja/contract/entry-error';
import { type BatchEnvelope, MatchSubmission } from '@bandeja/contract/match-bodies';
import { sessionFields } from '@bandeja/contract/match-enums';
import type { BatchResult, BatchResults } from '@bandeja/contract/matches';
import type { PartnerContext } from '../context.ts';
import { isValid } from '../validation/faults-of.ts';
import type { SubmissionResult } from './submission-results.ts';
import { type SubmissionOptions, submitMatches } from './submit.ts';

/**
 * Stores a batch in one transaction. A value in an entry overrides the session-level value; null inherits it. An invalid entry,
 * even one that isn't an object, does not affect the others.
 * @throws {Problem} `overloaded`, if at least one entry is valid
 */
export async function submitBatch(
  context: PartnerContext,
  batch: BatchEnvelope,
  options?: SubmissionOptions,
): Promise<BatchResults> {
  const bodies = batch.matches.map((entry) => withSession(entry, batch));
  const found = await submitMatches(context, bodies, options);
  const results = found.map((result, index) => batchResult(result, index, batch.matches[index]));
  const count = (status: SubmissionResult['status']): number => results.filter((one) => one.status === status).length;
  const conflicts = results.filter((one) => one.same_content === false).length;
  const summary = {
    created: count('created'),
    duplicates: count('duplicate') - conflicts,
    conflicts,
    rejected: count('rejected'),
  };
  return { results, summary };
}

function withSession(entry: unknown, batch: BatchEnvelope): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const own = entry as Readonly<Record<string, unknown>>;
  const inherited = sessionFields.filter((field) => (own[field] ?? null) === null && (batch[field] ?? null) !== null);
  return { ...own, ...Object.fromEntries(inherited.map((field) => [field, batch[field]])) };
}

function batchResult(result: SubmissionResult, index: number, entry: unknown): BatchResult {
  return {
    index,
    external_ref: referenceOf(entry),
    status: result.status,
    match: result.status === 'created' ? result.match : null,
    existing_match_id: result.status === 'duplicate' ? result.existing_match_id : null,
    existing_match_status: result.status === 'duplicate' ? result.match_status : null,
    same_content: result.status === 'duplicate' ? result.same_content : null,
    error: result.status === 'rejected' ? entryErrorOf(result.problem) : null,
  };
}

/** The entry's reference as sent, or null if it isn't valid. */
function referenceOf(entry: unknown): string | null {
  const ref = (entry as { readonly external_ref?: unknown } | null)?.external_ref;
  return isValid(MatchSubmission.properties.external_ref, ref) ? (ref as string) : null;
}
