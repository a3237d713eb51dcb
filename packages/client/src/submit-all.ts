import { BandejaError } from './errors.ts';
import type {
  BatchResult,
  BatchResults,
  BatchSubmission,
  EntryError,
  MatchSubmission,
  MatchWarning,
  MatchWithWarnings,
} from './generated/api.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A match of the input. */
interface Submitted {
  /** Its index in the input. */
  readonly index: number;
  readonly submission: MatchSubmission;
}

/** A match with its outcome. */
interface Answered extends Submitted {
  /** What may be true but is rarely meant. Empty unless the match was created, and usually then too. */
  readonly warnings: readonly MatchWarning[];
}

/** The match was stored; in a dry run, it would be. */
interface Created extends Answered {
  readonly status: 'created';
  readonly match: MatchWithWarnings;
  readonly matchId: string;
  readonly error: null;
}

/**
 * The reference is in use. `duplicate`: by a match with the same content, perhaps stored by an attempt whose response was lost.
 * `conflict`: by a match with other content, which is not changed.
 */
interface UsedBefore extends Answered {
  readonly status: 'duplicate' | 'conflict';
  readonly match: null;
  /** The match that has the reference. */
  readonly matchId: string;
  readonly error: null;
}

/** The match is not accepted, and not stored. */
interface Rejected extends Answered {
  readonly status: 'rejected';
  readonly match: null;
  readonly matchId: null;
  readonly error: EntryError;
}

/** The outcome of a match. */
export type SubmitOutcome = Created | UsedBefore | Rejected;

/** The number of matches that have an outcome so far. */
export interface SubmitProgress {
  readonly done: number;
  readonly created: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly rejected: number;
}

export interface SubmitAllOptions extends CallOptions {
  /** Fields that the matches have in common. A match's own fields override them. */
  readonly session?: Omit<BatchSubmission, 'matches'> | undefined;
  /** Runs all checks, and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** The maximum number of concurrent requests. With 1, matches are stored in the order given. Default: 2. */
  readonly concurrency?: number | undefined;
  /** Called after each response, before its outcomes are yielded. So `done` is the index after the last of them. */
  readonly onProgress?: ((progress: SubmitProgress) => void) | undefined;
}

/** The most matches in a request. */
const MATCHES_MAX = 25;
/** The service accepts 128 KiB. The rest is for the common fields. */
const BYTES_MAX = 120 * 1024;

const OPERATION = 'POST /v1/matches/batch';
const REQUEST = { method: 'POST', path: '/v1/matches/batch' };
const COUNTER = { created: 'created', duplicate: 'duplicates', conflict: 'conflicts', rejected: 'rejected' } as const;

/** Submits matches in batches. @throws {BandejaError} if a whole batch is refused */
export async function* submitAll(
  transport: Transport,
  matches: Iterable<MatchSubmission> | AsyncIterable<MatchSubmission>,
  { session = {}, dryRun, concurrency = 2, onProgress, ...options }: SubmitAllOptions,
): AsyncGenerator<SubmitOutcome, void> {
  const counts = { done: 0, created: 0, duplicates: 0, conflicts: 0, rejected: 0 };
  const underWay: Promise<readonly SubmitOutcome[]>[] = [];
  const { signal = new AbortController().signal } = options;
  const stop = new AbortController();
  const send = (batch: readonly Submitted[]): Promise<readonly SubmitOutcome[]> =>
    sendBatch(transport, batch, session, { dryRun, ...options, signal: AbortSignal.any([signal, stop.signal]) });
  async function* next(): AsyncGenerator<SubmitOutcome, void> {
    const outcomes = (await underWay.shift()) ?? [];
    for (const { status } of outcomes) {
      counts.done++;
      counts[COUNTER[status]]++;
    }
    onProgress?.({ ...counts });
    yield* outcomes;
  }
  try {
    for await (const batch of batchesOf(matches)) {
      const sent = send(batch);
      // `next` handles the rejection, perhaps later.
      sent.catch(() => {});
      underWay.push(sent);
      if (underWay.length >= concurrency) yield* next();
    }
    while (underWay.length > 0) yield* next();
  } finally {
    stop.abort();
  }
}

async function sendBatch(
  transport: Transport,
  batch: readonly Submitted[],
  session: Omit<BatchSubmission, 'matches'>,
  { dryRun, ...options }: CallOptions & { readonly dryRun: boolean | undefined },
): Promise<readonly SubmitOutcome[]> {
  const body = { ...session, matches: batch.map(({ submission }) => submission) };
  try {
    const { data, status } = await transport.callWithResponse(OPERATION, { query: { dry_run: dryRun }, body }, options);
    // The response may be JSON of a proxy.
    const { results = [] }: Partial<BatchResults> = data;
    if (results.length !== batch.length) {
      const message = `The service answered ${results.length} results for ${batch.length} matches.`;
      throw new BandejaError(REQUEST, { message, status, code: 'not_bandeja' });
    }
    return results.map((result, place) => outcomeOf(batch[place] as Submitted, result));
  } catch (error) {
    // One match alone exceeds the limit. The others are still sent.
    if (!(error instanceof BandejaError) || error.code !== 'body_too_large' || batch.length > 1) throw error;
    const { code, detail } = error;
    const fault = { code, detail, errors: [] };
    return batch.map((entry) => ({
      ...entry,
      status: 'rejected',
      match: null,
      matchId: null,
      error: fault,
      warnings: [],
    }));
  }
}

function outcomeOf(submitted: Submitted, result: BatchResult): SubmitOutcome {
  const { match, existing_match_id: existing, same_content: isSame, error } = result;
  const entry: Answered = { ...submitted, warnings: match?.warnings ?? [] };
  if (match !== null) return { ...entry, status: 'created', match, matchId: match.id, error: null };
  if (error !== null) return { ...entry, status: 'rejected', match, matchId: null, error };
  const status = isSame === true ? 'duplicate' : 'conflict';
  return { ...entry, status, match, matchId: existing ?? '', error };
}

/** Groups matches into batches within the limits of a request. */
async function* batchesOf(
  matches: Iterable<MatchSubmission> | AsyncIterable<MatchSubmission>,
): AsyncGenerator<readonly Submitted[], void> {
  const encoder = new TextEncoder();
  let batch: Submitted[] = [];
  let bytes = 0;
  let index = 0;
  for await (const submission of matches) {
    const size = encoder.encode(JSON.stringify(submission)).length + 1;
    if (batch.length === MATCHES_MAX || (batch.length > 0 && bytes + size > BYTES_MAX)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push({ index: index++, submission });
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
