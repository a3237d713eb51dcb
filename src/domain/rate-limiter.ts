import { TokenBucket } from 'limiter';
import type { Database } from '../store/engine/database.ts';
import { SLOT_MS, SLOTS, type Spending, takeUnits } from '../store/spending.ts';
import type { KeyMode } from './keys/shapes.ts';
import type { Plan } from './partners/shapes.ts';
import { unitsSpent, waitUntilSpent } from './sliding-window.ts';

/** Units a minute by plan. A simple read costs one unit, as does a match that is submitted. */
export type RateLimits = Readonly<Record<Plan, number>>;

/**
 * No normal use of the service reaches this. Starter reads 200 profiles a second for the pages of an app. Pro
 * imports 2,000 matches a second, as fast as two cores store them. An enterprise partner may use more than two cores can do.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = { starter: 12_000, pro: 120_000, enterprise: 600_000 };

/** No limit may be lower, so that every request fits into it: a batch of 25 large matches as a dry run is the most costly. */
export const RATE_LIMIT_MIN = 200;

/** The limits hold for any minute, not only for one by the clock. */
export const RATE_WINDOW_MS: number = SLOTS * SLOT_MS;

/**
 * A process takes units from the database in advance: the limit divided by this at a time. It holds one and a half times that
 * at most, so eight processes keep less than a tenth of the limit from each other.
 */
const PORTIONS = 128;

/** After the allowance was found empty, a process asks again only so often, however many requests come, ms. */
const EMPTY_PAUSE_MS = 100;
/** How long a process limits by itself after the database failed to answer, ms. */
const FAULT_PAUSE_MS = 1_000;

/** What the limiter says to one request. */
export interface RateVerdict {
  readonly isAllowed: boolean;
  /** The partner's limit, units a minute. */
  readonly limit: number;
  /** Whole units that are left, as far as this process knows. */
  readonly left: number;
  /** When there will be units for the request, if it was refused; when there will be more, if not. Whole seconds, at least one. */
  readonly waitSeconds: number;
}

interface Seen extends Spending {
  /** When it was said, and when the next unit leaves the minute, by the process's monotonic clock, ms. */
  readonly at: number;
  readonly moreAt: number;
}

interface Allowance {
  limit: number;
  /** Units that this process has taken and not spent. */
  held: number;
  /** What the database said last. */
  seen: Seen | null;
  /** While the database does not answer: what this process lets in by itself. */
  alone: TokenBucket | null;
  taking: Promise<void> | undefined;
  /** By the process's monotonic clock, ms. */
  nextQuestionAt: number;
}

export interface RateLimiterOptions {
  readonly limits: RateLimits;
  /** Which keys are counted. Default: live keys. */
  readonly mode?: KeyMode;
  /** Gets the error when units could not be taken; the process limits by itself meanwhile. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Limits what partners spend in a minute, over all processes together. The database counts. A process takes some units in
 * advance and spends them without asking: with the default limits, one request in some hundred causes a question, and hardly
 * any waits for its answer. What was taken is spent or lost, so all processes together never let in more than the limit,
 * however often they are restarted.
 */
export class RateLimiter {
  readonly #database: Database;
  readonly #options: RateLimiterOptions;
  readonly #allowances = new Map<string, Allowance>();

  constructor(database: Database, options: RateLimiterOptions) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Spends units of a partner, or none if there are too few.
   * @param cost at most the limit
   * @returns a promise only if the database has to be asked first
   */
  spend(partnerId: string, plan: Plan, cost: number): RateVerdict | Promise<RateVerdict> {
    const allowance = this.#allowanceOf(partnerId, this.#options.limits[plan]);
    if (allowance.held < cost) return this.#spendOfNext(partnerId, allowance, cost);
    allowance.held -= cost;
    // The next portion comes before this one is used up, so that no request waits for it.
    const portion = portionOf(allowance);
    if (allowance.held < portion / 2 && performance.now() >= allowance.nextQuestionAt) {
      void this.#take(partnerId, allowance, portion);
    }
    return verdictOf(allowance, true, 1);
  }

