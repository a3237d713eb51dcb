/**
 * Generates the OpenAPI 3.1 document from the routes. A plugin would repeat every shape at each use, and knows nothing of plans,
 * scopes and problem codes, which are most of this code.
 */
import type { RouteOptions } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import { languages } from '../../messages/languages.ts';
import { Components, type Json } from './components.ts';
import { operationOf } from './operation.ts';
import { ProblemShape } from './problem-shape.ts';
import { headerReferences, ProblemResponses, RATE_HEADERS } from './problems.ts';
import { tagsOf } from './tags.ts';
import { webhookParameters, webhooksOf } from './webhooks.ts';

const description = `Verified padel doubles results in, provable history and exact ratings out.

Send \`Authorization: Bearer <key>\` with every request, except those of \`System\`. People in a browser sign in with an
invitation instead, and send its cookie with \`Bandeja-Mode: live\` or \`test\` ([people](/docs/people)). Bodies are JSON in UTF-8 of at most 32 KiB,
or 128 KiB for a batch. Unknown fields and parameters, wrong types and malformed values are refused, never corrected:
in a query, \`01\` and \`6.0\` are not integers. The body of a GET is ignored, and so is that of a DELETE unless it is documented.

To try an operation here, enter a key in the field *Bearer Token*. The first start of the service prints the keys of a demo
partner, and the examples use that partner's players. To issue other keys, run \`bandeja keys issue\`
([how](/docs/operations/partners)). The guides start at [/docs](/docs).

With \`Accept: text/csv\`, lists for spreadsheets are CSV ([how](/docs/csv)).

Errors are \`application/problem+json\` (RFC 9457). Programs should use their \`code\`: [/docs/errors](/docs/errors) explains
every code. Any request may also get \`request_timeout\` (408) or \`headers_too_large\` (431); then the connection closes.

Each partner has a rate limit in units. Most requests cost one unit; the description of each operation states its cost. A body
costs another unit for each full 16 KiB. Without \`Content-Length\`, it costs as much as the largest body that the operation
allows. Above the limit, the response is 429 with an exact \`Retry-After\`. Each process of the service counts separately.

Send one request at a time on a connection. If you send another one before you have the response, it is not handled. The
connection closes after the response, and you send the rest again.`;

const headers: Json = {
  'X-Request-Id': {
    description:
      'The id of the request: the one that you sent, if it has 1–128 visible ASCII characters, else a new one.',
    required: true,
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The challenge (RFC 6750). With `insufficient_scope`, it names the scopes that the operation accepts.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods that the path takes.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'The number of seconds to wait before you send the request again.',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': {
    description:
      'The rate limit (draft-ietf-httpapi-ratelimit-headers). `"pro";q=120000;w=60` means: you can spend 120,000 units at ' +
      'once, and they are refilled evenly within 60 seconds. Sent with every response to a key unless limits are off.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The units left. `"pro";r=119992;t=1` means: 119,992 units are left, and more are available after a second. Sent with the same responses.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'The tag of the response. Send it as `If-None-Match` to check whether anything has changed.',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description:
      '`private, no-cache`: you may cache the response, but revalidate it with its `ETag` each time. `public, max-age=300` for this document.',
    schema: { type: 'string' },
  },
  Vary: {
    description:
      'The request headers that the response depends on: the credential (`Authorization`, `Cookie`, `Bandeja-Mode`) if it may be cached, `Accept-Language` if it contains text for people, `Accept` if it has several media types, `Accept-Encoding` for this document.',
    schema: { type: 'string' },
  },
  'Content-Language': {
    description: 'The language of the text for people in the response.',
    schema: { type: 'string', enum: [...languages] },
  },
  'Set-Cookie': {
    description:
      'The cookie of the sign-in, or its removal. Any other operation of a person sends the cookie again when it extends the sign-in, at most once a day.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Of a page of CSV: the address of the next page, as `<…>; rel="next"` (RFC 8288), relative to this one. None on the last page, and none with JSON.',
    schema: { type: 'string' },
  },
  Location: { description: 'The address of the new resource, if it has one.', schema: { type: 'string' } },
};

const parameters: Json = {
  ...webhookParameters,
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description:
      'The language of the text for players and coaches (RFC 9110): `en`, `es` or `pt`, of any region. Default: English. You can ' +
      'forward the header of your user’s browser, such as `es-ES, es;q=0.9`.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a cached response. If it is still current, the response is 304 without a body.',
    schema: { type: 'string' },
  },
};

const notModified: Json = {
  description: 'The cached response is still current.',
  headers: headerReferences(['X-Request-Id', ...RATE_HEADERS, 'ETag', 'Cache-Control', 'Vary']),
};

const securitySchemes: Json = {
  partnerKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A partner’s API key, `bdj_…`. The first start of the service prints one. A test key, `bdj_test_…`, reaches only the sandbox. This page does not store the key.',
  },
  personCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-bandeja',
    description:
      'The cookie of a person that is signed in; over HTTP `bandeja-<port>`. Only beside `Bandeja-Mode: live` or `Bandeja-Mode: test`, and without `Authorization`. Beside `Bandeja-Person: <id>`, a request of any other person is 401 `invalid_credentials`.',
  },
  operatorCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-bandeja-operator',
    description:
      'The cookie of an operator that is signed in; over HTTP `bandeja-operator-<port>`. Only beside `Bandeja-Mode: live`, and without `Authorization`.',
  },
  invitation: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of an invitation, `bdi_…`, only to read it and to sign in with it.',
  },
  nightLink: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a link to a night, `bdn_…`, only for `/v1/night`.',
  },
  matchLink: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a player’s link to a match, `bdc_…`, only for `/v1/confirmation`.',
  },
  operatorToken: { type: 'http', scheme: 'bearer', description: 'The operator token, only for `/admin/v1`.' },
};

/** Fixed, so that the document does not depend on the order of registration. */
const methodOrder = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * @param routes the documented routes, in any order
 * @param publicUrl the address of the service, if it is configured. Tools that import the document then need no other.
 */
export function openApiDocument(routes: readonly RouteOptions[], publicUrl: URL | null): Json {
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
      contact: { name: 'The operator of the service that serves this document' },
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: publicUrl?.origin ?? '/', description: 'The service that serves this document.' }],
    // Linters accept only absolute addresses.
    ...(publicUrl && {
      externalDocs: { description: 'Guides, and what the numbers mean', url: new URL('/docs', publicUrl).href },
    }),
    tags: tagsOf(routes),
    paths,
    webhooks: webhooksOf(components),
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
