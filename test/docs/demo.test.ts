/** The parameters and bodies that the API page fills in are taken by the demo as it stands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type DocsService, startDocsService } from './service.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

const { paths } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Operations of partners that name nothing which only an answer tells, such as the id of a match. */
const tried = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { security }]) => security.some((one) => 'partnerKey' in one))
    .filter(([method]) => !path.includes('{id}') && ['get', 'post'].includes(method))
    .map(([method, operation]) => ({ method, path, operation })),
);

describe('the demo takes what the API page fills in', () => {
  let service: DocsService;
  before(async () => {
    service = await startDocsService({ demo: true });
  });
  after(() => service.stop());

  for (const { method, path, operation } of tried) {
    // A share code is a secret of its own: no example can be one.
    if (operation.operationId === 'redeemShare') continue;
    it(operation.operationId, async () => {
      const url = new URL(service.url);
      url.pathname = path.replace(/\{(\w+)\}/g, (_, name) => exampleOf(operation, name));
      for (const one of operation.parameters ?? []) {
        if (one.in === 'query' && one.required) url.searchParams.set(one.name, exampleOf(operation, one.name));
      }
      const body = operation.requestBody?.content['application/json']?.example;
      const answer = await fetch(url, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${service.key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      assert.ok(answer.status < 300, `${method} ${url.pathname}${url.search}: ${answer.status} ${await answer.text()}`);
    });
  }
});

function exampleOf({ parameters = [] }: Operation, name: string): string {
  const example = parameters.find((one) => one.name === name)?.example;
  assert.notEqual(example, undefined, `${name} has no example`);
  return String(example);
}
