/**
 * What a request passes on its way to its handler, in this order. The first check that fails refuses it.
 *
 * | when | check | refusal | see |
 * | --- | --- | --- | --- |
 * | on the connection | one request at a time; size of the headers; timeouts | closed, 431, 408 | one-at-a-time.ts, limits.ts |
 * | after the headers | a valid key, token or link | 401 | authentication.ts |
 * | without one | the pace of all such requests together | 503 | pace.ts |
 * | with a key | suspension; units per minute of the partner; mode, plan, scope | 403, 429, 403 | costs.ts, rate-limits.ts, rights.ts |
 * | with a link | suspension; requests per minute of the link; role, court | 403, 429, 403 | rate-limits.ts, rights.ts |
 * | before the body | room in the queue of the partner | 503 | request-queues.ts |
 * | the body | its size | 413 | limits.ts |
 * | once it is valid | units of what it asks for; results per minute of a night, answers per minute of a match | 429 | spend-units.ts |
 * | before the handler | its turn, fair to other partners | 503 | request-queues.ts |
 */
import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, KeyActor, LinkActor } from '../../context.ts';
import { languageOf } from '../language.ts';
import {
  type Authenticator,
  authenticateKey,
  authenticateLink,
  authenticateOperator,
  requireToken,
} from './authentication.ts';
import { setContext } from './request-context.ts';
import { checkKeyRights, checkLinkRights } from './rights.ts';
import { chargeFor, type RateLimiter, spendCost, spendLinkRequest } from './spend-units.ts';

export interface Gatekeeper extends Authenticator, RateLimiter {
  /** Returns the context of a test key's sandbox. Without it, test keys do not work. */
  readonly enterSandbox?: (actor: KeyActor) => Promise<Context>;
}

/**
 * Checks what can be checked before the body is read, except for the queue, and sets the context of the request.
 * @param base the context that requests extend
 * @throws {Problem} for the first check that fails
 */
export function admit(gatekeeper: Gatekeeper, base: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access } = request.routeOptions.config;
    if (access === undefined) throw new Error('the route has no config.access');
    if (access.kind === 'public') return;
    const token = requireToken(request.headers.authorization);
    if (access.kind === 'operator') {
      const actor = await authenticateOperator(gatekeeper, token);
      setContext(request, { ...base, actor, ...aboutRequest(request, base) });
      return;
    }
    if (access.kind === 'link') {
      const context = await authenticateLink(gatekeeper, access.to, token);
      const { actor } = context;
      const charge = chargeFor(gatekeeper, actor, request, reply);
      setContext(request, { ...context, charge, ...aboutRequest(request, base) });
      refuseSuspended(actor, reply);
      spendLinkRequest(gatekeeper, actor, reply);
      checkLinkRights(access, actor, (request.params as { readonly court?: string }).court);
      return;
    }
    const actor = await authenticateKey(gatekeeper, token);
    const about = { actor, charge: chargeFor(gatekeeper, actor, request, reply), ...aboutRequest(request, base) };
    setContext(request, { ...base, ...about });
    refuseSuspended(actor, reply);
    spendCost(gatekeeper, actor, request, reply);
    checkKeyRights(access, actor);
    if (actor.mode !== 'test') return;
    if (gatekeeper.enterSandbox === undefined) throw new Error('a test key was used, but the app has no enterSandbox');
    setContext(request, { ...(await gatekeeper.enterSandbox(actor)), ...about });
  };
}

function aboutRequest(request: FastifyRequest, base: Context): Pick<Context, 'language' | 'requestId'> {
  const hasWords = request.routeOptions.config.hasWords === true;
  const language = hasWords ? languageOf(request.headers['accept-language']) : base.language;
  return { language, requestId: request.id };
}

/**
 * Marks every response to a test key first, so that clients do not mistake the sandbox for live data.
 * @throws {Problem} `partner_suspended`
 */
function refuseSuspended({ mode, suspended }: KeyActor | LinkActor, reply: FastifyReply): void {
  if (mode === 'test') reply.header('bandeja-mode', mode);
  if (suspended) throw new Problem('partner_suspended');
}
