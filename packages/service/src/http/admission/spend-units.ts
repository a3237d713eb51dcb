import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { LinkActor, PartnerActor } from '../../context.ts';
import { countOf } from '../../runtime/count-of.ts';
import { RATE_WINDOW_MS, type RateDecision } from '../../runtime/rate-limit.ts';
import { bodyUnits } from './costs.ts';
import { linkOf } from './request-context.ts';

export interface RateLimiter {
  /** Spends units of the partner's rate limit. Without it, requests are not limited. */
  readonly spendUnits?: (actor: PartnerActor, units: number) => RateDecision;
  /** Charges a partner for the effects of a request, even if fewer units are left. */
  readonly chargeUnits?: (actor: PartnerActor | LinkActor, units: number) => RateDecision;
  /** Spends a request of a link. Without it, they are not limited. */
  readonly spendRequest?: (link: LinkActor) => RateDecision;
  /** Spends a result that the links of a night enter, or an answer of those of a match. Without it, they are not limited. */
  readonly spendWrite?: (link: LinkActor) => RateDecision;
}

const unitsKey: unique symbol = Symbol('units');

declare module 'fastify' {
  interface FastifyRequest {
    [unitsKey]?: number;
  }
}

export function decorateUnits(app: FastifyInstance): void {
  app.decorateRequest(unitsKey, 0);
}

/** The rate limit units that a request has spent so far. */
export function unitsOf(request: FastifyRequest): number {
  return request[unitsKey] ?? 0;
}

/** Spends the cost of a request and of its body. @throws {Problem} `rate_limited` */
export function spendCost(
  limiter: RateLimiter,
  actor: PartnerActor,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { cost, shapes } = request.routeOptions.config;
  spend(limiter, actor, (cost ?? 1) + (shapes?.body === undefined ? 0 : bodyUnits(request)), request, reply);
}

/** A function that charges for the effects of the request, once they are known. The headers of a link count its requests only. */
export function chargeFor(
  { chargeUnits }: RateLimiter,
  actor: PartnerActor | LinkActor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  return (units: number): void => {
    const decision = chargeUnits?.(actor, units);
    if (decision !== undefined && actor.kind !== 'link') sendRate(reply, policyOf(actor), decision);
    request[unitsKey] = unitsOf(request) + units;
  };
}

/** @throws {Problem} `rate_limited` */
export function spendLinkRequest({ spendRequest }: RateLimiter, link: LinkActor, reply: FastifyReply): void {
  const decision = spendRequest?.(link);
  if (decision === undefined) return;
  sendRate(reply, 'link', decision);
  refuseAbove(decision, ({ limit }) => `The limit of this link is ${limit} requests`);
}

/** Makes a route spend its {@link FastifyContextConfig.extraUnits}, or a result of a link, before its handler runs. */
export function spendExtraUnits(route: RouteOptions, limiter: RateLimiter): void {
  const { access, extraUnits } = route.config ?? {};
  const spendExtra = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const units = extraUnits?.(request) ?? 0;
    if (units > 0) spend(limiter, request.context.actor, units, request, reply);
  };
  const spendWrite = async (request: FastifyRequest): Promise<void> => {
    const link = linkOf(request);
    const decision = link && limiter.spendWrite?.(link);
    const of = link?.to === 'match' ? 'match is' : 'night is';
    const what = link?.to === 'match' ? 'answers' : 'results';
    if (decision !== undefined) refuseAbove(decision, ({ limit }) => `The limit of the ${of} ${limit} ${what}`);
  };
  const hooks = [
    ...(extraUnits === undefined ? [] : [spendExtra]),
    ...(access?.kind === 'link' && access.writes === true ? [spendWrite] : []),
  ];
  if (hooks.length > 0) route.preHandler = [...hooks, ...[route.preHandler ?? []].flat()];
}

/**
 * Spends units and sets the headers of draft-ietf-httpapi-ratelimit-headers-10 (RateLimit, RateLimit-Policy).
 * @throws {Problem} `rate_limited`
 */
function spend(
  { spendUnits }: RateLimiter,
  actor: PartnerActor,
  units: number,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (spendUnits !== undefined) {
    const decision = spendUnits(actor, units);
    sendRate(reply, policyOf(actor), decision);
    refuseAbove(decision, ({ limit }) => `Your limit is ${limit} units`);
  }
  request[unitsKey] = unitsOf(request) + units;
}

const policyOf = ({ mode, plan }: PartnerActor): string => (mode === 'test' ? 'sandbox' : plan);

function sendRate(reply: FastifyReply, policy: string, { limit, remaining, waitSeconds }: RateDecision): void {
  reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${RATE_WINDOW_MS / 1000}`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${waitSeconds}`);
}

/** @throws {Problem} `rate_limited` */
function refuseAbove(decision: RateDecision, describe: (decision: RateDecision) => string): void {
  if (decision.isAllowed) return;
  const { waitSeconds } = decision;
  const detail = `${describe(decision)} in ${RATE_WINDOW_MS / 1000} seconds. Wait for ${countOf(waitSeconds, 'second')}.`;
  throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(waitSeconds) } });
}
