import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Context, KeyActor, LinkActor, LinkContext, OperatorContext, PartnerContext } from '../../context.ts';
import type { LinkFinder } from '../../links/authenticate.ts';
import { RATE_WINDOW_MS, type RateDecision } from '../../runtime/rate-limit.ts';
import { languageOf } from '../language.ts';
import type { Access } from '../route.ts';
import { bearerToken } from './bearer.ts';
import { bodyUnits } from './costs.ts';

export interface Gatekeeper {
  /** Resolves to the actor of a key; null if the key is unknown, wrong, expired or revoked. */
  readonly authenticate: (token: string) => Promise<KeyActor | null>;
  /** Resolves to the name of an operator; null if the token is unknown or revoked. */
  readonly findOperator: (token: string) => Promise<string | null>;
  /** Returns the context of a test key's sandbox. Without it, test keys do not work. */
  readonly enterSandbox?: (actor: KeyActor) => Promise<Context>;
  /** Spends units of the partner's rate limit. Without it, requests are not limited. */
  readonly spendUnits?: (actor: KeyActor, units: number) => RateDecision;
  /** Without it, links do not work. */
  readonly findLink?: LinkFinder;
  /** Spends a request of a link. Without it, they are not limited. */
  readonly spendRequest?: (link: LinkActor) => RateDecision;
  /** Spends a result that the links of a night enter. Without it, they are not limited. */
  readonly spendResult?: (link: LinkActor) => RateDecision;
}

/** More specific than the default text: operators have nobody to ask for a new token. */
const WRONG_OPERATOR_TOKEN =
  'This is not an operator token of the service, or it was revoked. The initial token is in `OPERATOR_TOKEN`, or in `DATA_DIR/operator-token` for an ' +
  'embedded database.';

/** Holds the context of a request after its key or token was accepted. */
const contextKey: unique symbol = Symbol('context');

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before that; undefined if Fastify refused the request before any hook. */
    [contextKey]?: Context | null;
    [unitsKey]?: number;
  }
}

const unitsKey: unique symbol = Symbol('units');

/** @throws if the route is public: its requests have no context */
export function contextOf(request: FastifyRequest): Context {
  const context = request[contextKey];
  if (context == null) throw new Error('requests of public routes have no context');
  return context;
}

/** The partner's key of a request; undefined before authentication, and without a partner's key. */
export function keyOf(request: FastifyRequest): KeyActor | undefined {
  const actor = request[contextKey]?.actor;
  return actor?.kind === 'key' ? actor : undefined;
}

/** The link of a request; undefined before authentication, and without a link. */
export function linkOf(request: FastifyRequest): LinkActor | undefined {
  const actor = request[contextKey]?.actor;
  return actor?.kind === 'link' ? actor : undefined;
}

/** Whether a request has no valid key or token. True for every request of a public route. */
export function isAnonymous(request: FastifyRequest): boolean {
  return request[contextKey] == null;
}

/** The rate limit units that a request has spent so far. */
export function unitsOf(request: FastifyRequest): number {
  return request[unitsKey] ?? 0;
}

/** Adds `context`, `linkContext` and `operatorContext` to requests. Each throws on a route of another kind. */
export function decorateContexts(app: FastifyInstance): void {
  app.decorateRequest(contextKey, null);
  app.decorateRequest(unitsKey, 0);
  app.decorateRequest('context', {
    getter() {
      const context = contextOf(this);
      if (context.actor.kind !== 'key') throw new Error('the route has no partner access');
      return context as PartnerContext;
    },
  });
  app.decorateRequest('linkContext', {
    getter() {
      const context = contextOf(this);
      if (context.actor.kind !== 'link') throw new Error('the route has no link access');
      return context as LinkContext;
    },
  });
  app.decorateRequest('operatorContext', {
    getter() {
      const context = contextOf(this);
      if (context.actor.kind !== 'operator') throw new Error('the route has no operator access');
      return context as OperatorContext;
    },
  });
}

/**
 * Checks key (401), suspension (403), rate limit (429), plan (403) and scope (403), in this order, and sets the context of the
 * request.
 * @param base the context that requests extend
 * @throws {Problem} for the first check that fails
 */
export function checkAccess(gatekeeper: Gatekeeper, base: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access, cost, shapes } = request.routeOptions.config;
    if (access === undefined) throw new Error('the route has no config.access');
    if (access.kind === 'public') return;
    const token = bearerToken(request.headers.authorization);
    if (token === null) throw challenge('missing_credentials');
    if (access.kind === 'operator') {
      const name = await gatekeeper.findOperator(token);
      if (name === null) throw challenge('invalid_credentials', WRONG_OPERATOR_TOKEN);
      request[contextKey] = { ...base, actor: { kind: 'operator', name }, requestId: request.id };
      return;
    }
    if (access.kind === 'link') {
      const context = await gatekeeper.findLink?.(token);
      if (context == null) throw challenge('invalid_credentials');
      request[contextKey] = { ...context, ...aboutRequest(request, base) };
      checkLinkRights(gatekeeper, access, request, reply);
      return;
    }
    const actor = await gatekeeper.authenticate(token);
    if (actor === null) throw challenge('invalid_credentials');
    request[contextKey] = { ...base, actor, ...aboutRequest(request, base) };
    markMode(actor, reply);
    if (actor.suspended) throw new Problem('partner_suspended');
    const units = (cost ?? 1) + (shapes?.body === undefined ? 0 : bodyUnits(request));
    spend(gatekeeper, actor, units, request, reply);
    checkRights(access, actor);
    if (actor.mode === 'test') await enterSandbox(gatekeeper, actor, request);
  };
}

