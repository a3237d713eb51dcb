import type { ErrorCode } from '@bandeja/contract/errors/registry';
import type { LinkActor, PartnerActor } from '../context.ts';

export interface SubmittedMatch {
  readonly status: 'created' | 'duplicate' | 'rejected';
}

/** A finished request, answered or abandoned by its client, for metrics and usage. */
export interface ServedRequest {
  readonly method: string;
  /** The pattern of the route; null if no route matched. */
  readonly route: string | null;
  /** Null: the client disconnected before it got the response. */
  readonly status: number | null;
  /** The problem code; null if the request succeeded. */
  readonly code: ErrorCode | null;
  readonly ms: number;
  /** Null without a valid key or sign-in. */
  readonly actor: PartnerActor | null;
  /** Null without a valid link to a night. */
  readonly link: LinkActor | null;
  readonly units: number;
  /** The results of the matches that the request submitted. */
  readonly submitted: readonly SubmittedMatch[];
}
