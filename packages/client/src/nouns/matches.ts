import type { CallOptions } from '../connection.ts';
import { BandejaError } from '../errors.ts';
import type {
  AuditEntry,
  AuditPage,
  BatchResults,
  BatchSubmission,
  Match,
  MatchAmendment,
  MatchExplanation,
  MatchPage,
  MatchPreview,
  MatchPreviewRequest,
  MatchSubmission,
} from '../generated/api.ts';
import { entriesOf, type IterateOf, type ReadOf } from '../pages.ts';
import { type SubmitAllOptions, type SubmitOutcome, submitAll } from '../submit-all.ts';
import { Noun } from './noun.ts';

/** How matches are submitted. */
export interface SubmitOptions extends CallOptions {
  /** Check everything and store nothing. */
  readonly dryRun?: boolean | undefined;
}

/** A match as it is stored. */
export interface SubmittedMatch extends Match {
  /** An earlier submission with the same content had stored it: of this call, whose answer was lost, or of another one. */
  readonly alreadyStored: boolean;
}

/** Matches that you submitted. */
export class Matches extends Noun {
  /**
   * Makes sure that a match is stored: stores it, or finds it stored with the same content.
   * @throws {BandejaError} `duplicate_external_ref` if the reference stands for a match with another content.
   */
  async submit(match: MatchSubmission, { dryRun, ...options }: SubmitOptions = {}): Promise<SubmittedMatch> {
    try {
      const input = { query: { dry_run: dryRun }, body: match };
      return { ...(await this.connection.call('POST /v1/matches', input, options)), alreadyStored: false };
    } catch (error) {
      const id = storedBefore(error);
      if (id === null) throw error;
      return { ...(await this.get(id, options)), alreadyStored: true };
    }
  }

  /** Submits up to 25 matches. The result of each says what became of it; none holds back the others. */
  submitBatch(batch: BatchSubmission, { dryRun, ...options }: SubmitOptions = {}): Promise<BatchResults> {
    return this.connection.call('POST /v1/matches/batch', { query: { dry_run: dryRun }, body: batch }, options);
  }

  /** Submits any number of matches, 25 at a time, and gives the outcome of each in the order given. */
  submitAll(
    matches: Iterable<MatchSubmission> | AsyncIterable<MatchSubmission>,
    options: SubmitAllOptions = {},
  ): AsyncGenerator<SubmitOutcome, void> {
    return submitAll(this.connection, matches, options);
  }

  /** A page of your matches, newest first. */
  list({ signal, language, ...query }: ReadOf<'GET /v1/matches'> = {}): Promise<MatchPage> {
    return this.connection.call('GET /v1/matches', { query }, { signal, language });
  }

  /** All of your matches, or those that the filters choose, newest first. */
  iterate(filters: IterateOf<'GET /v1/matches'> = {}): AsyncGenerator<Match, void> {
    return entriesOf((cursor) => this.list({ limit: 100, ...filters, cursor }));
  }

  get(id: string, options?: CallOptions): Promise<Match> {
    return this.connection.call('GET /v1/matches/{id}', { path: { id } }, options);
  }

  /**
   * Corrects a match; ratings become what they would be had it been submitted so. With `revision` it is corrected only as you know it;
   * then it is not sent again after a lost answer, since its first try may have raised the revision.
   */
  amend(id: string, changes: MatchAmendment, options?: CallOptions): Promise<Match> {
    return this.connection.call('PATCH /v1/matches/{id}', { path: { id }, body: changes }, options);
  }

  /** Completes a pending match. */
  confirm(id: string, options?: CallOptions): Promise<Match> {
    return this.connection.call('POST /v1/matches/{id}/confirm', { path: { id } }, options);
  }

  /** Takes a match out of the ratings for good. @param reason is kept with it */
  void(id: string, reason: string, options?: CallOptions): Promise<Match> {
    return this.connection.call('POST /v1/matches/{id}/void', { path: { id }, body: { reason } }, options);
  }

  /** What a match would do to the ratings, before it is played. */
  preview(match: MatchPreviewRequest, options?: CallOptions): Promise<MatchPreview> {
    return this.connection.call('POST /v1/matches/preview', { body: match }, options);
  }

  /** Where each point of the rating changes comes from, with a sentence for each part. */
  explanation(id: string, options?: CallOptions): Promise<MatchExplanation> {
    return this.connection.call('GET /v1/matches/{id}/explanation', { path: { id } }, options);
  }

  /** A page of what happened to a match, newest last. */
  audit(id: string, { signal, language, ...query }: ReadOf<'GET /v1/matches/{id}/audit'> = {}): Promise<AuditPage> {
    return this.connection.call('GET /v1/matches/{id}/audit', { path: { id }, query }, { signal, language });
  }

  /** All that happened to a match, newest last. */
  iterateAudit(id: string, options: CallOptions = {}): AsyncGenerator<AuditEntry, void> {
    return entriesOf((cursor) => this.audit(id, { cursor, ...options }));
  }
}

/** The id of the match that an earlier submission with the same content stored; null if that is not what went wrong. */
function storedBefore(error: unknown): string | null {
  if (!(error instanceof BandejaError) || error.code !== 'duplicate_external_ref') return null;
  const { same_content: isSame, existing_match_id: id } = error.problem;
  return isSame === true && typeof id === 'string' ? id : null;
}
