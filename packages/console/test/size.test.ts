import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'packages/console/dist/assets');

const FIRST_PAGE_BYTES_MAX = 150_000;
const LAZY_FILE_BYTES_MAX = 60_000;

/** The size of a file as browsers load it, with gzip. */
const sizeOf = (name: string): number => statSync(join(folder, `${name}.gz`)).size;

describe('the built console', () => {
  it('loads at most 150 KB for its first page, and at most 60 KB for any other', () => {
    const page = readFileSync(join(folder, '../index.html'), 'utf8');
    const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
    const first = files.filter((name) => page.includes(name));
    const total = first.reduce((sum, name) => sum + sizeOf(name), 0);
    assert.ok(first.length >= 2 && total <= FIRST_PAGE_BYTES_MAX, `${first}: ${total} bytes`);
    const large = files.filter((name) => !first.includes(name) && sizeOf(name) > LAZY_FILE_BYTES_MAX);
    assert.deepEqual(large, []);
  });
});
