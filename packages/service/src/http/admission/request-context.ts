import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  Context,
  InvitedContext,
  LinkActor,
  LinkContext,
  MatchLinkContext,
  OperatorContext,
  PartnerActor,
  PartnerContext,
  PersonContext,
} from '../../context.ts';

/** Holds the context of a request after its key or token was accepted. */
const contextKey: unique symbol = Symbol('context');

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before that; undefined if Fastify refused the request before any hook. */
    [contextKey]?: Context | null;
  }
}

export function setContext(request: FastifyRequest, context: Context): void {
  request[contextKey] = context;
}

/** @throws if the route is public: its requests have no context */
export function contextOf(request: FastifyRequest): Context {
  const context = request[contextKey];
  if (context == null) throw new Error('requests of public routes have no context');
  return context;
}

/** The key or the person of a request; undefined before authentication, and for other callers. */
export function partnerOf(request: FastifyRequest): PartnerActor | undefined {
  const actor = request[contextKey]?.actor;
  return actor?.kind === 'key' || actor?.kind === 'person' ? actor : undefined;
}

/** The link of a request; undefined before authentication, and without a link. */
export function linkOf(request: FastifyRequest): LinkActor | undefined {
  const actor = request[contextKey]?.actor;
  return actor?.kind === 'link' ? actor : undefined;
}

/** Whether a request spends nobody's units: without a valid credential, on a public route, or with an invitation. */
export function isAnonymous(request: FastifyRequest): boolean {
  const context = request[contextKey];
  return context == null || context.actor.kind === 'invited';
}

/** Adds the contexts of each kind of access to requests. Each throws on a route of another kind. */
export function decorateContexts(app: FastifyInstance): void {
  app.decorateRequest(contextKey, null);
  app.decorateRequest('context', {
    getter() {
      const context = contextOf(this);
      if (partnerOf(this) === undefined) throw new Error('the route has no partner access');
      return context as PartnerContext;
    },
  });
  app.decorateRequest('personContext', {
    getter() {
      const context = contextOf(this);
      if (context.actor.kind !== 'person') throw new Error('the route is not for people alone');
      return context as PersonContext;
    },
  });
  app.decorateRequest('invitedContext', {
    getter() {
      const context = contextOf(this);
      if (context.actor.kind !== 'invited') throw new Error('invitations have no access to the route');
      return context as InvitedContext;
    },
  });
  app.decorateRequest('linkContext', {
    getter() {
      const context = contextOf(this);
      const { actor } = context;
      if (actor.kind !== 'link' || actor.to !== 'night') throw new Error('links to nights have no access to the route');
      return { ...context, actor } satisfies LinkContext;
    },
  });
  app.decorateRequest('matchLinkContext', {
    getter() {
      const context = contextOf(this);
      const { actor } = context;
      if (actor.kind !== 'link' || actor.to !== 'match')
        throw new Error('links to matches have no access to the route');
      return { ...context, actor } satisfies MatchLinkContext;
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
