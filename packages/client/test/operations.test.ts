import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { Bandeja, BandejaConfirmation, BandejaNight, BandejaOperator } from '../src/index.ts';
import { Noun } from '../src/nouns/noun.ts';
import { json, stubFetch } from './stub.ts';

const root = resolve(import.meta.dirname, '../../..');
const document: { readonly paths: Readonly<Record<string, object>> } = JSON.parse(
  readFileSync(join(root, 'openapi.json'), 'utf8'),
);
const operations = Object.entries(document.paths).flatMap(([template, item]) =>
  Object.keys(item).map((method) => ({
    method: method.toUpperCase(),
    path: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '(one|two|three)')}$`),
  })),
);

describe('The methods of the client', () => {
  it('the methods of the client cover every operation of the API', async () => {
    const { fetch, sent } = stubFetch(() => json(200, {}));
    const baseUrl = 'http://x';
    const nouns = [
      ...Object.values(new Bandeja({ baseUrl, key: 'k', fetch })),
      ...Object.values(new BandejaOperator({ baseUrl, operatorToken: 't', fetch })),
      new BandejaNight({ baseUrl, linkToken: 't', fetch }),
      new BandejaConfirmation({ baseUrl, linkToken: 't', fetch }),
    ] as object[];
    for (const noun of nouns) {
      for (let type = Object.getPrototypeOf(noun); type !== Noun.prototype; type = Object.getPrototypeOf(type)) {
        for (const name of Object.getOwnPropertyNames(type).filter((one) => one !== 'constructor')) {
          const method: (...values: string[]) => unknown = Reflect.get(noun, name);
          // The answer is empty, so methods that read it fail.
          await Promise.resolve(method.call(noun, 'one', 'two', 'three')).catch(() => {});
        }
      }
    }
    const uncovered = operations.filter(
      ({ method, path }) => !sent.some((request) => request.method === method && path.test(request.url.pathname)),
    );
    assert.deepEqual(uncovered, []);
  });
});
