import type { ErrorCode, Fault, Problem } from './generated/api.ts';
import { readRetryAfter } from './retries.ts';

/**
 * The client's own error codes: no response; a redirect; a response that is not from Bandeja but, for example, from a proxy.
 */
export type ClientCode = 'no_answer' | 'redirected' | 'not_bandeja';

/** A request, for messages and logs. */
export interface RequestLine {
  readonly method: string;
  /** With the query, without the service's address. */
  readonly path: string;
}

/** The members that the problems of some codes always have. */
interface MembersByCode {
  duplicate_external_ref: 'existing_match_id' | 'same_content';
  revision_conflict: 'revision';
  plan_forbidden: 'required_plans';
  insufficient_scope: 'required_scopes';
  invalid_body: 'errors';
  invalid_query: 'errors';
  participant_not_eligible: 'errors';
  players_met: 'count' | 'match_ids';
  player_in_open_plan: 'session_external_refs';
  merge_under_way: 'merge_id';
}

/** The problem of a code. */
export type ProblemOf<Code extends ErrorCode> = Problem &
  (Code extends keyof MembersByCode ? { readonly [M in MembersByCode[Code]]: NonNullable<Problem[M]> } : unknown);

/** The fields of an error. */
export interface Failure {
  readonly message: string;
  readonly status: number;
  readonly code: ErrorCode | ClientCode;
  readonly problem?: Partial<Problem>;
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

/**
 * Why a call failed. Decide by {@link code}, and show {@link detail} to people. An aborted call throws the reason of its signal instead.
 *
 *     if (error instanceof BandejaError && error.is('duplicate_external_ref')) error.problem.existing_match_id
 */
export class BandejaError extends Error {
  override readonly name: string = 'BandejaError';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** A newer service may have codes that are not listed here. */
  readonly code: ErrorCode | ClientCode;
  /** What went wrong, in a sentence. {@link message} also contains the request, {@link code} and the first of {@link errors}. */
  readonly detail: string;
  /** The broken rules, for codes that have them. */
  readonly errors: readonly Fault[];
  /** With this id, the operator finds the request in the log of the service. */
  readonly requestId: string | null;
  /** The seconds of `Retry-After`; null without it. */
  readonly retryAfter: number | null;
  /** The whole problem (RFC 9457). It is empty for an error with a {@link ClientCode}. */
  readonly problem: Partial<Problem>;
  readonly request: RequestLine;

  constructor(
    { method, path }: RequestLine,
    { message, status, code, problem = {}, requestId, retryAfter, cause }: Failure,
  ) {
    const errors = faultsOf(problem.errors);
    super(
      withFaults(`${message} (${method} ${path.replace(/\?.*/, '')}: ${code})`, errors),
      cause === undefined ? {} : { cause },
    );
    this.status = status;
    this.code = code;
    this.detail = message;
    this.errors = errors;
    this.requestId = textOf(problem.request_id) ?? requestId ?? null;
    this.retryAfter = retryAfter ?? null;
    this.problem = problem;
    // Not the whole request: its headers contain the key, which must not get into a log.
    this.request = { method, path };
  }

  /** Whether the error has this code. If so, the members of {@link problem} are known. */
  is<Code extends ErrorCode>(code: Code): this is this & { readonly code: Code; readonly problem: ProblemOf<Code> } {
    return this.code === code;
  }

  /** The error of a response. */
  static ofResponse(request: RequestLine, status: number, headers: Headers, body: unknown): BandejaError {
    const problem: Partial<Problem> = isRecord(body) ? body : {};
    const message = textOf(problem.detail) ?? textOf(problem.title) ?? `The service answered with status ${status}.`;
    const code = (textOf(problem.code) ?? 'not_bandeja') as ErrorCode | ClientCode;
    const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now());
    return new BandejaError(request, {
      message,
      status,
      code,
      problem,
      requestId: headers.get('x-request-id'),
      retryAfter: retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000),
    });
  }
}

const FAULTS_SHOWN = 3;

/** Many programs log only the message. */
function withFaults(message: string, faults: readonly Fault[]): string {
  if (faults.length === 0) return message;
  const shown = faults.slice(0, FAULTS_SHOWN).map((fault) => `${placeOf(fault)}: ${fault.detail}`);
  const rest = faults.length - shown.length;
  return `${message}\n  ${[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n  ')}`;
}

const placeOf = ({ pointer, parameter, code }: Fault): string => pointer || parameter || code;

/** The service did not respond. */
export class NoAnswerError extends BandejaError {
  override readonly name = 'NoAnswerError';
  /** The cause, in a few words. */
  readonly reason: string;
  /** Whether the service may have received the request and carried it out. */
  readonly mayHaveArrived: boolean;
  /** Whether a retry may succeed: false for a wrong address or certificate. */
  readonly mayPass: boolean;

  constructor(
    request: RequestLine,
    lost: {
      readonly message: string;
      readonly reason: string;
      readonly mayHaveArrived: boolean;
      readonly mayPass: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(request, { message: lost.message, status: 0, code: 'no_answer', cause: lost.cause });
    this.reason = lost.reason;
    this.mayHaveArrived = lost.mayHaveArrived;
    this.mayPass = lost.mayPass;
  }
}

function faultsOf(errors: unknown): readonly Fault[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter((entry): entry is Fault => isRecord(entry) && typeof entry['code'] === 'string');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
