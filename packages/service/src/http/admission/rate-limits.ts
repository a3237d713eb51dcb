import type { Plan } from '@bandeja/contract/account-enums';
import type { LinkActor, PartnerActor } from '../../context.ts';
import { type RateDecision, RateLimit } from '../../runtime/rate-limit.ts';

/** Units per minute by plan. See costs.ts for the costs of requests. */
export type RateLimits = Readonly<Record<Plan, number>>;

/**
 * High enough for any normal use. Starter reads 200 profiles a second for the pages of an app. Pro imports 2,000 appended matches a
 * second, as fast as two cores store them. Enterprise exceeds what two cores can do.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = { starter: 12_000, pro: 120_000, enterprise: 600_000 };

/** No limit may be lower, so that every request fits. The most expensive one is a dry run of 25 large matches. */
export const RATE_LIMIT_MIN = 200;

/** Limits partners, with all keys and people of each. Sandboxes have the limit of the smallest plan and their own buckets. */
export function limitPartners(
  limits: RateLimits,
  elapsedMs?: () => number,
): {
  readonly spendUnits: (actor: PartnerActor, units: number) => RateDecision;
  readonly chargeUnits: (actor: PartnerActor | LinkActor, units: number) => RateDecision;
} {
  const buckets = { live: new RateLimit(elapsedMs), test: new RateLimit(elapsedMs) };
  const limitOf = ({ plan, mode }: PartnerActor | LinkActor) => limits[mode === 'test' ? 'starter' : plan];
  return {
    spendUnits: (actor, units) => buckets[actor.mode].spend(actor.partnerId, limitOf(actor), units),
    chargeUnits: (actor, units) => buckets[actor.mode].charge(actor.partnerId, limitOf(actor), units),
  };
}

/** Requests per minute of a link: a hundred phones that share it, each polling every five seconds. */
const LINK_REQUESTS = 1_200;

/** Results per minute of all links of a night: sixteen courts that end at once, each corrected twice. */
const NIGHT_RESULTS = 60;

/** Requests per minute of a player's link to a match. */
const MATCH_LINK_REQUESTS = 120;

/** Answers per minute of all links to a match: four players, who change their answers a few times. */
const MATCH_ANSWERS = 20;

/** Limits links, apart from the units of their partners. */
export function limitLinks(elapsedMs?: () => number): {
  readonly spendRequest: (link: LinkActor) => RateDecision;
  readonly spendWrite: (link: LinkActor) => RateDecision;
} {
  const requests = new RateLimit(elapsedMs);
  const results = new RateLimit(elapsedMs);
  const answers = new RateLimit(elapsedMs);
  return {
    spendRequest: ({ linkId, to }) => requests.spend(linkId, to === 'night' ? LINK_REQUESTS : MATCH_LINK_REQUESTS, 1),
    spendWrite: (link) => {
      if (link.to === 'match') return answers.spend(`${link.mode} ${link.matchId}`, MATCH_ANSWERS, 1);
      return results.spend(`${link.mode} ${link.partnerId} ${link.night}`, NIGHT_RESULTS, 1);
    },
  };
}
