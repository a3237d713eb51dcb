import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type SubmissionGroup, type SubmissionRequest, type SubmissionResult, submitGroups } from '../matches/index.ts';
import { FairQueue, type Taken } from './fair-queue.ts';

export interface IntakeLimits {
  /** Transactions under way at once. */
  readonly transactions: number;
  /**
   * So many submissions that could be stored have to wait before a transaction begins beside another one; fewer do as soon
   * as the other has taken {@link PATIENCE_MS}.
   */
  readonly besides: number;
  /** The most submissions that share a transaction. */
  readonly together: number;
  /** The most submissions that wait, of all and of one partner. */
  readonly waiting: number;
  readonly waitingOfOne: number;
}

/** A transaction takes some milliseconds. One that takes longer waits for a lock, and nobody else should wait with it. */
const PATIENCE_MS = 50;

/** What one connection does well is not what many do. */
export type LimitsByEngine = Readonly<Record<Context['database']['engine'], IntakeLimits>>;

/**
 * Takes submissions in. Those that come while others are being stored wait for that, and then share a transaction: one
 * commit, and one flush to the disk, for all of them. Each is answered for itself, once its own transaction has committed.
 * When nothing is under way nobody waits. Who sends much waits behind those who send little; past the bound a submission
 * is refused at once, so that whoever is answered at all is answered soon.
 *
 * A node has one. Nothing about correctness is in it: without it every submission would be a transaction of its own.
 */
export class Intake {
  readonly #context: Context;
  readonly #limitsOf: LimitsByEngine;
  readonly #queue = new FairQueue<SubmissionGroup>((group) => group.requests.length);
  /** Whose submissions are being stored. */
  readonly #storing = new Set<string>();
  #underWay = 0;
  /** By the process’s own clock, ms. */
  #lastBegunAt = 0;
  #impatience: NodeJS.Timeout | undefined;
  #onIdle: (() => void) | undefined;

  constructor(context: Context, limitsOf: LimitsByEngine) {
    this.#context = context;
    this.#limitsOf = limitsOf;
  }

  get #limits(): IntakeLimits {
    return this.#limitsOf[this.#context.database.engine];
  }

  /**
   * Stores what one request has sent. @returns one result for each, in their order; what was created is on the disk then.
   * @throws {Problem} `overloaded` when too much is waiting.
   */
  submit(partnerId: string, requests: readonly SubmissionRequest[]): Promise<SubmissionResult[]> {
    const { waiting, waitingOfOne } = this.#limits;
    const isFull =
      this.#queue.weight + requests.length > waiting ||
      this.#queue.weightOf(partnerId) + requests.length > waitingOfOne;
    if (isFull) return Promise.reject(new Problem('overloaded'));
    return new Promise((answer, fail) => {
      this.#queue.push(partnerId, { requests, answer, fail });
      this.#pump();
    });
  }

  /** Resolves when nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #pump(): void {
    // The audit chain of a partner lets its transactions commit one after the other: a second one would only wait for it.
    const isFree = (partnerId: string): boolean => !this.#storing.has(partnerId);
    while (this.#mayBegin(isFree)) {
      const taken = this.#queue.take(this.#limits.together, isFree);
      if (taken.length === 0) break;
      void this.#store(taken);
    }
    if (this.#underWay === 0) this.#onIdle?.();
  }

  /** A transaction costs as much as many of the matches in it: a few that wait are better stored with the next ones. */
  #mayBegin(isFree: (partnerId: string) => boolean): boolean {
    const { transactions, besides } = this.#limits;
    if (this.#underWay === 0) return true;
    if (this.#underWay >= transactions) return false;
    const isLate = performance.now() - this.#lastBegunAt >= PATIENCE_MS;
    if (isLate || this.#queue.weightOfAll(isFree) >= besides) return true;
    this.#impatience ??= setTimeout(() => {
      this.#impatience = undefined;
      this.#pump();
    }, PATIENCE_MS);
    return false;
  }

  async #store(taken: readonly Taken<SubmissionGroup>[]): Promise<void> {
    const partnerIds = new Set(taken.map(({ owner }) => owner));
    for (const partnerId of partnerIds) this.#storing.add(partnerId);
    this.#underWay += 1;
    this.#lastBegunAt = performance.now();
    try {
      await submitGroups(
        this.#context,
        taken.map(({ one }) => one),
      );
    } finally {
      for (const partnerId of partnerIds) this.#storing.delete(partnerId);
      this.#underWay -= 1;
      this.#pump();
    }
  }
}
