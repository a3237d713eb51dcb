import type { FaultCode } from './fault-registry.ts';
import { type ErrorCode, errorRegistry } from './registry.ts';

/** One broken rule, located in the body (`pointer`, RFC 6901) or in the query (`parameter`). */
export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: FaultCode;
  /** A sentence for the caller with the rule and the fix. It must not quote a library, SQL or a path. */
  readonly detail: string;
}

export interface ProblemOptions {
  readonly faults?: readonly Fault[];
  /** Additional members, such as `existing_match_id`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Response headers of this problem, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that a client may see: a code of the registry, and a sentence. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly faults: readonly Fault[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail?: string, options: ProblemOptions = {}) {
    super(detail ?? errorRegistry[code].meaning);
    this.code = code;
    this.faults = options.faults;
    this.extensions = options.extensions ?? {};
    this.headers = options.headers ?? {};
  }
}
