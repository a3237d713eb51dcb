import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { errorRegistry } from '@bandeja/contract/errors/registry';
import { eventTypes } from '@bandeja/contract/event-types';
import { parseInstant } from '@bandeja/contract/instant';
import { isShownText } from '@bandeja/contract/shown-text';
import { isTimeZone } from '@bandeja/contract/time-zones';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { assemble } from '../../src/assemble.ts';
import { serviceContext } from '../../src/context.ts';
import { PROBLEM_MEDIA_TYPE } from '../../src/http/problem-answer.ts';

type Json = { readonly [name: string]: unknown };

let text = '';
let document: Json = {};

/** The real routes; no database, since describing them must not need one. */
const realApp = (settings: { readonly publicUrl?: URL } = {}) =>
  assemble(serviceContext({} as never), { operatorToken: 'unused', rateLimits: null, log: 'silent', ...settings }).app;

before(async () => {
  const app = realApp();
  const response = await app.inject('/openapi.json');
  await app.close();
  assert.equal(response.statusCode, 200, response.body);
  text = response.body;
  document = response.json();
});

/** Every object in the document with its JSON pointer. */
function* objectsIn(value: unknown, pointer = '#'): Generator<{ readonly pointer: string; readonly value: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { pointer, value: value as Json };
  for (const [key, child] of Object.entries(value)) {
    yield* objectsIn(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function operations(): { readonly address: string; readonly operation: Json }[] {
  return Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      address: `${method.toUpperCase()} ${path}`,
      operation: operation as Json,
    })),
  );
}

