import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../domain/context.ts';
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
  /** Resolves to the caller whom a key belongs to; null for unknown, wrong, expired and revoked keys alike. */
  readonly authenticate: (token: string) => Promise<Caller | null>;
  /** Compares with the operator token in constant time. */
  readonly isOperator: (token: string) => boolean;
  /** Counts the request against the partner's rate. Left out: there are no limits. */
  readonly limitRate?: (caller: Caller) => Promise<RateVerdict>;
}

/** Said to the operator, who has nobody to ask for a new one. */
const WRONG_OPERATOR_TOKEN =
  'The operator token is not the service’s own, which is in `OPERATOR_TOKEN`, or in `DATA_DIR/operator-token` of an ' +
  'embedded database.';

/** Where a request keeps its caller: `request.caller` is for routes that have one, and throws on the others. */
export const callerKey: unique symbol = Symbol('caller');

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before there is one; not there at all on a request that was refused before any hook. */
    [callerKey]?: Caller | null;
  }
}

/** @throws if the route does not ask for a partner's key: there is no caller then. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = knownCallerOf(request);
  if (caller === undefined) throw new Error('the route has no partner access, so there is no caller');
  return caller;
}

/** The caller if one is known by now, for the log. */
export function knownCallerOf(request: FastifyRequest): Caller | undefined {
  return request[callerKey] ?? undefined;
}

/**
 * The gate: key (401), suspension (403), rate (429), plan (403), scope (403), each complete before the next.
 * @throws {Problem} the first that applies.
 */
export function checkAccess(gatekeeper: Gatekeeper) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access } = request.routeOptions.config;
    if (access === undefined) throw new Error('a route without access was laid');
    if (access.kind === 'public') return;
    const token = bearerToken(request.headers.authorization);
    if (token === null) throw challenge('missing_credentials');
    if (access.kind === 'operator') {
      if (!gatekeeper.isOperator(token)) throw challenge('invalid_credentials', WRONG_OPERATOR_TOKEN);
      return;
    }
    const caller = await gatekeeper.authenticate(token);
    if (caller === null) throw challenge('invalid_credentials');
    request[callerKey] = caller;
    if (caller.suspended) throw new Problem('partner_suspended');
    if (gatekeeper.limitRate !== undefined) spend(await gatekeeper.limitRate(caller), reply);
    checkRights(access, caller);
  };
}

function spend(verdict: RateVerdict, reply: FastifyReply): void {
  reply.headers(verdict.headers);
  if (verdict.allowed) return;
  throw new Problem('rate_limited', undefined, { headers: { 'Retry-After': String(verdict.retryAfterSeconds) } });
}

function checkRights(access: Extract<Access, { kind: 'partner' }>, caller: Caller): void {
  if (access.plans !== undefined && !access.plans.includes(caller.plan)) {
    throw new Problem('plan_forbidden', undefined, { extensions: { required_plans: access.plans } });
  }
  if (access.scopes.length > 0 && !access.scopes.some((scope) => caller.scopes.includes(scope))) {
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
