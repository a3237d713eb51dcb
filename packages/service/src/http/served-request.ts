import type { ErrorCode } from '@bandeja/contract/errors/registry';
import type { KeyActor } from '../context.ts';
import type { SubmissionResult } from '../matches/submit.ts';

/** A request that is over: it has its answer, or its client went away. For metrics and the usage of keys. */
export interface ServedRequest {
  readonly method: string;
  /** The pattern of the route; null if no route takes the request. */
  readonly route: string | null;
  /** Null: the client went away before it had its answer. */
  readonly status: number | null;
  /** The code of the problem that it was answered with. */
  readonly code: ErrorCode | null;
  readonly ms: number;
  /** Whose key it came with, if that was accepted. */
  readonly actor: KeyActor | null;
  readonly units: number;
  readonly submitted: readonly SubmissionResult[];
}
