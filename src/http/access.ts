import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, KeyActor, PartnerContext } from '../domain/context.ts';
import { Problem } from '../domain/errors/index.ts';
import { bearerToken } from './bearer.ts';
import type { Access } from './route.ts';

/** What the rate limiter says to one request of a partner. */
export interface RateVerdict {
  readonly allowed: boolean;
  /** `RateLimit-Policy` and `RateLimit`, for every authenticated answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number;
}

export interface Gatekeeper {
  /** Resolves to the actor of a key; null for unknown, wrong, expired and revoked keys alike. */
  readonly authenticate: (token: string) => Promise<KeyActor | null>;
  /** Compares with the operator token in constant time. */
  readonly isOperator: (token: string) => boolean;
  /** Counts the request against the partner's rate. Left out: there are no limits. */
  readonly limitRate?: (actor: KeyActor) => Promise<RateVerdict>;
}

/** Said to the operator, who cannot ask anyone for a new token. */
const WRONG_OPERATOR_TOKEN =
  'The operator token is not the service’s own, which is in `OPERATOR_TOKEN`, or in `DATA_DIR/operator-token` of an ' +
  'embedded database.';

/** Where a request keeps the context of its call, once its key or token has been accepted. */
const contextKey: unique symbol = Symbol('context');

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before; not there at all on a request that was refused before any hook. */
    [contextKey]?: Context | null;
  }
}

/** @throws if the route is public: then the request has no context. */
export function contextOf(request: FastifyRequest): Context {
  const context = request[contextKey];
  if (context == null) throw new Error('the route is public, so that a request of it has no context');
  return context;
}

/** The partner's key that a request came with, if it is known by now: for the log, and for cursors. */
export function keyOf(request: FastifyRequest): KeyActor | undefined {
  const actor = request[contextKey]?.actor;
  return actor?.kind === 'key' ? actor : undefined;
}

/** Gives requests their contexts (see route.ts); each throws on a route of the other kind. */
export function decorateContexts(app: FastifyInstance): void {
  app.decorateRequest(contextKey, null);
  app.decorateRequest('context', {
    getter() {
      const context = contextOf(this);
      if (context.actor.kind !== 'key') throw new Error('the route has no partner access');
      return context as PartnerContext;
    },
  });
  app.decorateRequest('operatorContext', {
    getter() {
      const context = contextOf(this);
      if (context.actor.kind !== 'operator') throw new Error('the route has no operator access');
      return context;
    },
  });
}

/**
 * The gate: key (401), suspension (403), rate (429), plan (403), scope (403), each complete before the next. What passes
 * gets the context of its call, made from `base`.
 * @throws {Problem} the first that applies.
 */
export function checkAccess(gatekeeper: Gatekeeper, base: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access } = request.routeOptions.config;
    if (access === undefined) throw new Error('a route without access was registered');
    if (access.kind === 'public') return;
    const token = bearerToken(request.headers.authorization);
    if (token === null) throw challenge('missing_credentials');
    if (access.kind === 'operator') {
      if (!gatekeeper.isOperator(token)) throw challenge('invalid_credentials', WRONG_OPERATOR_TOKEN);
      request[contextKey] = { ...base, actor: { kind: 'operator' }, requestId: request.id };
      return;
    }
    const actor = await gatekeeper.authenticate(token);
    if (actor === null) throw challenge('invalid_credentials');
    request[contextKey] = { ...base, actor, requestId: request.id };
    if (actor.suspended) throw new Problem('partner_suspended');
    if (gatekeeper.limitRate !== undefined) spend(await gatekeeper.limitRate(actor), reply);
    checkRights(access, actor);
  };
}

function spend(verdict: RateVerdict, reply: FastifyReply): void {
  reply.headers(verdict.headers);
  if (verdict.allowed) return;
  throw new Problem('rate_limited', undefined, { headers: { 'Retry-After': String(verdict.retryAfterSeconds) } });
}

function checkRights(access: Extract<Access, { kind: 'partner' }>, actor: KeyActor): void {
  if (access.plans !== undefined && !access.plans.includes(actor.plan)) {
    throw new Problem('plan_forbidden', undefined, { extensions: { required_plans: access.plans } });
  }
  if (access.scopes.length > 0 && !access.scopes.some((scope) => actor.scopes.includes(scope))) {
    const scope = access.scopes.join(' ');
    throw new Problem('insufficient_scope', undefined, {
      extensions: { required_scopes: access.scopes },
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
}

function challenge(code: 'missing_credentials' | 'invalid_credentials', detail?: string): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
