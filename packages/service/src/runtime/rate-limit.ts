/** A limit is a number of units in a window of this length. */
export const RATE_WINDOW_MS = 60_000;

/** Units. Absorbs rounding errors, so that a request succeeds exactly when `waitSeconds` have passed. */
const TOLERANCE = 1e-6;

export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Whole units left. */
  readonly remaining: number;
  /** Whole seconds, at least 1. If refused: until the same request is allowed. If allowed: until another unit is available. */
  readonly waitSeconds: number;
}

/** Whole seconds, at least 1, until these units are refilled. */
const waitSeconds = (units: number, limit: number): number =>
  Math.max(1, Math.ceil((units * RATE_WINDOW_MS) / limit / 1000));

/**
 * Token buckets in the memory of this process. The bucket of an owner holds `limit` units, is full at first, and refills evenly
 * within {@link RATE_WINDOW_MS}. So an owner can spend the limit at once, and then the limit in each window.
 */
export class RateLimit {
  readonly #elapsedMs: () => number;
  /** The units spent from each bucket and not refilled, at an instant. Least recently used first. */
  readonly #buckets = new Map<string, { readonly spent: number; readonly at: number }>();

  /** @param elapsedMs a monotonic clock */
  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  /**
   * Spends units if that many are left, else none.
   * @param limit may change between calls, such as with the owner's plan
   * @param units at most the limit
   */
  spend(owner: string, limit: number, units: number): RateDecision {
    const now = this.#elapsedMs();
    this.#removeUnused(now);
    const before = this.#spentBy(owner, limit, now);
    const excess = before + units - limit - TOLERANCE;
    const isAllowed = excess <= 0;
    const left = this.#save(owner, limit, isAllowed ? before + units : before, now);
    return isAllowed ? left : { ...left, isAllowed, waitSeconds: waitSeconds(excess, limit) };
  }

  /** Spends units even if fewer are left. A bucket can be below zero by the units of one window at most. */
  charge(owner: string, limit: number, units: number): RateDecision {
    const now = this.#elapsedMs();
    return this.#save(owner, limit, Math.min(this.#spentBy(owner, limit, now) + units, 2 * limit), now);
  }

  /** Makes the bucket the most recently used one. */
  #save(owner: string, limit: number, spent: number, now: number): RateDecision {
    this.#buckets.delete(owner);
    this.#buckets.set(owner, { spent, at: now });
    const left = limit - spent + TOLERANCE;
    const remaining = Math.max(0, Math.floor(left));
    return { isAllowed: true, limit, remaining, waitSeconds: waitSeconds(remaining + 1 - left, limit) };
  }

  /** The units that are spent and not refilled. */
  #spentBy(owner: string, limit: number, now: number): number {
    const { spent, at } = this.#buckets.get(owner) ?? { spent: 0, at: now };
    return Math.max(0, spent - ((now - at) * limit) / RATE_WINDOW_MS);
  }

  /** After two windows, even a bucket that owed units is full again, so its entry is not needed. */
  #removeUnused(now: number): void {
    for (const [owner, { at }] of this.#buckets) {
      if (now - at < 2 * RATE_WINDOW_MS) return;
      this.#buckets.delete(owner);
    }
  }
}
