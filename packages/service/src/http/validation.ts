/**
 * Reading a request by the shapes of its route, in the contract's order: query (400), body (422), and last the
 * path (404), since a malformed id is only an id that does not exist. Fastify's own validation is switched off: it stops at the first part.
 */

import { Problem } from '@bandeja/contract/errors/problem';
import { Fields } from '@bandeja/contract/shapes';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { faultsOf, invalidBody, isValid } from '../runtime/faults/faults-of.ts';
import { validatorOf } from '../runtime/faults/validator.ts';
import { contextOf } from './access.ts';
import { listOf } from './lists.ts';
import { parseQuery } from './query.ts';
import type { RequestShapes } from './route.ts';
import { queryTextOf } from './target.ts';

const nothing = Fields({});

/** @throws if the route's shapes use what cannot be reported, or leave a path parameter without a shape. */
export function shapesOf(route: RouteOptions): RequestShapes {
  const schema = (route.schema ?? {}) as { body?: TSchema; querystring?: TObject; params?: TObject };
  const query = schema.querystring ?? nothing;
  for (const property of Object.values(query.properties)) validatorOf(property as TSchema);
  return { query, body: bodyShape(route, schema.body), path: pathShapes(route, schema.params) };
}

function bodyShape(route: RouteOptions, documented: TSchema | undefined): RequestShapes['body'] {
  const method = String(route.method);
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return undefined;
  const shape = route.config?.bodyShape ?? documented ?? nothing;
  validatorOf(shape);
  // The handler judges by this one; compiled here, it delays no request.
  if (documented !== undefined) validatorOf(documented);
  // A route that accepts `{}` also accepts no body at all; but a PATCH without a body changes nothing.
  const optional = method !== 'PATCH' && isValid(documented ?? shape, {});
  return { shape, rules: route.config?.bodyRules, optional };
}

function pathShapes(route: RouteOptions, params: TObject | undefined): RequestShapes['path'] {
  const codes = route.config?.notFoundCode ?? 'route_not_found';
  return [...route.url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => {
    const shape = params?.properties[name] as TSchema | undefined;
    if (shape === undefined) throw new Error(`${route.url}: the path parameter ${name} has no shape in schema.params`);
    validatorOf(shape);
    return { name, shape, notFoundCode: typeof codes === 'string' ? codes : (codes[name] ?? 'route_not_found') };
  });
}

/** @throws {Problem} `invalid_query`, `invalid_body`. */
export function readQueryAndBody(request: FastifyRequest): void {
  const { shapes } = request.routeOptions.config;
  if (shapes === undefined) return;
  request.query = parseQuery(shapes.query, queryTextOf(request.raw.url ?? ''), (filters) => listOf(request, filters));
  if (shapes.body === undefined) return;
  const { shape, rules, optional } = shapes.body;
  const body = optional && request.body === undefined ? {} : request.body;
  const faults = [...faultsOf(shape, body), ...(rules?.(body, contextOf(request).now()) ?? [])];
  if (faults.length > 0) throw invalidBody(faults);
  request.body = body;
}

/** @throws {Problem} the route's 404 for a path parameter that no resource can have. */
export function readPath(request: FastifyRequest): void {
  const params = request.params as Readonly<Record<string, string>>;
  for (const { name, shape, notFoundCode } of request.routeOptions.config.shapes?.path ?? []) {
    if (!isValid(shape, params[name])) throw new Problem(notFoundCode);
  }
}
