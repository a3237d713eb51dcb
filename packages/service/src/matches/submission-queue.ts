/** The queue of submissions: which of them share a transaction. docs/group-commit.md explains it. */

import type { Context } from '../context.ts';
import { attemptChange, type ChangeQueue, TOO_LARGE, untilUnguarded } from '../ledger/with-players.ts';
import type { FairQueueOptions } from '../runtime/fair-queue.ts';
import { GroupCommit } from '../runtime/group-commit.ts';
import { type StoreRequest, storeMatches } from './store-matches.ts';
import type { Results } from './submission-results.ts';

export interface SubmissionQueue extends ChangeQueue {
  /** Matches queued now, and matches refused since the start. */
  readonly state: { readonly waiting: number; readonly refused: number };
  /** @throws {Problem} `overloaded` if the queue is full */
  store(request: StoreRequest): Promise<Results>;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
}

/**
 * Clients and proxies wait 60 s for a response, and a transaction may wait 30 s for a lock. Without it, requests behind one that
 * waits for a lock, or for a synchronous standby, would get no response.
 */
const WAIT_MS_MAX = 25_000;

/** The request must be stored in another way, since nothing of it was stored in this one. */
const LATE = Symbol('late');
const ALONE = Symbol('alone');

/**
 * Transactions at once, each of another partner: of late requests, of those that reach too many matches, and of confirmations,
 * amendments, voids and rows of imports. With the two of appended requests, they leave two connections for reads.
 */
const LATE_RUNNING = 2;
const ALONE_RUNNING = 1;
const CHANGES_RUNNING = 3;

/**
 * Group commit of submissions. A request with a match that cannot be appended, or whose partner or players another transaction has
 * locked, leaves its batch, so that the others in it do not wait. Late requests of one partner share a transaction, unless one
 * of them reaches too many matches: then each has its own.
 * @param onFault gets the error of a batch that failed
 */
export function openSubmissionQueue(
  context: Context,
  options: FairQueueOptions,
  onFault: (error: unknown) => void,
): SubmissionQueue {
  const perOwner = { queued: options.queued, ...options.perOwner, running: 1 };
  // The first queue has reported its batches. Those of the others are not groups of submissions, or report requests again.
  // A batch of one partner gains nothing by waiting for others, so a second one starts at once.
  const own = { ...options, perOwner, onRun: () => {}, minQueuedForSecond: 1 };
  const isServer = context.database.engine === 'postgres';
  const [lateRunning, changesRunning] = isServer ? [LATE_RUNNING, CHANGES_RUNNING] : [1, 1];
  const append = new GroupCommit<StoreRequest, Results | typeof LATE>(
    { ...options, waitMsMax: WAIT_MS_MAX },
    (requests) => appendRequests(context, requests),
    onFault,
  );
  const late = new GroupCommit<StoreRequest, Results | typeof ALONE>(
    { ...own, running: lateRunning, isOneOwner: true, waitMsMax: WAIT_MS_MAX },
    (requests) => storeLate(context, requests),
    onFault,
  );
  const alone = new GroupCommit<StoreRequest, Results>(
    { ...own, running: ALONE_RUNNING, batchMax: 1 },
    ([request]) => Promise.all(request === undefined ? [] : [storeAlone(request)]),
    onFault,
  );
  const changes = new GroupCommit<() => Promise<unknown>, unknown>(
    { ...own, running: changesRunning, batchMax: 1 },
    ([change]) => Promise.all(change === undefined ? [] : [change()]),
    onFault,
  );
  const queues = [append, late, alone, changes];
  const running = new Set<Promise<unknown>>();
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const store = async (request: StoreRequest): Promise<Results> => {
    const owner = request.context.actor.partnerId;
    const { length: units } = request.matches;
    const since = performance.now();
    const appended = await append.store(owner, units, request, since);
    if (appended !== LATE) return appended;
    const stored = await late.store(owner, units, request, since);
    if (stored !== ALONE) return stored;
    return untilUnguarded(() => alone.store(owner, units, request));
  };
  return {
    get state() {
      const states = queues.map((queue) => queue.state);
      const sum = (count: 'waiting' | 'refused') => states.reduce((total, state) => total + state[count], 0);
      return { waiting: sum('waiting'), refused: sum('refused') };
    },
    store: (request) => track(store(request)),
    change: <Result>(partnerId: string, units: number, run: () => Promise<Result>) =>
      track(changes.store(partnerId, units, run) as Promise<Result>),
    // A request that waits for a guard is in none of the queues.
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** Stores a request without a queue. */
export async function storeAtOnce(context: Context, request: StoreRequest): Promise<Results> {
  const [appended = LATE] = await appendRequests(context, [request]);
  return appended === LATE ? untilUnguarded(() => storeAlone(request)) : appended;
}

/** Stores the requests whose matches can be appended to the history, in one transaction of two round trips. */
async function appendRequests(
  { database, now }: Context,
  requests: readonly StoreRequest[],
): Promise<(Results | typeof LATE)[]> {
  const stored = await database.transaction((transaction) => storeMatches({ now }, transaction, requests, null, null));
  if (typeof stored === 'symbol') throw new Error('appended matches have no reach');
  return requests.map((request) => (stored.late.includes(request) ? LATE : stored.results));
}

/** Stores late requests of one partner in one transaction. */
async function storeLate(context: Context, requests: readonly StoreRequest[]): Promise<(Results | typeof ALONE)[]> {
  // The first one pays for all. The others are charged nothing, so that their answers show the units that are left, too.
  const charge = (units: number) => {
    for (const [index, request] of requests.entries()) request.context.charge?.(index === 0 ? units : 0);
  };
  const stored = await attemptChange({ database: context.database, charge }, (transaction, attempt) =>
    storeMatches(context, transaction, requests, attempt, null),
  );
  return requests.map(() => (typeof stored === 'symbol' ? ALONE : stored.results));
}

/** Stores a late request in its own transaction, however many matches it reaches. */
async function storeAlone(request: StoreRequest): Promise<Results> {
  const { context } = request;
  const stored = await attemptChange(context, (transaction, attempt) =>
    storeMatches(context, transaction, [request], attempt, context.actor.plan),
  );
  if (stored === TOO_LARGE) throw new Error('a request alone is never too large');
  return stored.results;
}
