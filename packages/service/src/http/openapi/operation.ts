import { scopes as keyScopes } from '@bandeja/contract/account-enums';
import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { BODY_BYTES_MAX } from '../admission/limits.ts';
import type { Csv } from '../csv/answer.ts';
import { isTagged } from '../entity-tag.ts';
import { CSV_TYPE } from '../media-types.ts';
import { STATUS_CODES } from '../node-http.ts';
import type { Access } from '../route.ts';
import type { Components, Json } from './components.ts';
import { guideSentence } from './guides.ts';
import { codesOf, headerReferences, type ProblemResponses, RATE_HEADERS } from './problems.ts';

/** Describes a route as an OpenAPI operation. @throws if it has no summary or description */
export function operationOf(route: RouteOptions, components: Components, problems: ProblemResponses): Json {
  const { operationId, summary, description, tags } = route.schema ?? {};
  const access = route.config?.access;
  if (!operationId || !summary || !description || !tags?.length || !access) {
    throw new Error(`${route.method} ${route.url} lacks an operationId, tags, a summary or a description`);
  }
  const parameters = parametersOf(route, components);
  const body = requestBodyOf(route, components);
  return {
    operationId,
    tags: [...tags],
    summary,
    description: [description, accessNote(access, route.config), guideSentence(operationId)]
      .filter((part) => part !== '')
      .join('\n\n'),
    security: securityOf(access),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...answersOf(route, components), ...problems.of(codesOf(route)) },
  };
}

function accessNote(access: Access, { cost = 1, extraUnits }: FastifyContextConfig = {}): string {
  if (access.kind === 'link' && access.to === 'match') return 'Link of a player to a match.';
  if (access.kind === 'link') return `Link: ${access.writes === true ? '`score`' : 'every'}.`;
  if (access.kind === 'cookie') return access.of === 'person' ? 'People only.' : '';
  if (access.kind !== 'partner') return '';
  const plans = access.plans?.map((plan) => plan[0]?.toUpperCase() + plan.slice(1)).join(' or ') ?? 'every';
  const scopes = access.scopes.map((scope) => `\`${scope}\``).join(' or ') || 'none';
  // If the cost depends on the body, the route's description states it.
  const costs = extraUnits === undefined ? ` Cost: ${cost} ${cost === 1 ? 'unit' : 'units'}.` : '';
  const people = access.personScope === undefined ? '' : ` For people also \`${access.personScope}\`.`;
  const callers = access.callers === undefined ? '' : ` For ${access.callers} only.`;
  return `Plan: ${plans}. Scope: ${scopes}.${people}${callers}${costs}`;
}

const hasRate = ({ config }: RouteOptions): boolean =>
  config?.access?.kind === 'partner' || config?.access?.kind === 'link';

const hasTag = (route: RouteOptions): boolean => isTagged(route) || route.config?.tagsItself === true;

/** Without scopes: OpenAPI has them for OAuth only. The description lists them. */
function securityOf(access: Access): Json[] {
  if (access.kind === 'public') return [];
  if (access.kind === 'operator')
    return [
      ...(access.by === 'cookie' ? [] : [{ operatorToken: [] }]),
      ...(access.by === 'token' ? [] : [{ operatorCookie: [] }]),
    ];
  if (access.kind === 'link') return [access.to === 'night' ? { nightLink: [] } : { matchLink: [] }];
  if (access.kind === 'invitation') return [{ invitation: [] }];
  if (access.kind === 'cookie') return [access.of === 'person' ? { personCookie: [] } : { operatorCookie: [] }];
  const { callers, scopes } = access;
  const isForKeys =
    callers !== 'people' && (scopes.length === 0 || scopes.some((one) => keyScopes.some((key) => key === one)));
  return [...(isForKeys ? [{ partnerKey: [] }] : []), ...(callers === 'keys' ? [] : [{ personCookie: [] }])];
}

function parametersOf(route: RouteOptions, components: Components): Json[] {
  const { params, querystring } = (route.schema ?? {}) as { params?: TObject; querystring?: TObject };
  const headers = [
    ...(route.config?.hasWords === true ? ['Accept-Language'] : []),
    ...(hasTag(route) ? ['If-None-Match'] : []),
  ];
  return [
    ...parametersIn('path', params, components),
    ...parametersIn('query', querystring, components),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function parametersIn(place: 'path' | 'query', shape: TObject | undefined, components: Components): Json[] {
  const required = (shape?.required ?? []) as readonly string[];
  return Object.entries((shape?.properties ?? {}) as Record<string, TSchema>).map(([name, property]) => {
    const { description, examples, ...schema } = components.schemaOf(property);
    const [example] = (examples ?? []) as unknown[];
    if (description === undefined) throw new Error(`the ${place} parameter ${name} has no description`);
    return {
      name,
      in: place,
      // A parameter with a default is optional for clients, even if the shape requires it.
      required: place === 'path' || (required.includes(name) && schema['default'] === undefined),
      description,
      schema,
      ...(example === undefined ? {} : { example }),
    };
  });
}

function requestBodyOf(route: RouteOptions, components: Components): Json | null {
  const { body } = (route.schema ?? {}) as { body?: TSchema };
  const shape = route.config?.shapes?.body;
  if (body === undefined || shape === undefined) return null;
  const [example] = ((body as { examples?: readonly unknown[] }).examples ?? []) as readonly unknown[];
  // Repeated here, since most tools show the example of a media type, and few show that of a schema.
  const content = { schema: components.schemaOf(body), ...(example === undefined ? {} : { example }) };
  const description = `At most ${(route.bodyLimit ?? BODY_BYTES_MAX) / 1024} KiB.`;
  return { required: !shape.optional, description, content: { 'application/json': content } };
}

function answersOf(route: RouteOptions, components: Components): Json {
  const answers = ((route.schema ?? {}) as { response?: Record<string, TSchema> }).response ?? {};
  const mediaType = route.config?.mediaType ?? 'application/json';
  const hasWords = route.config?.hasWords === true;
  const setsCookie = route.config?.givesCookie === true || route.config?.access?.kind === 'cookie';
  const entries = Object.entries(answers).map(([status, shape]): [string, Json] => {
    const { description = STATUS_CODES[Number(status)] ?? 'Done.' } = shape as { description?: string };
    const isKept = status === '200' && hasTag(route);
    const headers = headerReferences([
      'X-Request-Id',
      ...(hasRate(route) ? RATE_HEADERS : []),
      ...(status === '201' || status === '202' ? ['Location'] : []),
      ...(setsCookie ? ['Set-Cookie'] : []),
      ...(isKept ? ['ETag', 'Cache-Control'] : []),
      ...(route.config?.csv?.nextOf === undefined ? [] : ['Link']),
      ...(hasWords ? ['Content-Language'] : []),
      ...(isKept || hasWords ? ['Vary'] : []),
    ]);
    const { alternative, csv } = route.config ?? {};
    const content = {
      [mediaType]: { schema: components.schemaOf(shape) },
      ...(alternative && { [alternative.mediaType]: { schema: components.schemaOf(alternative.shape) } }),
      ...(csv && { [CSV_TYPE]: csvContent(csv) }),
    };
    return [status, { description, headers, ...(status === '204' ? {} : { content }) }];
  });
  if (hasTag(route)) entries.push(['304', { $ref: '#/components/responses/NotModified' }]);
  return Object.fromEntries(entries);
}

function csvContent({ columns }: Csv): Json {
  const description = 'A header, and a line for each entry ([CSV](/docs/csv)). The example is the header.';
  return { schema: { type: 'string', description }, example: `${columns.map(({ name }) => name).join(',')}\r\n` };
}
