import type { Plan } from '@bandeja/contract/account-enums';
import type { KeyActor } from '../context.ts';
import { type RateDecision, RateLimit } from '../runtime/rate-limit.ts';

/** Units per minute by plan. See costs.ts for the costs of requests. */
export type RateLimits = Readonly<Record<Plan, number>>;

/**
 * High enough for any normal use. Starter reads 200 profiles a second for the pages of an app. Pro imports 2,000 matches a
 * second, as fast as two cores store them. Enterprise exceeds what two cores can do.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = { starter: 12_000, pro: 120_000, enterprise: 600_000 };

/** No limit may be lower, so that every request fits. The most expensive one is a dry run of 25 large matches. */
export const RATE_LIMIT_MIN = 200;

/** Limits partners. Test keys have the limit of the smallest plan and their own bucket. */
export function limitPartners(
  limits: RateLimits,
  elapsedMs?: () => number,
): (actor: KeyActor, units: number) => RateDecision {
  const live = new RateLimit(elapsedMs);
  const test = new RateLimit(elapsedMs);
  return ({ partnerId, plan, mode }, units) =>
    mode === 'test' ? test.spend(partnerId, limits.starter, units) : live.spend(partnerId, limits[plan], units);
}