function aboutRequest(request: FastifyRequest, base: Context): Pick<Context, 'language' | 'requestId'> {
  const hasWords = request.routeOptions.config.hasWords === true;
  const language = hasWords ? languageOf(request.headers['accept-language']) : base.language;
  return { language, requestId: request.id };
}

/** Marks every response to a test key, so that nobody mistakes the sandbox for live data. */
function markMode({ mode }: Pick<KeyActor, 'mode'>, reply: FastifyReply): void {
  if (mode === 'test') reply.header('bandeja-mode', mode);
}

async function enterSandbox(gatekeeper: Gatekeeper, actor: KeyActor, request: FastifyRequest): Promise<void> {
  if (gatekeeper.enterSandbox === undefined) throw new Error('a test key was used, but the app has no enterSandbox');
  const { language } = contextOf(request);
  request[contextKey] = { ...(await gatekeeper.enterSandbox(actor)), actor, language, requestId: request.id };
}

/**
 * Spends units and sets the headers of draft-ietf-httpapi-ratelimit-headers-10 (RateLimit, RateLimit-Policy).
 * @throws {Problem} `rate_limited`
 */
function spend(
  { spendUnits }: Gatekeeper,
  actor: KeyActor,
  units: number,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (spendUnits !== undefined) {
    const decision = spendUnits(actor, units);
    sendRate(reply, actor.mode === 'test' ? 'sandbox' : actor.plan, decision);
    refuseAbove(decision, ({ limit }) => `Your limit is ${limit} units`);
  }
  request[unitsKey] = unitsOf(request) + units;
}

function sendRate(reply: FastifyReply, policy: string, { limit, remaining, waitSeconds }: RateDecision): void {
  reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${RATE_WINDOW_MS / 1000}`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${waitSeconds}`);
}

/** @throws {Problem} `rate_limited` */
function refuseAbove(decision: RateDecision, describe: (decision: RateDecision) => string): void {
  if (decision.isAllowed) return;
  const { waitSeconds } = decision;
  const detail = `${describe(decision)} in ${RATE_WINDOW_MS / 1000} seconds. Wait for ${waitSeconds} seconds.`;
  throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(waitSeconds) } });
}

/** Makes a route spend its {@link FastifyContextConfig.extraUnits}, or a result of a link, before its handler runs. */
export function spendExtraUnits(route: RouteOptions, gatekeeper: Gatekeeper): void {
  const { access, extraUnits } = route.config ?? {};
  const spendExtra = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const units = extraUnits?.(request) ?? 0;
    if (units > 0) spend(gatekeeper, request.context.actor, units, request, reply);
  };
  const spendResult = async (request: FastifyRequest): Promise<void> => {
    const decision = gatekeeper.spendResult?.(request.linkContext.actor);
    if (decision !== undefined) refuseAbove(decision, ({ limit }) => `The limit of the night is ${limit} results`);
  };
  const hooks = [
    ...(extraUnits === undefined ? [] : [spendExtra]),
    ...(access?.kind === 'link' && access.scores === true ? [spendResult] : []),
  ];
  if (hooks.length > 0) route.preHandler = [...hooks, ...[route.preHandler ?? []].flat()];
}

/** Checks suspension (403), rate limit (429), role and court (403) of a link, in this order. */
function checkLinkRights(
  { spendRequest }: Gatekeeper,
  { scores = false }: Extract<Access, { kind: 'link' }>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { actor: link } = request.linkContext;
  markMode(link, reply);
  if (link.suspended) throw new Problem('partner_suspended');
  const decision = spendRequest?.(link);
  if (decision !== undefined) {
    sendRate(reply, 'link', decision);
    refuseAbove(decision, ({ limit }) => `The limit of this link is ${limit} requests`);
  }
  if (!scores) return;
  if (link.role !== 'score') throw new Problem('link_may_not_score', 'This link only shows the night.');
  const { court } = request.params as { readonly court?: string };
  if (link.court !== null && court !== String(link.court)) {
    throw new Problem('link_may_not_score', `This link enters the results of court ${link.court} only.`);
  }
}

function checkRights(access: Extract<Access, { kind: 'partner' }>, actor: KeyActor): void {
  if (access.mode === 'test' && actor.mode !== 'test') throw new Problem('test_key_required');
  if (access.plans !== undefined && !access.plans.includes(actor.plan)) {
    const detail = `Your plan is ${actor.plan}. This needs ${access.plans.join(' or ')}.`;
    throw new Problem('plan_forbidden', detail, { extensions: { required_plans: access.plans } });
  }
  if (access.scopes.length > 0 && !access.scopes.some((scope) => actor.scopes.includes(scope))) {
    const scope = access.scopes.join(' ');
    const own = actor.scopes.join(', ') || 'no scope';
    throw new Problem('insufficient_scope', `Your key has ${own}. This needs ${access.scopes.join(' or ')}.`, {
      extensions: { required_scopes: access.scopes },
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
}

function challenge(code: 'missing_credentials' | 'invalid_credentials', detail?: string): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
