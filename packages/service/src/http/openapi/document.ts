/**
 * The service's OpenAPI 3.1 document, made from the routes. A plugin would repeat every shape wherever it is used and does
 * not know plans, scopes and problem codes, which are most of this code.
 */
import type { RouteOptions } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import { languages } from '../../reading/messages/languages.ts';
import { Components, type Json } from './components.ts';
import { operationOf } from './operation.ts';
import { ProblemShape } from './problem-shape.ts';
import { headerReferences, ProblemResponses, RATE_HEADERS } from './problems.ts';
import { tagsOf } from './tags.ts';

const description = `Verified padel doubles results in, provable history and exact ratings out.

Every request but those of \`System\` carries \`Authorization: Bearer <key>\`. Bodies are JSON in UTF-8 of at most 32 KiB,
or 128 KiB for a batch. Unknown fields and parameters, wrong types and malformed values are refused, never corrected.
The content of a GET or DELETE is not read.

To try an operation here, put a key into the field *Bearer Token*. The first start of the service prints one of its demo
partner, and the examples name that partner's players; \`bandeja keys issue\`
([how](/docs/operations#partners-and-keys)) makes others. The guides begin at [/docs](/docs).

Errors are \`application/problem+json\` (RFC 9457). Programs decide by their \`code\`; all codes are explained at
[/docs/errors](/docs/errors). Any request may also meet \`request_timeout\` (408) or \`headers_too_large\` (431), after
which the connection closes.

A partner has a rate limit in units. Most requests cost one; each operation says what it costs. A body costs a unit more
for each full 16 KiB. Without \`Content-Length\` it costs as much as the largest body of its operation. Above the limit the
answer is 429, and \`Retry-After\` is exact. Each process of the service counts separately.

A connection has one request at a time. If you send another one before you have the answer, it is not handled: the connection closes after
the answer, and you send the rest again.`;

const headers: Json = {
  'X-Request-Id': {
    description: 'The caller’s own, if it was 1–128 visible ASCII characters, else a new one.',
    required: true,
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The challenge of RFC 6750; after `insufficient_scope` it names the scopes that would do.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which the same request may be sent again.',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': {
    description:
      'The partner’s rate limit (draft-ietf-httpapi-ratelimit-headers): with `"pro";q=120000;w=60` it can spend 120,000 ' +
      'units at once, and they come back evenly within 60 seconds. On every answer to a key, of any status, unless limits are off.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left: `"pro";r=119992;t=1` is 119,992 units, and more after a second. On the same answers.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'What the answer is, in short: sent back as `If-None-Match`, it asks whether anything has changed.',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: '`private, no-cache`: keep the answer for yourself, and ask with its `ETag` each time.',
    schema: { type: 'string' },
  },
  Vary: {
    description:
      'Which headers of the request the answer depends on: `Authorization` where it may be kept, `Accept-Language` where it has words for people.',
    schema: { type: 'string' },
  },
  'Content-Language': {
    description: 'The language of the words for people in the answer.',
    schema: { type: 'string', enum: [...languages] },
  },
  Location: { description: 'Where the new resource is, if it has an address.', schema: { type: 'string' } },
};

const parameters: Json = {
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description:
      'In which language the words for players and coaches are wanted (RFC 9110): `en`, `es` or `pt`, of any region; English if ' +
      'it names none of these. A browser sends its reader’s, such as `es-ES, es;q=0.9`.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an answer that is at hand; if it is still right, the answer is 304 and has no body.',
    schema: { type: 'string' },
  },
};

const notModified: Json = {
  description: 'What the caller has is still right.',
  headers: headerReferences(['X-Request-Id', ...RATE_HEADERS, 'ETag', 'Cache-Control', 'Vary']),
};

const securitySchemes: Json = {
  partnerKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A partner’s API key, `bdj_…`; the first start of the service prints one. A test key, `bdj_test_…`, reaches the sandbox only. It is not kept by this page.',
  },
  operatorToken: { type: 'http', scheme: 'bearer', description: 'The operator’s token, for `/admin/v1` only.' },
};

/** Fixed, so that the file does not depend on the order in which routes are registered. */
const methodOrder = ['get', 'put', 'post', 'patch', 'delete'];

/** @param routes every documented route; the document does not depend on their order. */
export function openApiDocument(routes: readonly RouteOptions[]): Json {
  const components = new Components();
  const problems = new ProblemResponses();
  components.schemaOf(ProblemShape);
  const paths: Record<string, Json> = {};
  for (const route of [...routes].sort(byAddress)) {
    const path = route.url.replace(/:([a-z_]+)/g, '{$1}');
    const operation = operationOf(route, components, problems);
    paths[path] = { ...paths[path], [String(route.method).toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bandeja',
      summary: packageJson.description,
      description,
      version: packageJson.version,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    externalDocs: { description: 'Guides, and what the numbers mean', url: '/docs' },
    tags: tagsOf(routes),
    paths,
    components: {
      schemas: components.schemas,
      responses: { NotModified: notModified, ...problems.responses },
      parameters,
      examples: problems.examples,
      headers,
      securitySchemes,
    },
  };
}

function byAddress(a: RouteOptions, b: RouteOptions): number {
  const order = (route: RouteOptions): number => methodOrder.indexOf(String(route.method).toLowerCase());
  return a.url === b.url ? order(a) - order(b) : a.url < b.url ? -1 : 1;
}
