import type { CallOptions, Connection } from './connection.ts';
import { BandejaError } from './errors.ts';
import type { BatchResult, BatchSubmission, EntryError, Match, MatchSubmission } from './generated/api.ts';

/** A match that was given. */
interface Submitted {
  /** Its place among those given, from 0. */
  readonly index: number;
  readonly submission: MatchSubmission;
}

/** A match that was stored now; in a dry run one that would be. */
interface Created extends Submitted {
  readonly status: 'created';
  readonly match: Match;
  readonly matchId: string;
  readonly error: null;
}

/**
 * A match whose reference was used before. `duplicate`: for the same content; also when the answer to a first try was lost.
 * `conflict`: for another content, which stays as it is.
 */
interface UsedBefore extends Submitted {
  readonly status: 'duplicate' | 'conflict';
  readonly match: null;
  /** The id of the match that has the reference. */
  readonly matchId: string;
  readonly error: null;
}

/** A match that is not accepted; nothing of it is stored. */
interface Rejected extends Submitted {
  readonly status: 'rejected';
  readonly match: null;
  readonly matchId: null;
  readonly error: EntryError;
}

/** What became of a match. */
export type SubmitOutcome = Created | UsedBefore | Rejected;

/** How many matches have an outcome so far. */
export interface SubmitProgress {
  readonly done: number;
  readonly created: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly rejected: number;
}

export interface SubmitAllOptions extends CallOptions {
  /** What the matches have in common; a value of a match's own overrides it. */
  readonly session?: Omit<BatchSubmission, 'matches'> | undefined;
  /** Check everything and store nothing. */
  readonly dryRun?: boolean | undefined;
  /** How many requests are under way at once. Default: 2 */
  readonly concurrency?: number | undefined;
  /** Called after each request that was answered. */
  readonly onProgress?: ((progress: SubmitProgress) => void) | undefined;
}

/** The service takes this many matches in a request. */
const MATCHES_MAX = 25;
/** The service takes 128 KiB. The difference is for what the matches have in common. */
const BYTES_MAX = 120 * 1024;

const COUNTER = { created: 'created', duplicate: 'duplicates', conflict: 'conflicts', rejected: 'rejected' } as const;

interface Entry {
  readonly index: number;
  readonly submission: MatchSubmission;
  readonly json: string;
}

/** Submits matches in batches that the service takes. @throws {BandejaError} for a batch that was refused as a whole */
export async function* submitAll(
  connection: Connection,
  matches: Iterable<MatchSubmission> | AsyncIterable<MatchSubmission>,
  { session = {}, dryRun, concurrency = 2, onProgress, ...options }: SubmitAllOptions,
): AsyncGenerator<SubmitOutcome, void> {
  const counts = { done: 0, created: 0, duplicates: 0, conflicts: 0, rejected: 0 };
  const underWay: Promise<readonly SubmitOutcome[]>[] = [];
  const { signal = new AbortController().signal } = options;
  const stop = new AbortController();
  const send = (batch: readonly Entry[]): Promise<readonly SubmitOutcome[]> =>
    sendBatch(connection, batch, session, { dryRun, ...options, signal: AbortSignal.any([signal, stop.signal]) });
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
      // Whoever waits for it gets the failure; until then nobody handles it.
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
  connection: Connection,
  batch: readonly Entry[],
  session: Omit<BatchSubmission, 'matches'>,
  { dryRun, ...options }: CallOptions & { readonly dryRun: boolean | undefined },
): Promise<readonly SubmitOutcome[]> {
  const head = JSON.stringify({ ...session, matches: [] }).slice(0, -2);
  try {
    const { body } = await connection.request('POST', '/v1/matches/batch', {
      ...options,
      query: { dry_run: dryRun },
      bodyText: `${head}${batch.map(({ json }) => json).join(',')}]}`,
      isRepeatable: true,
    });
    const { results } = body as { readonly results: readonly BatchResult[] };
    return batch.map((entry, place) => outcomeOf(entry, results[place]));
  } catch (error) {
    // A single match that is larger than a body may be is wrong by itself; the others are sent nevertheless.
    if (!(error instanceof BandejaError) || error.code !== 'body_too_large' || batch.length > 1) throw error;
    const { code, detail } = error;
    return batch.map(({ index, submission }) => ({
      index,
      submission,
      status: 'rejected',
      match: null,
      matchId: null,
      error: { code, detail, errors: [] },
    }));
  }
}

function outcomeOf({ index, submission }: Entry, result: BatchResult | undefined): SubmitOutcome {
  if (result === undefined) throw new Error('The service answered with fewer results than matches were sent.');
  const { match, existing_match_id: existing, same_content: isSame, error } = result;
  if (match !== null) return { index, submission, status: 'created', match, matchId: match.id, error: null };
  if (error !== null) return { index, submission, status: 'rejected', match, matchId: null, error };
  const status = isSame === true ? 'duplicate' : 'conflict';
  return { index, submission, status, match, matchId: existing ?? '', error };
}

/** Groups matches as requests take them. */
async function* batchesOf(
  matches: Iterable<MatchSubmission> | AsyncIterable<MatchSubmission>,
): AsyncGenerator<readonly Entry[], void> {
  const encoder = new TextEncoder();
  let batch: Entry[] = [];
  let bytes = 0;
  let index = 0;
  for await (const submission of matches) {
    const json = JSON.stringify(submission);
    const size = encoder.encode(json).length + 1;
    if (batch.length === MATCHES_MAX || (batch.length > 0 && bytes + size > BYTES_MAX)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push({ index: index++, submission, json });
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
