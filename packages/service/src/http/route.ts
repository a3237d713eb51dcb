/**
 * What a route declares besides Fastify's own options. Everything is in `config` and `schema` of the one `app.route({...})`
 * call, so that access, the reading of the request and the documentation have one source.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Fault } from '@bandeja/contract/errors/problem';
import type { ErrorCode } from '@bandeja/contract/errors/registry';
import type { KeyMode, Scope } from '@bandeja/contract/keys';
import type { Plan } from '@bandeja/contract/partners';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Context, PartnerContext } from '../context.ts';
import type { Deprecation } from './deprecation.ts';
import type { ShapeTypes } from './type-provider.ts';

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ShapeTypes>;

/** Registers the routes of one noun. */
export type RouteModule = (app: App) => void;

/** Who may call a route. Every route says it; one that does not fails when it is registered. */
export type Access =
  | {
      readonly kind: 'partner';
      /** The plans that include the operation; all of them when left out. */
      readonly plans?: readonly Plan[];
      /** A key needs one of these; with an empty list every key may call the route. */
      readonly scopes: readonly Scope[];
      /** Only keys of this mode may call the route; of both when left out. */
      readonly mode?: KeyMode;
    }
  | { readonly kind: 'operator' }
  | { readonly kind: 'public' };

/**
 * Faults between the fields of a body, which may be any JSON value.
 * @param now the time of the call, in ms since 1970
 */
export type BodyRules = (body: unknown, now: number) => readonly Fault[];

/** How the requests of one route are read; worked out once, when the route is registered. */
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
  readonly path: readonly { readonly name: string; readonly shape: TSchema; readonly notFoundCode: ErrorCode }[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly access?: Access;
    /** The codes that the handler may answer with, beyond those that access, query and body imply. */
    readonly problems?: readonly ErrorCode[];
    /** What a request costs, in units of the rate limit: see costs.ts. 1 when left out. */
    readonly cost?: number;
    /** Units beyond `cost`, once query and body have been read. */
    readonly extraUnits?: (request: { readonly query: unknown; readonly body: unknown }) => number;
    /** Whether the request waits in the queue of its route, instead of with the partner's other requests. */
    readonly ownQueue?: (request: { readonly query: unknown }) => boolean;
    /** The code for a malformed path parameter, which is treated as absent: one for all, or one by name. */
    readonly notFoundCode?: ErrorCode | Readonly<Record<string, ErrorCode>>;
    /** Rules between fields of the body; their faults are reported together with those of `schema.body`. */
    readonly bodyRules?: BodyRules;
    /** Judged instead of `schema.body` (which then only documents) where the handler judges the parts by itself. */
    readonly bodyShape?: TSchema;
    /** Whether supervisors ask it. Such requests have their own pace: see pace.ts. */
    readonly isProbe?: boolean;
    /** What the route answers with, if it is not JSON. */
    readonly mediaType?: string;
    /** Set on a route that will go. */
    readonly deprecated?: Deprecation;
    /** For pages and their files, which are not part of the API description. */
    readonly undocumented?: boolean;
    /** Set by `shapesOf` when the route is registered. */
    shapes?: RequestShapes;
    /** Whether its answers have words in the caller's language; set when the route is registered. */
    readonly hasWords?: boolean;
    /** Set on the routes that only answer 405. */
    readonly allow?: readonly string[];
  }

  interface FastifySchema {
    readonly operationId?: string;
    readonly summary?: string;
    readonly description?: string;
    readonly tags?: readonly string[];
  }

  interface FastifyRequest {
    /** The context of a partner's call. Reading it on a route without partner access throws. */
    readonly context: PartnerContext;
    /** The same on a route of the operator. */
    readonly operatorContext: Context;
  }
}
