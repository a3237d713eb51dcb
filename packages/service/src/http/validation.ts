/**
 * Validates requests in the contract's order: query (400), body (422), path (404). The path comes last, since a malformed id is just
 * an id that does not exist. Fastify's own validation is off, because it stops at the first invalid part.
 */

import { Fields } from '@bandeja/contract/shapes';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { faultsOf, invalidBody, isValid } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { requireFaultCodes } from '../validation/validator.ts';
import { contextOf } from './admission/request-context.ts';
import { listOf } from './lists.ts';
import { parseQuery } from './query.ts';
import type { RequestShapes } from './route.ts';
import { queryTextOf } from './target.ts';

const NO_FIELDS = Fields({});

/** @throws if a shape uses a keyword without a fault code, or a path parameter has no shape */
export function shapesOf(route: RouteOptions): RequestShapes {
  const schema = (route.schema ?? {}) as { body?: TSchema; querystring?: TObject; params?: TObject };
  const query = schema.querystring ?? NO_FIELDS;
  for (const property of Object.values(query.properties)) requireFaultCodes(property as TSchema);
  return { query, body: bodyShape(route, schema.body), path: pathShapes(route, schema.params) };
}

function bodyShape(route: RouteOptions, documented: TSchema | undefined): RequestShapes['body'] {
  const method = String(route.method);
  if (method === 'DELETE' && documented === undefined) return undefined;
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return undefined;
  const shape = route.config?.bodyShape ?? documented ?? NO_FIELDS;
  requireFaultCodes(shape);
  if (documented !== undefined) requireFaultCodes(documented);
  // A route that accepts `{}` also accepts an empty body, except for PATCH, where it would change nothing.
  const { required = [] } = (documented ?? shape) as { readonly required?: readonly string[] };
  const optional = method !== 'PATCH' && required.length === 0;
  return { shape, rules: route.config?.bodyRules, optional };
}

function pathShapes(route: RouteOptions, params: TObject | undefined): RequestShapes['path'] {
  const codes = route.config?.notFoundCode ?? 'route_not_found';
  return [...route.url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => {
    const shape = params?.properties[name] as TSchema | undefined;
    if (shape === undefined) throw new Error(`${route.url}: schema.params has no shape for the path parameter ${name}`);
    requireFaultCodes(shape);
    if (route.config?.createsByPath === true) return { name, shape, notFoundCode: null };
    return { name, shape, notFoundCode: typeof codes === 'string' ? codes : (codes[name] ?? 'route_not_found') };
  });
}

/** @throws {Problem} `invalid_query`, `invalid_body`. */
export function readQueryAndBody(request: FastifyRequest): void {
  const { shapes, ignoresQuery } = request.routeOptions.config;
  if (shapes === undefined || ignoresQuery === true) return;
  request.query = parseQuery(shapes.query, queryTextOf(request.raw.url ?? ''), (filters) => listOf(request, filters));
  if (shapes.body === undefined) return;
  const { shape, rules, optional } = shapes.body;
  const body = optional && request.body === undefined ? {} : request.body;
  const faults = [...faultsOf(shape, body), ...(rules?.(body, contextOf(request).now()) ?? [])];
  if (faults.length > 0) throw invalidBody(faults);
  request.body = body;
}

/** @throws {Problem} for a malformed path parameter: the route's `notFoundCode`, or `invalid_body` if the request creates it */
export function readPath(request: FastifyRequest): void {
  const params = request.params as Readonly<Record<string, string>>;
  for (const { name, shape, notFoundCode } of request.routeOptions.config.shapes?.path ?? []) {
    const value = params[name] ?? '';
    if (isValid(shape, value)) continue;
    if (notFoundCode !== null) throw notFound(notFoundCode, value);
    throw invalidBody(faultsOf(shape, value).map(({ code, detail }) => ({ parameter: name, code, detail })));
  }
}