describe('/openapi.json', () => {
  test('is the committed document', () => {
    const committed = readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8');
    assert.deepEqual(document, JSON.parse(committed));
  });

  test('is compressed for clients that accept it, and each form has a tag that returns 304', async (t) => {
    const app = realApp();
    t.after(() => app.close());
    const plain = await app.inject('/openapi.json');
    const packed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    assert.deepEqual([plain.headers['content-encoding'], packed.headers['content-encoding']], [undefined, 'gzip']);
    assert.deepEqual(gunzipSync(packed.rawPayload), plain.rawPayload);
    assert.ok(packed.rawPayload.length * 4 < plain.rawPayload.length);
    assert.notEqual(plain.headers['etag'], packed.headers['etag']);
    for (const { headers } of [plain, packed]) {
      assert.equal(headers['vary'], 'accept-encoding');
      const known = await app.inject({
        url: '/openapi.json',
        headers: {
          'if-none-match': String(headers['etag']),
          ...(headers['content-encoding'] === 'gzip' && { 'accept-encoding': 'gzip' }),
        },
      });
      assert.deepEqual([known.statusCode, known.body, known.headers['etag']], [304, '', headers['etag']]);
    }
    const other = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': '"other"' } });
    assert.equal(other.statusCode, 200);
  });

  test('has the address of the service if PUBLIC_URL is set, and no relative one that linters refuse', async (t) => {
    assert.deepEqual(document['servers'], [{ url: '/', description: 'The service that serves this document.' }]);
    assert.ok(!text.includes('"externalDocs"'));
    const app = realApp({ publicUrl: new URL('https://padel.club') });
    t.after(() => app.close());
    const { servers, externalDocs } = (await app.inject('/openapi.json')).json();
    assert.equal(servers[0].url, 'https://padel.club');
    assert.equal(externalDocs.url, 'https://padel.club/docs');
  });

  test('has a webhook for each type of event, with the event as its body', () => {
    const webhooks = document['webhooks'] as Record<string, { post: Json }>;
    assert.deepEqual(Object.keys(webhooks).sort(), eventTypes.toSorted());
    const schemas = (document['components'] as Json)['schemas'] as Record<string, Json>;
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { content } = post['requestBody'] as { content: Record<string, { schema: { $ref: string } }> };
      const name = content['application/json']?.schema.$ref.split('/').at(-1) ?? assert.fail(type);
      const types = (schemas[name] as { properties?: { type: { enum: string[] } } }).properties?.type.enum ?? [];
      assert.ok(types.includes(type), type);
    }
  });

  test('lists scopes in descriptions, not as scopes of a scheme that has none', () => {
    for (const { address, operation } of operations()) {
      assert.deepEqual((operation['security'] as Json[]).flatMap(Object.values).flat(), [], address);
    }
  });

  test('has only examples that fit their schemas', () => {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      inlineRefs: false,
      // The schemas themselves are linted where the document is generated.
      validateSchema: false,
      meta: false,
      code: { optimize: false },
      formats: formatsOfExamples,
    });
    ajv.addSchema({ ...document, $id: 'openapi' });
    const wrong: string[] = [];
    let checked = 0;
    /** By the text of the schema: the errors of all operations have one. */
    const validators = new Map<string, ValidateFunction>();
    const check = (pointer: string, schema: unknown, example: unknown): void => {
      checked += 1;
      // References inside the document are relative to its root.
      const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
      const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
      validators.set(text, validate);
      if (!validate(example)) wrong.push(`${pointer}: ${ajv.errorsText(validate.errors)}`);
    };
    const examples = (document['components'] as Json)['examples'] as Record<string, Json>;
    for (const { pointer, value } of objectsIn(document)) {
      const { schema, example, examples: several } = value;
      if (schema !== undefined && example !== undefined) check(pointer, schema, example);
      if (Array.isArray(several)) for (const one of several) check(pointer, withoutExamples(value), one);
      else if (schema !== undefined && several !== undefined) {
        for (const code of Object.keys(several as Json)) check(`${pointer} ${code}`, schema, examples[code]?.['value']);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(checked > 100, `only ${checked} examples`);
  });

  test('describes every field and every parameter', () => {
    const bare: string[] = [];
    for (const { pointer, value } of objectsIn((document['components'] as Json)['schemas'])) {
      if (!pointer.endsWith('/properties')) continue;
      for (const [name, property] of Object.entries(value as Record<string, Json>)) {
        if (!('description' in property) && !('$ref' in property) && !('anyOf' in property))
          bare.push(`${pointer}/${name}`);
      }
    }
    assert.deepEqual(bare, []);
  });

  test('shows every code with an example under its own status', () => {
    const responses = (document['components'] as Json)['responses'] as Record<string, Json>;
    for (const { address, operation } of operations()) {
      for (const [status, response] of Object.entries(operation['responses'] as Record<string, { $ref?: string }>)) {
        const codes = response.$ref?.replace('#/components/responses/', '');
        if (codes === undefined || status === '304') continue;
        const content = responses[codes]?.['content'] as Record<string, { examples: Json }>;
        assert.deepEqual(Object.keys(content), [PROBLEM_MEDIA_TYPE]);
        for (const code of codes.split('.')) {
          assert.equal(errorRegistry[code as keyof typeof errorRegistry].status, Number(status), `${address} ${code}`);
          assert.ok(code in (content[PROBLEM_MEDIA_TYPE]?.examples ?? {}), `${address} ${code}`);
        }
      }
    }
  });

  test('lists the rejections of each operation, by its access', () => {
    for (const { address, operation } of operations()) {
      const refs = Object.values(operation['responses'] as Record<string, { $ref?: string }>)
        .map(({ $ref }) => $ref)
        .join(' ');
      const scheme = Object.keys((operation['security'] as Json[])[0] ?? {})[0];
      assert.equal(refs.includes('missing_credentials'), scheme !== undefined, address);
      assert.equal(
        refs.includes('rate_limited'),
        (['partnerKey', 'nightLink', 'matchLink', 'personCookie'].includes(scheme ?? '') &&
          address !== 'DELETE /v1/sign-in') ||
          address === 'POST /v1/night/short-code',
        address,
      );
      assert.equal(address.includes('/admin/v1/'), scheme?.startsWith('operator') ?? false, address);
      assert.equal(refs.includes('malformed_json'), /^(POST|PUT|PATCH) |^DELETE .*\/result$/.test(address), address);
    }
  });

  test('names the headers by which an answer is kept, on every answer that has them', () => {
    const headersOf = (address: string, status: string): string[] => {
      const found = operations().find((one) => one.address === address)?.operation ?? assert.fail(address);
      return Object.keys((found['responses'] as Record<string, { headers: Json }>)[status]?.headers ?? {});
    };
    const kept = ['ETag', 'Cache-Control', 'Vary'];
    for (const address of ['GET /v1/matches', 'GET /v1/players/{username}/card', 'GET /v1/rosters']) {
      assert.deepEqual(
        kept.filter((name) => !headersOf(address, '200').includes(name)),
        [],
        address,
      );
    }
    assert.deepEqual(
      headersOf('POST /v1/players', '201').filter((name) => kept.includes(name)),
      ['Vary'],
    );
    assert.deepEqual(
      headersOf('POST /v1/matches', '201').filter((name) => kept.includes(name)),
      [],
    );
  });

  test('describes each member of an error, with its code and meaning', () => {
    const { properties } = ((document['components'] as Json)['schemas'] as Record<string, Json>)['Problem'] as Json as {
      properties: Record<string, { description: string }>;
    };
    assert.match(properties['same_content']?.description ?? '', /`duplicate_external_ref`.*has the same content/);
    assert.match(properties['required_scopes']?.description ?? '', /`insufficient_scope`/);
  });

  test('writes a shape that is used often only once', () => {
    const names = Object.keys((document['components'] as Json)['schemas'] as Json);
    assert.deepEqual(names, names.toSorted());
    assert.ok(names.includes('Problem') && names.includes('Match') && names.includes('Pagination'));
  });

  test('holds nothing that only our validator reads', () => {
    assert.doesNotMatch(text, /"x-|~kind/);
  });
});

const formatsOfExamples = {
  'shown-text': isShownText,
  'time-zone': isTimeZone,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': (example: string) => parseInstant(example) !== null,
  uri: (example: string) => URL.canParse(example),
  'uri-reference': (example: string) => URL.canParse(example, 'http://x'),
};

function withoutExamples({ examples: _, ...schema }: Json): Json {
  return schema;
}
