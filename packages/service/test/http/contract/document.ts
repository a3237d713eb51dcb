/** The operations of the committed `openapi.json`: the service must do what the file promises. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Plan, plans, type Scope, scopes } from '@bandeja/contract/account-enums';

/** A JSON schema without references. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Body {
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: Readonly<Record<string, unknown>>;
}

export interface Operation {
  /** Method and path, as in `GET /v1/matches/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly access:
    | 'public'
    | 'operator'
    | 'link'
    | 'match link'
    | 'test key'
    | 'partner'
    | 'person'
    | 'invitation'
    | 'operator cookie';
  /** A key needs one of these. */
  readonly scopes: readonly Scope[];
  /** A person needs all of one of these. */
  readonly personScopes: readonly (readonly Scope[])[];
  /** Whether the cookie of an operator opens it. */
  readonly takesOperatorCookie: boolean;
  readonly plans: readonly Plan[];
  readonly query: readonly Parameter[];
  readonly body: Body | undefined;
  readonly bodyKibMax: number;
  /** The header names of each successful status, in lower case. */
  readonly successes: ReadonlyMap<number, readonly string[]>;
  readonly hasWords: boolean;
  /** The media types of the response with status 200. */
  readonly mediaTypes: readonly string[];
  /** The header of the response as CSV; undefined for none. */
  readonly csvHeader: string | undefined;
}

interface RawOperation {
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description: string;
    readonly content: { readonly 'application/json': { readonly schema: unknown; readonly example: Body['example'] } };
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly $ref?: string;
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content?: Readonly<Record<string, { readonly example?: string }>>;
      }
    >
  >;
}

export const document = JSON.parse(readFileSync(new URL('../../../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly headers?: object }>> };
};

/** Replaces references by what they refer to. Request schemas have no circles. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as { readonly $ref?: string };
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(rest).map(([name, child]) => [name, resolved(child)]));
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document);
  return { ...(resolved(target) as object), ...rest };
}

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => operationOf(method.toUpperCase(), path, raw)),
);

function operationOf(method: string, path: string, raw: RawOperation): Operation {
  const parameters = (resolved(raw.parameters ?? []) as readonly Parameter[]).filter((one) => one.in !== 'path');
  const content = raw.requestBody?.content['application/json'];
  return {
    name: `${method} ${path}`,
    method,
    path,
    access: accessOf(raw),
    scopes: scopesOf(raw.description).filter((one) => scopes.some((known) => known === one)),
    personScopes: raw.security.some((one) => 'personCookie' in one) ? personScopesOf(raw.description) : [],
    takesOperatorCookie: raw.security.some((one) => 'operatorCookie' in one),
    plans: plansOf(raw.description),
    query: parameters.filter((one) => one.in === 'query'),
    body: content && {
      required: raw.requestBody?.required === true,
      schema: resolved(content.schema) as Schema,
      example: content.example,
    },
    bodyKibMax: Number(/At most (\d+) KiB/.exec(raw.requestBody?.description ?? 'At most 32 KiB')?.[1]),
    successes: new Map(
      Object.entries(raw.responses)
        .filter(([status]) => status < '300')
        .map(([status, { headers = {} }]) => [Number(status), Object.keys(headers).map((name) => name.toLowerCase())]),
    ),
    hasWords: parameters.some(({ name }) => name === 'Accept-Language'),
    mediaTypes: Object.keys(raw.responses['200']?.content ?? {}),
    csvHeader: raw.responses['200']?.content?.['text/csv']?.example,
  };
}

function accessOf({ security, responses }: RawOperation): Operation['access'] {
  const [scheme] = security;
  if (scheme === undefined) return 'public';
  if ('operatorToken' in scheme) return 'operator';
  if ('operatorCookie' in scheme) return 'operator cookie';
  if ('nightLink' in scheme) return 'link';
  if ('matchLink' in scheme) return 'match link';
  if ('invitation' in scheme) return 'invitation';
  if ('personCookie' in scheme) return 'person';
  assert.ok('partnerKey' in scheme);
  return responses['403']?.$ref?.includes('test_key_required') ? 'test key' : 'partner';
}

/** The document names plans in prose alone: `Plan: Pro or Enterprise.` */
function plansOf(description: string): Plan[] {
  const text = /^Plan: ([\w ]+)\./m.exec(description)?.[1]?.toLowerCase() ?? 'every';
  return plans.filter((plan) => text === 'every' || text.split(' or ').includes(plan));
}

/** Scopes are in prose alone, too: ``Scope: `a` or `b`.`` */
function scopesOf(description: string): Scope[] {
  const [, text = ''] = / Scope: ([^.]+)\./.exec(description) ?? [];
  return Array.from(text.matchAll(/`([a-z:]+)`/g), ([, scope]) => scope as Scope);
}

/** ``For people also `c`.`` */
function personScopesOf(description: string): Scope[][] {
  const needed = scopesOf(description).map((scope) => [scope]);
  const more = (/ For people also `([a-z:]+)`\./.exec(description)?.slice(1) ?? []) as Scope[];
  return (needed.length === 0 ? [[]] : needed).map((some) => [...some, ...more]);
}

/** The client of a fixture that may call operations of each kind. */
export const callers = {
  public: 'nobody',
  operator: 'operator',
  'operator cookie': 'signedInOperator',
  link: 'phone',
  'match link': 'answerer',
  partner: 'partner',
  person: 'manager',
  invitation: 'invited',
  'test key': 'tester',
} as const satisfies Record<Operation['access'], string>;

/** Path values that name nothing: the refusals of key, query and body come before the path is looked up. */
export const absent: Readonly<Record<string, string>> = {
  id: '019de4f2-a340-8f34-a99b-71224f08972d',
  ref: 'no-night',
  username: 'nobody-here',
  slug: 'no-roster',
  round: '40',
  court: '16',
  kind: 'licence',
};

/** The path of an operation with these values, or with values that name nothing. */
export function pathOf({ path }: Operation, values: Readonly<Record<string, string>> = absent): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? assert.fail(name)));
}
