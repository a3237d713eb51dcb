/** The faults of a response by `openapi.json`. */
import assert from 'node:assert/strict';
import { type ErrorCode, errorRegistry } from '@bandeja/contract/errors/registry';
import type { Contract } from '../../support/contract.ts';
import { document } from '../contract/document.ts';
import type { RawRequest, RawResponse } from './raw-request.ts';

/** Sent with every response and documented for all of them in prose, or by HTTP itself. */
const GENERAL_HEADERS = [
  'content-encoding',
  ...[
    'connection',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'x-content-type-options',
    'referrer-policy',
  ],
  ...['content-security-policy', 'cache-control', 'bandeja-mode', 'x-request-id', 'x-frame-options'],
];

/** Paths that pages of every origin may call, as the document says in prose alone. */
const isForAnyPage = (pattern = ''): boolean => pattern.startsWith('/v1/night');
const CORS_HEADERS = ['access-control-allow-origin', 'access-control-expose-headers'];

/** The parser refuses these before it has read a path: any request may get them. */
const ANY_REQUEST: readonly string[] = ['request_timeout', 'headers_too_large', 'malformed_request', 'body_too_large'];

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

const INTERNALS = /\bselect\b|\.ts\b|node_modules|\bat \w+ \(|relation "|syntax error|undefined|\[object /i;

/** The contract in a form that the fuzz compares responses with. @returns a sentence; null if all is as documented */
export function faultOf(contract: Contract, { method, target }: RawRequest, response: RawResponse): string | null {
  try {
    check(contract, method, target.split('?')[0] ?? '', response);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function check(contract: Contract, method: string, path: string, response: RawResponse): void {
  const { status, headers, text } = response;
  assert.notEqual(status, 0, 'the connection closed without a response');
  assert.ok(status < 500, `a fault of the service: ${status} ${text}`);
  if (status >= 400 && method !== 'HEAD') checkProblem(response);
  const code = status >= 400 && text !== '' ? String(JSON.parse(text).code) : null;
  // Methods are compared with case.
  const isMethod = method === method.toUpperCase();
  const pattern = isMethod && isDecodable(path) ? contract.patternOf(method, path) : undefined;
  const operation = pattern === undefined ? undefined : document.paths[pattern]?.[method.toLowerCase()];
  if (operation !== undefined && !(code !== null && isOfParser(response, code))) {
    contract.check({ method, path, contentType: headers['content-type'], ...response });
    const general = isForAnyPage(pattern) ? [...GENERAL_HEADERS, ...CORS_HEADERS] : GENERAL_HEADERS;
    checkHeaders(operation.responses[String(status)] ?? {}, response, general);
  } else if (operation === undefined) checkWithoutOperation(contract, method, path, response, code);
}

/** The parser closes the connection and has no route. */
function isOfParser({ headers }: RawResponse, code: string): boolean {
  return ANY_REQUEST.includes(code) && headers['content-security-policy'] === undefined;
}

function checkProblem({ status, headers, text }: RawResponse): void {
  assert.equal(headers['content-type'], 'application/problem+json', text);
  const problem = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const entry = errorRegistry[problem['code'] as ErrorCode];
  assert.ok(entry !== undefined, `unknown code: ${text}`);
  const { type, title, request_id } = problem;
  const expected = [entry.status, entry.status, entry.title, `/docs/errors#${problem['code']}`];
  assert.deepEqual([status, problem['status'], title, type], expected, text);
  assert.equal(request_id, headers['x-request-id'], text);
  const isList = Array.isArray(problem['errors']) && problem['errors'].length > 0;
  if (problem['code'] === 'invalid_body' || problem['code'] === 'invalid_query') assert.ok(isList, text);
  assert.doesNotMatch(String(problem['detail']), INTERNALS);
}

/** Each documented header that a status implies is sent, and no header is sent that is not documented. */
function checkHeaders(documented: object, { status, headers, text }: RawResponse, general: readonly string[]): void {
  const names = headersOf(documented).map((name) => name.toLowerCase());
  const undocumented = Object.keys(headers).filter((name) => !names.includes(name) && !general.includes(name));
  assert.deepEqual(undocumented, [], `${status} has headers that are not documented: ${text.slice(0, 200)}`);
  const due = names.filter((name) =>
    ['x-request-id', 'retry-after', 'allow', 'etag', 'content-language'].includes(name),
  );
  if (status === 401) due.push('www-authenticate');
  const missing = due.filter((name) => headers[name] === undefined);
  assert.deepEqual(missing, [], `${status} lacks documented headers: ${text.slice(0, 200)}`);
}

function headersOf(response: { readonly $ref?: string; readonly headers?: object }): string[] {
  const shared = response.$ref?.split('/').at(-1);
  const { headers = {} } = shared === undefined ? response : (document.components.responses[shared] ?? {});
  return Object.keys(headers);
}

/** No operation takes the request: a 404, a 405 with the documented methods, or a refusal of the parser. */
function checkWithoutOperation(
  contract: Contract,
  method: string,
  path: string,
  { status, headers, text }: RawResponse,
  code: string | null,
): void {
  const [pattern] = isDecodable(path) ? contract.patternsOf(path) : [];
  const methods = Object.keys(document.paths[pattern ?? ''] ?? {}).map((one) => one.toUpperCase());
  if (code !== null && ANY_REQUEST.includes(code)) return;
  if (method === 'HEAD' && methods.includes('GET')) {
    assert.equal(text, '', 'a response to HEAD has no body');
    assert.ok(document.paths[pattern ?? '']?.['get']?.responses[String(status)], `HEAD answered ${status}`);
    return;
  }
  if (method === 'HEAD') return;
  if (method === 'OPTIONS' && isForAnyPage(pattern)) {
    assert.ok(status === 204 || code === 'plan_not_found', `a preflight answered ${status} ${text}`);
    return;
  }
  // The method is refused before the escapes of the path are read.
  if (code === 'method_not_allowed' && !isDecodable(path)) return;
  const isRoute = pattern !== undefined && method !== 'CONNECT';
  assert.equal(code, isRoute ? 'method_not_allowed' : 'route_not_found', text);
  if (!isRoute) return;
  // `/v1/players/batch` is also the path of a player.
  const others = METHODS.filter((one) => isDecodable(path) && contract.patternOf(one, path) !== undefined);
  const preflight = isForAnyPage(pattern) ? ['OPTIONS'] : [];
  const allowed = [methods, others].map((of) =>
    [...of, ...(of.includes('GET') ? ['HEAD'] : []), ...preflight].sort().join(', '),
  );
  assert.ok(allowed.includes(headers['allow'] ?? ''), `allows ${headers['allow']}, not ${allowed}`);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
