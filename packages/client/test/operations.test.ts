import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const document: { readonly paths: Readonly<Record<string, object>> } = JSON.parse(read('openapi.json'));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
);

describe('the operations of the API and the client', () => {
  it('every operation is a method of the client', () => {
    const nouns = globSync('packages/client/src/nouns/*.ts', { cwd: root }).map(read).join('\n');
    const called = new Set([...nouns.matchAll(/\.(?:call|exchange)\(\s*'([^']+)'/g)].map(([, operation]) => operation));
    // Its answer is not read as a whole.
    if (nouns.includes(".open('POST', '/admin/v1/backups'")) called.add('POST /admin/v1/backups');
    assert.deepEqual(
      operations.filter((operation) => !called.has(operation)),
      [],
    );
  });
});
