import { TokenBucket } from 'limiter';
import { takeUnits } from '../store/allowances.ts';
import type { Database } from '../store/engine/database.ts';
import type { Plan } from './partners/index.ts';

/** Units a minute by plan. A simple read costs one unit, as does a match that is submitted. */
export type RateLimits = Readonly<Record<Plan, number>>;

/**
 * What nobody reaches by using the service as it is meant. Starter reads profiles for the pages of an app: 200 a second. Pro
 * imports at about the speed of two cores, a hundred thousand matches without a pause. An enterprise partner may use more
 * than two cores can do.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = { starter: 12_000, pro: 60_000, enterprise: 300_000 };

/** The window of a limit: how long an empty allowance takes to be whole again, ms. */
export const RATE_WINDOW_MS = 60_000;

/**
 * A process takes units from the database in advance: the limit divided by this at a time. It holds one and a half times that
 * at most, so eight processes keep less than a tenth of the limit from each other.
 */
const SHARES = 128;

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
  /** When units will be there for the request, if it was refused; for one more unit, if not. Whole seconds, at least one. */
  readonly waitSeconds: number;
}

interface Allowance {
  readonly limit: number;
  /** Units that this process has taken and not spent. */
  held: number;
  /** What was left in the database at its last answer, filling up since by a monotonic clock. */
  readonly rest: TokenBucket;
  taking: Promise<void> | undefined;
  /** By the process's monotonic clock, ms. */
  nextQuestionAt: number;
  /** The database did not answer: the process takes from `rest` alone. */
  isAlone: boolean;
}

export interface RateLimiterOptions {
  readonly limits: RateLimits;
  /** Gets the error when units could not be taken; the process limits by itself meanwhile. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Limits what partners use, over all processes together. A partner's allowance is in the database and fills up steadily. A
 * process takes some units in advance and spends them without asking: with the default limits, one request in some hundred
 * causes a question, and hardly any waits for its answer. What was taken is spent or lost, so all processes together never let
 * in more than the limit, however often they are restarted.
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
   * Spends units of a partner, or none if there are too few. A request never costs more than the whole limit.
   * @returns a promise only if the database has to be asked first
   */
  spend(partnerId: string, plan: Plan, cost: number): RateVerdict | Promise<RateVerdict> {
    const allowance = this.#allowanceOf(partnerId, this.#options.limits[plan]);
    const units = Math.min(cost, allowance.limit);
    if (allowance.held < units) return this.#spendOfNext(partnerId, allowance, units);
    allowance.held -= units;
    // The next share comes before this one is used up, so that no request waits for it.
    const share = shareOf(allowance);
    if (allowance.held < share / 2) void this.#take(partnerId, allowance, share);
    return verdictOf(allowance, true, 1);
  }

  #allowanceOf(partnerId: string, limit: number): Allowance {
    const known = this.#allowances.get(partnerId);
    if (known?.limit === limit) return known;
    const rest = new TokenBucket({ bucketSize: limit, tokensPerInterval: limit, interval: RATE_WINDOW_MS });
    rest.content = limit;
    const allowance = { limit, held: known?.held ?? 0, rest, taking: undefined, isAlone: false, nextQuestionAt: 0 };
    this.#allowances.set(partnerId, allowance);
    return allowance;
  }

  async #spendOfNext(partnerId: string, allowance: Allowance, units: number): Promise<RateVerdict> {
    while (allowance.held < units) {
      const missing = units - allowance.held;
      const isEmpty =
        allowance.taking === undefined && performance.now() < allowance.nextQuestionAt && !allowance.isAlone;
      if (isEmpty || allowance.rest.getWaitTime(missing) > 0) return verdictOf(allowance, false, missing);
      await this.#take(partnerId, allowance, Math.max(shareOf(allowance), missing));
    }
    allowance.held -= units;
    return verdictOf(allowance, true, 1);
  }

  /** Takes units from the database, unless a question is under way or came too soon. Never rejects. */
  #take(partnerId: string, allowance: Allowance, asked: number): Promise<void> | undefined {
    if (allowance.taking !== undefined) return allowance.taking;
    if (performance.now() >= allowance.nextQuestionAt) {
      allowance.taking = this.#ask(partnerId, allowance, asked).finally(() => {
        allowance.taking = undefined;
      });
    } else if (allowance.isAlone) {
      takeAlone(allowance, asked);
    }
    return allowance.taking;
  }

  async #ask(partnerId: string, allowance: Allowance, asked: number): Promise<void> {
    const { limit, rest } = allowance;
    try {
      const { units, left } = await takeUnits(this.#database, partnerId, asked, { limit, fillMs: RATE_WINDOW_MS });
      allowance.held += units;
      // From now on it fills up from what the database had.
      rest.drip();
      rest.content = left;
      allowance.isAlone = false;
      allowance.nextQuestionAt = units < asked ? performance.now() + EMPTY_PAUSE_MS : 0;
    } catch (error) {
      this.#options.onFault(error);
      allowance.isAlone = true;
      allowance.nextQuestionAt = performance.now() + FAULT_PAUSE_MS;
      takeAlone(allowance, asked);
    }
  }
}

/** Takes units from what the database had when it last answered. */
function takeAlone(allowance: Allowance, asked: number): void {
  const { rest } = allowance;
  rest.drip();
  const units = Math.min(asked, Math.floor(rest.content));
  rest.content -= units;
  allowance.held += units;
}

const shareOf = ({ limit }: Allowance): number => Math.ceil(limit / SHARES);

/** @param missing how many units have to come before the next request of this kind */
function verdictOf(allowance: Allowance, isAllowed: boolean, missing: number): RateVerdict {
  const { limit, held, rest } = allowance;
  rest.drip();
  const waitMs = isAllowed ? RATE_WINDOW_MS / limit : rest.getWaitTime(missing);
  return {
    isAllowed,
    limit,
    // What was taken from the database fills up again there, so together they may be a little more than the limit.
    left: Math.min(limit, Math.floor(held + rest.content)),
    waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
