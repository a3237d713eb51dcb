import { Problem } from '@bandeja/contract/errors/problem';
import { DatabaseUnavailable } from '@bandeja/postgres/database';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

interface Call<Job, Result> extends PromiseWithResolvers<Result> {
  readonly job: Job;
  readonly since: number;
}

interface GroupCommitOptions extends FairQueueOptions {
  /** A job that has waited longer when its turn comes is refused. Default: no limit. */
  readonly waitMsMax?: number;
}

/**
 * Group commit: jobs that arrive while others are being stored share the next transaction, and so one flush to the disk.
 *
 * If the shared transaction fails, its jobs are halved until the failing one is alone, so that none fails because of another. Nothing
 * is retried if the database is unavailable.
 */
export class GroupCommit<Job, Result> {
  readonly #queue: FairQueue<Call<Job, Result>>;
  readonly #run: (jobs: readonly Job[]) => Promise<readonly Result[]>;
  readonly #onFault: (error: unknown) => void;
  readonly #waitMsMax: number;

  /**
   * @param run stores some jobs in a transaction and returns their results in the same order
   * @param onFault gets the error of a shared transaction that failed
   */
  constructor(
    { waitMsMax = Number.POSITIVE_INFINITY, ...options }: GroupCommitOptions,
    run: (jobs: readonly Job[]) => Promise<readonly Result[]>,
    onFault: (error: unknown) => void,
  ) {
    this.#run = run;
    this.#onFault = onFault;
    this.#waitMsMax = waitMsMax;
    this.#queue = new FairQueue(options, (calls) => this.#answer(this.#refuseOld(calls)));
  }

  /** Units queued now, and jobs refused since the start. */
  get state(): FairQueue<Job>['state'] {
    return this.#queue.state;
  }

  /** Resolves when nothing is queued or running. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /**
   * Resolves once the job is on the disk.
   * @param owner takes turns with the other owners
   * @param since when its wait began, by `performance.now()`
   * @throws {Problem} `overloaded` if the queue is full, or the job has waited too long
   */
  async store(owner: string, units: number, job: Job, since = performance.now()): Promise<Result> {
    const call = { job, since, ...Promise.withResolvers<Result>() };
    this.#queue.push(owner, units, call);
    return call.promise;
  }

  /** Refuses calls that have waited too long, and returns the others. */
  #refuseOld(calls: readonly Call<Job, Result>[]): Call<Job, Result>[] {
    const earliest = performance.now() - this.#waitMsMax;
    return calls.filter(({ since, reject }) => {
      if (since >= earliest) return true;
      reject(
        new Problem('overloaded', 'The database is locked or too slow: it did not finish earlier writes in time.'),
      );
      return false;
    });
  }

  async #answer(calls: readonly Call<Job, Result>[]): Promise<void> {
    if (calls.length === 0) return;
    try {
      const results = await this.#run(calls.map(({ job }) => job));
      for (const [index, call] of calls.entries()) call.resolve(results[index] as Result);
    } catch (error) {
      if (calls.length === 1 || error instanceof DatabaseUnavailable || error instanceof Problem) {
        for (const call of calls) call.reject(error);
        return;
      }
      this.#onFault(error);
      // In order: the first job with a reference must keep it.
      const half = Math.ceil(calls.length / 2);
      await this.#answer(calls.slice(0, half));
      await this.#answer(calls.slice(half));
    }
  }
}
