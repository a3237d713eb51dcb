import { ApiPromise, type ApiResponse, type PagePromise } from '../api-promise.ts';
import { BandejaError } from '../errors.ts';
import type {
  AuditPage,
  BatchResults,
  BatchSubmission,
  IssuedMatchLinks,
  Match,
  MatchAmendment,
  MatchExplanation,
  MatchLinkPage,
  MatchLinksSubmission,
  MatchPage,
  MatchPreview,
  MatchPreviewRequest,
  MatchSubmission,
  MatchWithWarnings,
} from '../generated/api.ts';
import { type SubmitAllOptions, type SubmitOutcome, submitAll } from '../submit-all.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

export interface SubmitOptions extends CallOptions {
  /** Runs all checks, and stores nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface SubmittedMatch extends MatchWithWarnings {
  /** Whether the match had been stored with the same content before this call, or by an attempt whose response was lost. */
  readonly alreadyStored: boolean;
}

/** The matches that you submitted. */
export class Matches extends Noun {
  /**
   * Stores a match. If it is already stored with the same content, returns it.
   * @throws {BandejaError} `duplicate_external_ref` if the reference belongs to a match with other content
   */
  submit(match: MatchSubmission, options: SubmitOptions = {}): ApiPromise<SubmittedMatch> {
    return new ApiPromise(this.#submit(match, options));
  }

  async #submit(match: MatchSubmission, { dryRun, ...options }: SubmitOptions): Promise<ApiResponse<SubmittedMatch>> {
    try {
      const input = { query: { dry_run: dryRun }, body: match };
      const { data, ...response } = await this.transport.callWithResponse('POST /v1/matches', input, options);
      return { ...response, data: { ...data, alreadyStored: false } };
    } catch (error) {
      if (!(error instanceof BandejaError && error.is('duplicate_external_ref') && error.problem.same_content))
        throw error;
      const { data, ...response } = await this.get(error.problem.existing_match_id, options).withResponse();
      return { ...response, data: { ...data, warnings: [], alreadyStored: true } };
    }
  }

  /** Submits up to 25 matches. A match that is rejected does not affect the others. */
  submitBatch(batch: BatchSubmission, { dryRun, ...options }: SubmitOptions = {}): ApiPromise<BatchResults> {
    return this.call('POST /v1/matches/batch', { query: { dry_run: dryRun }, body: batch }, options);
  }

  /** Submits any number of matches in batches. Yields the outcome of each, in the order given. */
  submitAll(
    matches: Iterable<MatchSubmission> | AsyncIterable<MatchSubmission>,
    options: SubmitAllOptions = {},
  ): AsyncGenerator<SubmitOutcome, void> {
    return submitAll(this.transport, matches, options);
  }

  /** Lists your matches, newest first. */
  list(filters: ReadOf<'GET /v1/matches'> = {}): PagePromise<MatchPage> {
    return this.pages('GET /v1/matches', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<Match> {
    return this.call('GET /v1/matches/{id}', { path: { id } }, options);
  }

  /**
   * Corrects a match. Ratings become what they would be if it had been submitted this way. With `revision`, the match is corrected only if
   * it has not changed since; such a call is not repeated after a lost response, because the first attempt may have succeeded.
   */
  amend(id: string, changes: MatchAmendment, options?: CallOptions): ApiPromise<MatchWithWarnings> {
    return this.call('PATCH /v1/matches/{id}', { path: { id }, body: changes }, options);
  }

  /** Completes a pending match. */
  confirm(id: string, options?: CallOptions): ApiPromise<Match> {
    return this.call('POST /v1/matches/{id}/confirm', { path: { id } }, options);
  }

  /** Removes a match from the ratings for good. @param reason is stored */
  void(id: string, reason: string, options?: CallOptions): ApiPromise<Match> {
    return this.call('POST /v1/matches/{id}/void', { path: { id }, body: { reason } }, options);
  }

  /** Makes links for the players of a pending match, by default those whose word counts. Their tokens are only in this response. */
  createLinks(id: string, links: MatchLinksSubmission = {}, options?: CallOptions): ApiPromise<IssuedMatchLinks> {
    return this.call('POST /v1/matches/{id}/links', { path: { id }, body: links }, options);
  }

  /** Lists the links to a match in order of creation. */
  links(id: string, filters: ReadOf<'GET /v1/matches/{id}/links'> = {}): PagePromise<MatchLinkPage> {
    return this.pages('GET /v1/matches/{id}/links', { id }, filters);
  }

  /** Predicts a match, and how each result would change the ratings. */
  preview(match: MatchPreviewRequest, options?: CallOptions): ApiPromise<MatchPreview> {
    return this.call('POST /v1/matches/preview', { body: match }, options);
  }

  /** Explains the rating changes point by point, with a sentence for each part. */
  explanation(id: string, options?: CallOptions): ApiPromise<MatchExplanation> {
    return this.call('GET /v1/matches/{id}/explanation', { path: { id } }, options);
  }

  /** Lists what happened to a match, oldest first. */
  audit(id: string, filters: ReadOf<'GET /v1/matches/{id}/audit'> = {}): PagePromise<AuditPage> {
    return this.pages('GET /v1/matches/{id}/audit', { id }, filters);
  }
}
