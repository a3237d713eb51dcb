import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type {
  EnteredResult,
  LiveNight,
  Plan,
  PlanAmendment,
  PlanPage,
  PlanSubmission,
  PutPlan,
  ResultSubmission,
  RoundSubmission,
  UndonePlan,
} from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

export interface PutPlanOptions extends CallOptions {
  /** Draws the plan, and stores nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface PutRoundOptions extends CallOptions {
  /** Draws all later rounds again. */
  readonly redraw?: boolean | undefined;
}

export interface OpenRoundOptions extends CallOptions {
  /** Draws a mexicano round although results are missing. */
  readonly withoutMissing?: boolean | undefined;
}

export interface RemoveResultOptions extends CallOptions {
  /** The `revision` of the result that you saw, null if you saw none: another result is not removed. Default: any is removed. */
  readonly seen?: number | null | undefined;
  /** Stored with the match. */
  readonly reason?: string | undefined;
}

/** The plans of your nights: pairs and opponents by round and court. A night is named by its `session_external_ref`. */
export class Plans extends Noun {
  /** Lists your plans by their last change, newest first. */
  list(filters: ReadOf<'GET /v1/plans'> = {}): PagePromise<PlanPage> {
    return this.pages('GET /v1/plans', {}, filters);
  }

  get(ref: string, options?: CallOptions): ApiPromise<Plan> {
    return this.call('GET /v1/sessions/{ref}/plan', { path: { ref } }, options);
  }

  /** Plans a night, or replaces the plan whose `revision` you send. Opened rounds stay. */
  put(ref: string, plan: PlanSubmission, { dryRun, ...options }: PutPlanOptions = {}): ApiPromise<PutPlan> {
    return this.call('PUT /v1/sessions/{ref}/plan', { path: { ref }, query: { dry_run: dryRun }, body: plan }, options);
  }

  /** Latecomers, leavers, lost courts: draws the rounds again that were not opened. */
  amend(ref: string, changes: PlanAmendment, options?: CallOptions): ApiPromise<Plan> {
    return this.call('PATCH /v1/sessions/{ref}/plan', { path: { ref }, body: changes }, options);
  }

  /** Deletes a plan. Its matches stay. */
  delete(ref: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/sessions/{ref}/plan', { path: { ref } }, options);
  }

  /** Puts players on the courts of a round by hand. */
  putRound(
    ref: string,
    round: number,
    lineup: RoundSubmission,
    { redraw, ...options }: PutRoundOptions = {},
  ): ApiPromise<Plan> {
    const path = { ref, round: String(round) };
    return this.call('PUT /v1/sessions/{ref}/plan/rounds/{round}', { path, query: { redraw }, body: lineup }, options);
  }

  /** Opens a round. An open one isn't changed. */
  openRound(ref: string, round: number, { withoutMissing, ...options }: OpenRoundOptions = {}): ApiPromise<Plan> {
    const body = withoutMissing === undefined ? {} : { without_missing: withoutMissing };
    return this.call(
      'POST /v1/sessions/{ref}/plan/rounds/{round}/open',
      { path: { ref, round: String(round) }, body },
      options,
    );
  }

  /** Undoes the last change. Results are not undone. */
  undo(ref: string, revision: number, options?: CallOptions): ApiPromise<UndonePlan> {
    return this.call('POST /v1/sessions/{ref}/plan/undo', { path: { ref }, body: { revision } }, options);
  }

  /** Ends the night, and confirms its pending results. Until it is reopened, it takes no results. */
  close(ref: string, options?: CallOptions): ApiPromise<Plan> {
    return this.call('POST /v1/sessions/{ref}/plan/close', { path: { ref } }, options);
  }

  /** Opens a closed night again. Its links that entered results do so again. */
  reopen(ref: string, revision: number, options?: CallOptions): ApiPromise<Plan> {
    return this.call('POST /v1/sessions/{ref}/plan/reopen', { path: { ref }, body: { revision } }, options);
  }

  /**
   * Enters or corrects the result of a court.
   * @throws {BandejaError} `result_conflict` or `lineup_changed` if the court has changed since you saw it
   */
  putResult(
    ref: string,
    round: number,
    court: number,
    result: ResultSubmission,
    options?: CallOptions,
  ): ApiPromise<EnteredResult> {
    const operation = 'PUT /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result';
    return this.call(operation, { path: pathOf(ref, round, court), body: result }, options);
  }

  /** Voids the result of a court, such as one that was entered for the wrong court. */
  removeResult(
    ref: string,
    round: number,
    court: number,
    { seen, reason, ...options }: RemoveResultOptions = {},
  ): ApiPromise<void> {
    const operation = 'DELETE /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result';
    return this.callVoid(operation, { path: pathOf(ref, round, court), body: { seen, reason } }, options);
  }

  /** The open round, the next one and the standings. */
  live(ref: string, options?: CallOptions): ApiPromise<LiveNight> {
    return this.call('GET /v1/sessions/{ref}/live', { path: { ref } }, options);
  }
}

const pathOf = (ref: string, round: number, court: number) => ({ ref, round: String(round), court: String(court) });
