/**
 * Answers to tasks of seconds or minutes: a line of JSON every now and then (`application/x-ndjson`), so that whoever waits
 * sees how far the task is, and nothing between takes the connection for dead. Lines are `{"progress": …}` and, as the last
 * one, `{"result": …}` or, for a task that failed on its way, `{"problem": …}`.
 *
 * The status has to be sent before the first line and cannot be taken back, so a task that fails at once is refused like
 * any other request. One task is at work at a time: each may hold a database connection throughout, and two of them would
 * only take longer together. The next waits for its turn, with lines that say so.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/errors/index.ts';
import type { Progress, Watcher } from '../domain/watcher.ts';
import type { App } from './app.ts';
import { tellOfError } from './error-handler.ts';
import { problemBody } from './problem-answer.ts';

export const LINES_MEDIA_TYPE = 'application/x-ndjson';

export interface LongTaskTimes {
  /** Between two lines of progress; a task that is over within it has its last line alone. */
  readonly lineEveryMs: number;
  /** Without progress, a line comes all the same after this: proxies cut connections that are silent for a minute. */
  readonly silenceMaxMs: number;
}

const TIMES: LongTaskTimes = { lineEveryMs: 250, silenceMaxMs: 5_000 };

/** A task and those who wait for it. Its signal fires when the client goes away and when the service stops. */
export type LongTask = (watcher: Required<Watcher>) => Promise<unknown>;

/** Answers a request with a task's lines. */
export type AnswerLongTask = (request: FastifyRequest, reply: FastifyReply, task: LongTask) => Promise<FastifyReply>;

/** How a task ended. */
type Ending = { readonly result: unknown } | { readonly error: unknown };

/** Lays what the long tasks of an app have in common: one turn after the other, and all of them end when it stops. */
export function longTasks(app: App, times: LongTaskTimes = TIMES): AnswerLongTask {
  const stopping = new AbortController();
  app.addHook('preClose', (done) => {
    stopping.abort(new Problem('not_ready'));
    done();
  });
  const takeTurn = turns();
  return async (request, reply, task) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, stopping.signal]);
    const seen: { progress: Progress } = { progress: { done: 0, total: null } };
    const onProgress = (progress: Progress): void => {
      seen.progress = progress;
    };
    const ending = takeTurn(signal, () => task({ signal, onProgress })).then(
      (result): Ending => ({ result }),
      (error: unknown): Ending => ({ error }),
    );
    const early = await within(ending, times.lineEveryMs);
    if (gone.signal.aborted) return reply.hijack();
    if (early !== null && 'error' in early) throw early.error;
    const lines = linesOf(request, ending, seen, times, gone.signal);
    // Should the service stop meanwhile, it must not have to wait for the connection to be idle for long enough.
    reply.header('connection', 'close').header('content-type', LINES_MEDIA_TYPE);
    return reply.send(Readable.from(lines));
  };
}

async function* linesOf(
  request: FastifyRequest,
  ending: Promise<Ending>,
  seen: { readonly progress: Progress },
  { lineEveryMs, silenceMaxMs }: LongTaskTimes,
  gone: AbortSignal,
): AsyncGenerator<string> {
  let told: Progress | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const end = await within(ending, told === null ? 0 : lineEveryMs);
    if (gone.aborted) return;
    if (end !== null) return yield lineOf('error' in end ? problemOf(end.error, request) : end);
    const { progress } = seen;
    if (progress === told && performance.now() - toldAt < silenceMaxMs) continue;
    [told, toldAt] = [progress, performance.now()];
    yield lineOf({ progress });
  }
}

const lineOf = (line: object): string => `${JSON.stringify(line)}\n`;

const problemOf = (error: unknown, request: FastifyRequest): object => ({
  problem: problemBody(tellOfError(error, request), request.id),
});

/** What a promise resolves to if it does so within a time, else null. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, ms, null);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs one after the other, in the order in which they came; whose signal fires while it waits, leaves. */
function turns(): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let last: Promise<void> = Promise.resolve();
  return async (signal, work) => {
    const before = last;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    last = over;
    try {
      await untilAborted(before, signal);
      return await work();
    } finally {
      // Who left the line lets go of its place only once it has come to it.
      void before.then(end);
    }
  };
}

/** @throws the signal's reason as soon as it fires. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
