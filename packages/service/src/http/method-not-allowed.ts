import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../validation/not-found.ts';
import type { App } from './route.ts';
import { pathOf } from './target.ts';

/** Methods that a path may have, and that of browsers before requests to other hosts. All others have no route anywhere. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods of every path pattern, filled while routes are registered. */
export type MethodsByPath = Map<string, Set<string>>;

/**
 * Registers a 405 route for each other method of each path. So the router prefers a static path to one with a parameter:
 * PATCH /v1/players/search is a 405 and not a change of the player "search". The exception are paths that are also names.
 */
export function refuseOtherMethods(app: App, methodsByPath: MethodsByPath, names: ReadonlySet<string>): void {
  for (const url of names) addMethodsOfNames(methodsByPath, url);
  for (const [url, known] of [...methodsByPath]) {
    const allow = [...known].sort();
    app.route({
      url,
      method: methods.filter((method) => !known.has(method)),
      config: { access: { kind: 'public' }, allow },
      handler: () => Promise.reject(methodNotAllowed(allow)),
    });
  }
}

/** Adds to the methods of `/v1/players/batch` those of `/v1/players/:username`. */
function addMethodsOfNames(methodsByPath: MethodsByPath, url: string): void {
  const parent = url.slice(0, url.lastIndexOf('/') + 1);
  for (const [pattern, methods] of methodsByPath) {
    if (!pattern.startsWith(`${parent}:`) || pattern.slice(parent.length).includes('/')) continue;
    methodsByPath.set(url, methods.union(methodsByPath.get(url) ?? new Set()));
  }
}

/** Runs before authentication. @throws {Problem} `route_not_found`, `method_not_allowed` */
export function refuseUnknownRoute(
  request: FastifyRequest,
  methodsByPath: MethodsByPath,
  servesOperators: boolean,
): void {
  const { url: pattern = '' } = request.routeOptions;
  const path = pathOf(request.url);
  // The router matches `/v1/players/` with an empty player name.
  const isNameless = Object.values(request.params as Readonly<Record<string, string>>).includes('');
  const isHidden = !servesOperators && isForOperators(pattern);
  if (request.is404 || isNameless || isHidden || isDisguised(pattern, path)) {
    const known = methods.includes(request.method) ? null : methodsOfPath(methodsByPath, path, servesOperators);
    throw known === null ? notFound('route_not_found', path) : methodNotAllowed(known);
  }
  const { allow } = request.routeOptions.config;
  if (allow !== undefined) throw methodNotAllowed(allow);
}

/** Whether a path is only for operators and their monitoring. */
export const isForOperators = (pattern: string): boolean => pattern === '/metrics' || pattern.startsWith('/admin/');

/** The router reads `/%61dmin` as `/admin`. A proxy that hides `/admin` may not. */
function isDisguised(pattern: string, path: string): boolean {
  if (!path.includes('%')) return false;
  const segments = path.split('/');
  for (const [index, fixed] of pattern.split('/').entries()) {
    if (fixed === '*') return false;
    if (!fixed.startsWith(':') && segments[index] !== fixed) return true;
  }
  return false;
}

export function methodNotAllowed(allow: readonly string[]): Problem {
  const detail = `The path exists, but not with this method. It takes ${allow.join(', ')}.`;
  return new Problem('method_not_allowed', detail, { headers: { Allow: allow.join(', ') } });
}

/** A path that has no parameter for longer comes first, as in the router. */
const rankOf = (pattern: string): string =>
  pattern
    .split('/')
    .map((segment) => (/^[:*]/.test(segment) ? 1 : 0))
    .join('');

/** The methods of the matching path that the router prefers; null if no path matches. */
export function methodsOfPath(
  methodsByPath: MethodsByPath,
  path: string,
  servesOperators: boolean,
): readonly string[] | null {
  const matching = [...methodsByPath]
    .filter(([pattern]) => servesOperators || !isForOperators(pattern))
    .filter(([pattern]) =>
      new RegExp(
        `^${pattern
          .replaceAll('.', '\\.')
          .replace('*', '.*')
          .replace(/:[a-z_]+/g, '[^/]+')}$`,
      ).test(path),
    )
    .sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1));
  const best = matching[0];
  return best === undefined ? null : [...best[1]].sort();
}
