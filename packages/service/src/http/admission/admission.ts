/**
 * What a request passes on its way to its handler, in this order. The first check that fails refuses it.
 *
 * | when | check | refusal | see |
 * | --- | --- | --- | --- |
 * | on the connection | one request at a time; size of the headers; timeouts | closed, 431, 408 | one-at-a-time.ts, limits.ts |
 * | after the headers | with a cookie: a page of this service | 403 | own-page.ts |
 * | | a valid key, cookie, invitation, token or link | 401 | authentication.ts, cookie.ts |
 * | without one, or with an invitation | the pace of all such requests together | 503 | pace.ts |
 * | with a key or a person | suspension; units per minute of the partner; mode, plan, scope | 403, 429, 403 | costs.ts, rate-limits.ts, rights.ts |
 * | with a link | suspension; requests per minute of the link; role, court | 403, 429, 403 | rate-limits.ts, rights.ts |
 * | before the body | room in the queue of the partner | 503 | request-queues.ts |
 * | the body | its size | 413 | limits.ts |
 * | once it is valid | units of what it asks for; results per minute of a night, answers per minute of a match | 429 | spend-units.ts |
 * | before the handler | its turn, fair to other partners | 503 | request-queues.ts |
 */
import type { KeyMode } from '@bandeja/contract/account-enums';
import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, InvitedActor, LinkActor, PartnerActor } from '../../context.ts';
import { languageOf } from '../language.ts';
import type { Access } from '../route.ts';
import {
  type Authenticator,
  authenticateInvited,
  authenticateLink,
  authenticateOperator,
  authenticatePartner,
  credentialOf,
  requireCookie,
  requireToken,
} from './authentication.ts';
import { type CookieOwner, setCookie } from './cookie.ts';
import { refuseOtherPages } from './own-page.ts';
import { setContext } from './request-context.ts';
import { checkLinkRights, checkRights } from './rights.ts';
import { chargeFor, type RateLimiter, spendCost, spendLinkRequest } from './spend-units.ts';

export interface Gatekeeper extends Authenticator, RateLimiter {
  /** Returns the context of a partner's sandbox. */
  readonly enterSandbox: (actor: PartnerActor) => Promise<Context>;
}

/** A route without it is refused when it is registered. */
type AccessConfig = FastifyContextConfig & { readonly access: Access };

/**
 * Checks what can be checked before the body is read, except for the queue, and sets the context of the request.
 * @param base the context that requests extend
 * @throws {Problem} for the first check that fails
 */
export function admit(gatekeeper: Gatekeeper, base: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access, givesCookie = false } = request.routeOptions.config as AccessConfig;
    const credential = access.kind === 'public' ? null : credentialOf(request, ownerOf(access));
    if (givesCookie || credential?.kind === 'cookie') refuseOtherPages(request.headers, request.server.publicUrl);
    if (access.kind === 'public') return;
    if (access.kind === 'cookie') {
      markMode(requireCookie(credential).mode, reply);
      return;
    }
    if (access.kind === 'invitation') {
      const actor = await authenticateInvited(gatekeeper, requireToken(credential));
      setContext(request, { ...base, actor, ...aboutRequest(request, base) });
      refuseSuspended(actor);
      return;
    }
    if (access.kind === 'operator') {
      const actor = await authenticateOperator(gatekeeper, credential, access.by);
      setContext(request, { ...base, actor, ...aboutRequest(request, base) });
      return;
    }
    if (access.kind === 'link') {
      const context = await authenticateLink(gatekeeper, access.to, requireToken(credential));
      const { actor } = context;
      const charge = chargeFor(gatekeeper, actor, request, reply);
      setContext(request, { ...context, charge, ...aboutRequest(request, base) });
      markMode(actor.mode, reply);
      refuseSuspended(actor);
      spendLinkRequest(gatekeeper, actor, reply);
      checkLinkRights(access, actor, (request.params as { readonly court?: string }).court);
      return;
    }
    const { actor, extended } = await authenticatePartner(gatekeeper, credential, access.callers);
    if (extended !== undefined) setCookie(request, reply, 'person', extended);
    const about = { actor, charge: chargeFor(gatekeeper, actor, request, reply), ...aboutRequest(request, base) };
    setContext(request, { ...base, ...about });
    markMode(actor.mode, reply);
    refuseSuspended(actor);
    spendCost(gatekeeper, actor, request, reply);
    checkRights(access, actor);
    if (actor.mode !== 'test' || access.isOutsideModes === true) return;
    setContext(request, { ...(await gatekeeper.enterSandbox(actor)), ...about });
  };
}

/** Whose cookie opens a route. */
function ownerOf(access: Access): CookieOwner {
  if (access.kind === 'cookie') return access.of;
  return access.kind === 'operator' ? 'operator' : 'person';
}

function aboutRequest(request: FastifyRequest, base: Context): Pick<Context, 'language' | 'requestId'> {
  const hasWords = request.routeOptions.config.hasWords === true;
  const language = hasWords ? languageOf(request.headers['accept-language']) : base.language;
  return { language, requestId: request.id };
}

/** Marks every response of a sandbox, even a refusal, so that clients do not mistake it for live data. */
function markMode(mode: KeyMode, reply: FastifyReply): void {
  if (mode === 'test') reply.header('bandeja-mode', mode);
}

/** @throws {Problem} `partner_suspended` */
function refuseSuspended({ suspended }: PartnerActor | LinkActor | InvitedActor): void {
  if (suspended) throw new Problem('partner_suspended');
}
