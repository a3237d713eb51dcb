import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  Context,
  KeyActor,
  LinkActor,
  LinkContext,
  MatchLinkContext,
  OperatorContext,
  PartnerContext,
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

/** Adds `context`, `linkContext`, `matchLinkContext` and `operatorContext` to requests. Each throws on a route of another kind. */
export function decorateContexts(app: FastifyInstance): void {
  app.decorateRequest(contextKey, null);
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
