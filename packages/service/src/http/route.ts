/**
 * The options of a route beyond Fastify's own. They are all in `config` and `schema` of the `app.route({...})` call, so that access,
 * validation and documentation have one source.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { KeyMode, Plan, Scope } from '@bandeja/contract/account-enums';
import type { Fault } from '@bandeja/contract/errors/problem';
import type { ErrorCode } from '@bandeja/contract/errors/registry';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type {
  InvitedContext,
  LinkActor,
  LinkContext,
  MatchLinkContext,
  OperatorContext,
  PartnerContext,
  PersonContext,
} from '../context.ts';
import type { NotFoundCode } from '../validation/not-found.ts';
import type { Csv } from './csv/answer.ts';
import type { ShapeTypes } from './type-provider.ts';

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ShapeTypes>;

/** Registers the routes of one resource. */
export type RouteModule = (app: App) => void;

/** Who may call a route. Required: a route without it fails when it is registered. */
export type Access =
  | {
      readonly kind: 'partner';
      /** The plans that include the operation. Default: all plans. */
      readonly plans?: readonly Plan[];
      /** A caller needs one of these. If the list is empty, every caller may call the route. */
      readonly scopes: readonly Scope[];
      /** A person needs this scope, too. */
      readonly personScope?: Scope;
      /** The mode that a caller needs. Default: any mode. */
      readonly mode?: KeyMode;
      /** Only keys, or only people. Every other caller gets `invalid_credentials`. Default: both. */
      readonly callers?: 'keys' | 'people';
      /** True if the route answers the same in both modes, from the live database. */
      readonly isOutsideModes?: boolean;
    }
  | {
      /** The cookie of a sign-in, even if it has ended. The request has no context. */
      readonly kind: 'cookie';
      readonly of: 'person' | 'operator';
    }
  | { readonly kind: 'invitation' }
  | {
      /** A link to a night, or of a player to a match. */
      readonly kind: 'link';
      readonly to: LinkActor['to'];
      /** True if the route writes. Of a night's links, only those that enter results may call it, and only for their court. */
      readonly writes?: boolean;
    }
  | {
      readonly kind: 'operator';
      /** Only tokens, or only cookies. Every other credential gets `invalid_credentials`. Default: both. */
      readonly by?: 'token' | 'cookie';
    }
  | { readonly kind: 'public' };

/**
 * Checks rules between fields of a body. The body may be any JSON value.
 * @param now ms since 1970
 */
export type BodyRules = (body: unknown, now: number) => readonly Fault[];

/** A path parameter. */
export interface PathShape {
  readonly name: string;
  readonly shape: TSchema;
  /** The error for a malformed value; null if the request creates what it names, so that the body's error says the rule. */
  readonly notFoundCode: NotFoundCode | null;
}

/** The shapes to validate a route's requests with, prepared when the route is registered. */
export interface RequestShapes {
  readonly query: TObject;
  /** Undefined for methods whose content is not read. */
  readonly body:
    | {
        readonly shape: TSchema;
        readonly rules: BodyRules | undefined;
        readonly optional: boolean;
      }
    | undefined;
  readonly path: readonly PathShape[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly access?: Access;
    /** The problem codes of the handler, beyond those that access, query and body imply. */
    readonly problems?: readonly ErrorCode[];
    /** The cost of a request in rate limit units (see admission/costs.ts). Default: 1. */
    readonly cost?: number;
    /** Rate limit units in addition to `cost`, depending on query and body. */
    readonly extraUnits?: (request: { readonly query: unknown; readonly body: unknown }) => number;
    /** True if the request waits in a queue of the handler, not in the partner's queue. */
    readonly ownQueue?: (request: { readonly query: unknown }) => boolean;
    /** The 404 code for a malformed path parameter: one for all, or one per parameter. */
    readonly notFoundCode?: NotFoundCode | Readonly<Record<string, NotFoundCode>>;
    /** True if the request creates what its path names: a malformed name is then a 422 with the rule. */
    readonly createsByPath?: boolean;
    /** Rules between fields of the body. Their faults are reported together with those of `schema.body`. */
    readonly bodyRules?: BodyRules;
    /** Validated instead of `schema.body`, which is then only documentation. For handlers that validate parts of the body. */
    readonly bodyShape?: TSchema;
    /** True for health checks, which have their own throttle (see admission/pace.ts). */
    readonly isProbe?: boolean;
    /** The media type of the response. Default: JSON. */
    readonly mediaType?: string;
    /** The shape of the response in another media type, which `Accept` chooses. */
    readonly alternative?: { readonly mediaType: string; readonly shape: TSchema };
    /** The response as CSV, which `Accept` chooses. */
    readonly csv?: Csv;
    /** True for pages and their files: they are not in the API description. */
    readonly undocumented?: boolean;
    /** True for pages whose script reads the query: the service does not look at it. */
    readonly ignoresQuery?: boolean;
    /** Set by `shapesOf` when the route is registered. */
    shapes?: RequestShapes;
    /** Whether responses contain text in the caller's language. Set when the route is registered. */
    readonly hasWords?: boolean;
    /** True if a successful response sets a cookie: other pages may not call the route. */
    readonly givesCookie?: boolean;
    /** True if pages of other origins may call the route (see other-origins.ts). */
    readonly allowsOtherOrigins?: boolean;
    /** True for responses that many phones poll: they are compressed for clients that accept it. */
    readonly isCompressed?: boolean;
    /** True if the handler sends an entity tag, and 304 to a client that has it. */
    readonly tagsItself?: boolean;
    /** True if the last segment of the path is also a name that a path with a parameter takes: that path serves the other methods. */
    readonly isAlsoName?: boolean;
    /** The allowed methods. Set on routes that only send 405. */
    readonly allow?: readonly string[];
  }

  interface FastifySchema {
    readonly operationId?: string;
    readonly summary?: string;
    readonly description?: string;
    readonly tags?: readonly string[];
  }

  interface FastifyRequest {
    /** The context of a partner's call. Throws on a route without partner access. */
    readonly context: PartnerContext;
    /** The context of a person's call. Throws unless the caller is a person. */
    readonly personContext: PersonContext;
    /** The context of a call with an invitation. Throws on a route without that access. */
    readonly invitedContext: InvitedContext;
    /** The context of a call by a link to a night. Throws on a route without that access. */
    readonly linkContext: LinkContext;
    /** The context of a call by a link to a match. Throws on a route without that access. */
    readonly matchLinkContext: MatchLinkContext;
    /** The context of an operator's call. Throws on a route without operator access. */
    readonly operatorContext: OperatorContext;
  }
}