  #allowanceOf(partnerId: string, limit: number): Allowance {
    const known = this.#allowances.get(partnerId);
    if (known === undefined) {
      const allowance: Allowance = { limit, held: 0, seen: null, alone: null, taking: undefined, nextQuestionAt: 0 };
      this.#allowances.set(partnerId, allowance);
      return allowance;
    }
    // Two keys of one partner may know different plans for some seconds after a change.
    known.limit = limit;
    return known;
  }

  async #spendOfNext(partnerId: string, allowance: Allowance, units: number): Promise<RateVerdict> {
    while (allowance.held < units) {
      const missing = units - allowance.held;
      if (allowance.taking === undefined) {
        const isTooSoon = performance.now() < allowance.nextQuestionAt;
        const isAlone = isTooSoon && allowance.alone?.tryRemoveTokens(missing) === true;
        if (isAlone) allowance.held += missing;
        else if (isTooSoon || waitFor(allowance, missing) > 0) return verdictOf(allowance, false, missing);
      }
      if (allowance.held < units) await this.#take(partnerId, allowance, Math.max(portionOf(allowance), missing));
    }
    allowance.held -= units;
    return verdictOf(allowance, true, 1);
  }

  /** Takes units from the database, unless that is under way. Never rejects. */
  #take(partnerId: string, allowance: Allowance, asked: number): Promise<void> {
    allowance.taking ??= this.#ask(partnerId, allowance, asked).finally(() => {
      allowance.taking = undefined;
    });
    return allowance.taking;
  }

  async #ask(partnerId: string, allowance: Allowance, asked: number): Promise<void> {
    try {
      const { units, spent, passed } = await takeUnits(
        this.#database,
        { partnerId, mode: this.#options.mode ?? 'live' },
        asked,
        allowance.limit,
      );
      allowance.held += units;
      allowance.seen = seenNow({ spent, passed });
      allowance.alone = null;
      allowance.nextQuestionAt = units < asked ? performance.now() + EMPTY_PAUSE_MS : 0;
    } catch (error) {
      this.#options.onFault(error);
      allowance.alone ??= bucketOf(allowance);
      allowance.nextQuestionAt = performance.now() + FAULT_PAUSE_MS;
    }
  }
}

function seenNow(spending: Spending): Seen {
  const at = performance.now();
  const counted = unitsSpent(spending, 0);
  return { ...spending, at, moreAt: at + waitUntilSpent(spending, 0, Math.max(0, counted - 1)) };
}

const portionOf = ({ limit }: Allowance): number => Math.ceil(limit / PORTIONS);

/** What the database has left, as far as this process knows. */
function leftOf({ limit, seen }: Allowance): number {
  return seen === null ? limit : limit - unitsSpent(seen, performance.now() - seen.at);
}

/** How long until the database has so many units more than this process holds, ms. */
function waitFor({ limit, seen, alone }: Allowance, missing: number): number {
  if (alone !== null) return alone.getWaitTime(missing);
  return seen === null ? 0 : waitUntilSpent(seen, performance.now() - seen.at, limit - missing);
}

/** Lets in what the database had left when it last answered, and goes on at the rate of the limit. */
function bucketOf(allowance: Allowance): TokenBucket {
  const { limit } = allowance;
  const bucket = new TokenBucket({ bucketSize: limit, tokensPerInterval: limit, interval: RATE_WINDOW_MS });
  bucket.content = Math.max(0, leftOf(allowance));
  return bucket;
}

/** @param missing how many units have to come before the next request of this kind */
function verdictOf(allowance: Allowance, isAllowed: boolean, missing: number): RateVerdict {
  const { limit, held, seen, alone } = allowance;
  // What was taken leaves the minute in the database while it is still held here, so together they may be more than the limit.
  const left = Math.max(0, Math.min(limit, Math.floor(held + (alone?.content ?? leftOf(allowance)))));
  const waitMs = isAllowed ? (seen?.moreAt ?? 0) - performance.now() : waitFor(allowance, missing);
  return { isAllowed, limit, left, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
