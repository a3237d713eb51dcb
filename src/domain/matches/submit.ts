import { DatabaseUnavailable } from '../../store/engine/database.ts';
import type { GateMode } from '../../store/ledger/gate.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import type { Candidate } from './judge.ts';
import { foreseeSubmissions, type Results, type SubmissionResult, storeSubmissions } from './store-submissions.ts';
import { readSubmission } from './submission.ts';

/** One match on its way in: who sends it, and the JSON value as it came. */
export interface SubmissionRequest {
  readonly caller: Pick<Caller, 'partnerId' | 'keyId'>;
  readonly body: unknown;
}

export interface SubmissionOptions {
  /** All checks and the same answer, but nothing is stored. */
  readonly dryRun?: boolean;
}

/** What one request has sent, and how it is answered: once, with a result for each or with what went wrong. */
export interface SubmissionGroup {
  readonly requests: readonly SubmissionRequest[];
  readonly answer: (results: SubmissionResult[]) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Stores a list of submissions in one transaction and rates those that complete at once. Each stands alone: one that is
 * rejected, or whose `external_ref` was used before (also earlier in the list), never holds back the others. The list may
 * mix partners.
 * @returns one result per request, in the order given; when this resolves, what was created is on the disk.
 */
export function submitMatches(
  context: Context,
  requests: readonly SubmissionRequest[],
  { dryRun = false }: SubmissionOptions = {},
): Promise<SubmissionResult[]> {
  if (dryRun) return tryOut(context, requests);
  return new Promise((answer, fail) => {
    void submitGroups(context, [{ requests, answer, fail }]);
  });
}

async function tryOut(context: Context, requests: readonly SubmissionRequest[]): Promise<SubmissionResult[]> {
  const now = context.now();
  const part = readPart(requests, 0, now);
  return resultsOf(part, part.left.length === 0 ? new Map() : await foreseeSubmissions(context, part.left, now));
}

/**
 * Stores what several requests have sent, all of them in one transaction if that can be: it commits once, and then each is
 * answered. Those that change history are set aside and stored behind the others, since they have to be alone. Where a
 * transaction fails, each of its requests is stored by itself, so that none fails for another.
 */
export async function submitGroups(context: Context, groups: readonly SubmissionGroup[]): Promise<void> {
  const now = context.now();
  let first = 0;
  const parts = groups.flatMap((group): Part[] => {
    const place = first;
    first += group.requests.length;
    try {
      return [{ group, ...readPart(group.requests, place, now) }];
    } catch (error) {
      group.fail(error);
      return [];
    }
  });
  // A request of which nothing can be stored waits for nobody.
  for (const part of parts) if (part.left.length === 0) part.group.answer(resultsOf(part, new Map()));
  const open = parts.filter((part) => part.left.length > 0);
  if (open.length === 0) return;
  try {
    await storeTogether(context, open, 'shared', now);
  } catch (error) {
    // A fault of ours on the way to an answer; whoever has one already does not hear of it.
    for (const { group } of open) group.fail(error);
  }
}

/** The submissions of one request: what is known of them, and which are left to store. */
interface ReadPart {
  /** The place of the first one among all that are stored together. */
  readonly first: number;
  readonly count: number;
  readonly known: Results;
  readonly left: readonly Candidate[];
}

interface Part extends ReadPart {
  readonly group: SubmissionGroup;
}

function readPart(requests: readonly SubmissionRequest[], first: number, now: number): ReadPart {
  const known = new Map<number, SubmissionResult>();
  const left: Candidate[] = [];
  for (const [place, { caller, body }] of requests.entries()) {
    const index = first + place;
    const read = readSubmission(body, now);
    if (read.isValid) left.push({ index, ...caller, submission: read.submission });
    else known.set(index, { status: 'rejected', problem: new Problem('invalid_body', undefined, read) });
  }
  return { first, count: requests.length, known, left };
}

function resultsOf({ first, count, known }: ReadPart, results: Results): SubmissionResult[] {
  return Array.from({ length: count }, (_, place) => {
    const result = known.get(first + place) ?? results.get(first + place);
    if (result === undefined) throw new Error(`submission ${first + place} was not answered`);
    return result;
  });
}

async function storeTogether(context: Context, parts: readonly Part[], gate: GateMode, now: number): Promise<void> {
  let aside: readonly Part[];
  try {
    const lists = parts.map(({ left }) => left);
    const stored = await storeSubmissions(context, lists, gate, now);
    aside = parts.filter(({ left }) => stored.aside.has(left));
    for (const part of parts) if (!aside.includes(part)) part.group.answer(resultsOf(part, stored.results));
  } catch (error) {
    if (parts.length === 1 || error instanceof DatabaseUnavailable) {
      for (const { group } of parts) group.fail(error);
      return;
    }
    // In the order sent, with what each sets aside at once: it may use a reference of the next.
    for (const part of parts) await storeTogether(context, [part], gate, now);
    return;
  }
  if (aside.length > 0) await storeTogether(context, aside, 'exclusive', now);
}
