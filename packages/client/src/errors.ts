import type { ErrorCode, Fault } from './generated/api.ts';

/**
 * Codes of the client's own, beside those of the service: no answer came; the answer was a redirect; the answer is not of a Bandeja
 * service but, for example, of a proxy in front of it.
 */
export type ClientCode = 'no_answer' | 'redirected' | 'not_bandeja';

/** What a request was, for messages and logs. */
export interface RequestLine {
  readonly method: string;
  /** With its query, without the service's address. */
  readonly path: string;
}

/** What is known of a failure. */
export interface Failure {
  readonly message: string;
  readonly status: number;
  readonly code: ErrorCode | ClientCode;
  readonly problem?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

/** Everything that a call can fail with, but for the reason of an aborted signal. Decide by `code`, show people `detail`. */
export class BandejaError extends Error {
  override readonly name: string = 'BandejaError';
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The code of the service's list of errors, or one of the client's own. A newer service may have codes that are not listed here. */
  readonly code: ErrorCode | ClientCode;
  /** What went wrong, in a sentence for people. `message` has the first of the `errors` as well. */
  readonly detail: string;
  /** Each broken rule, with its place: of `invalid_body`, `invalid_query` and `participant_not_eligible`; else empty. */
  readonly errors: readonly Fault[];
  /** Give it to the operator: it finds the request in the service's log. */
  readonly requestId: string | null;
  /** After how many seconds the service wants to be asked again; null if it did not say. */
  readonly retryAfter: number | null;
  /** The whole problem document (RFC 9457), with the members of its code, such as `existing_match_id`. */
  readonly problem: Readonly<Record<string, unknown>>;
  readonly request: RequestLine;

  constructor(
    { method, path }: RequestLine,
    { message, status, code, problem = {}, requestId, retryAfter, cause }: Failure,
  ) {
    const errors = faultsOf(problem['errors']);
    super(withFaults(message, errors), cause === undefined ? {} : { cause });
    this.status = status;
    this.code = code;
    this.detail = message;
    this.errors = errors;
    this.requestId = textOf(problem['request_id']) ?? requestId ?? null;
    this.retryAfter = retryAfter ?? null;
    this.problem = problem;
    // What was sent has the key, which must not get into a log.
    this.request = { method, path };
  }

  /** The error of an answer that is no success. */
  static ofAnswer(
    request: RequestLine,
    status: number,
    body: unknown,
    { requestId, retryAfter }: { readonly requestId: string | null; readonly retryAfter: number | null },
  ): BandejaError {
    const problem = isRecord(body) ? body : {};
    const message =
      textOf(problem['detail']) ?? textOf(problem['title']) ?? `The service answered with status ${status}.`;
    const code = (textOf(problem['code']) ?? 'not_bandeja') as ErrorCode | ClientCode;
    return new BandejaError(request, { message, status, code, problem, requestId, retryAfter });
  }
}

const FAULTS_SHOWN = 3;

/** A message that tells what is wrong even where nobody prints `errors`. */
function withFaults(message: string, faults: readonly Fault[]): string {
  if (faults.length === 0) return message;
  const shown = faults.slice(0, FAULTS_SHOWN).map((fault) => `${placeOf(fault)}: ${fault.detail}`);
  const rest = faults.length - shown.length;
  return `${message}\n  ${[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n  ')}`;
}

const placeOf = ({ pointer, parameter, code }: Fault): string => pointer || parameter || code;

/** No answer came. */
export class NoAnswerError extends BandejaError {
  override readonly name = 'NoAnswerError';
  /** Why, in a few words. */
  readonly reason: string;
  /** Whether the service may have received the request, and carried it out. */
  readonly mayHaveArrived: boolean;
  /** Whether it can help to try again: false for a wrong address or certificate. */
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

/** The entries of an `errors` list that are faults. */
export function faultsOf(errors: unknown): readonly Fault[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter((entry): entry is Fault => isRecord(entry) && typeof entry['code'] === 'string');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
