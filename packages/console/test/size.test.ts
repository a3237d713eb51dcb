import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'packages/console/dist/assets');

const FIRST_PAGE_BYTES_MAX = 150_000;
const NIGHT_PAGE_BYTES_MAX = 60_000;
const CONFIRMATION_PAGE_BYTES_MAX = 40_000;
const LAZY_FILE_BYTES_MAX = 60_000;

/** The size of a file as browsers load it, with gzip. */
const sizeOf = (name: string): number => statSync(join(folder, `${name}.gz`)).size;

/** The files that a page loads at once. */
function filesOf(page: string): string[] {
  const html = readFileSync(join(folder, '..', page), 'utf8');
  return readdirSync(folder).filter((name) => !/\.(gz|br)$/.test(name) && html.includes(name));
}

const totalOf = (page: string): number =>
  filesOf(page).reduce((sum, name) => sum + sizeOf(name), sizeOf(join('..', page)));

describe('the built console', () => {
  it('loads at most 150 KB for its first page, and at most 60 KB for any other', () => {
    const first = filesOf('index.html');
    const total = totalOf('index.html');
    assert.ok(first.length >= 3 && total <= FIRST_PAGE_BYTES_MAX, `${first}: ${total} bytes`);
    const others = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name) && !first.includes(name));
    const night = filesOf('night.html');
    const linked = [...night, ...filesOf('confirmation.html')];
    // The letters of all scripts are loaded with the first name that needs them.
    const large = others.filter(
      (name) => !linked.includes(name) && !name.startsWith('any-ascii-') && sizeOf(name) > LAZY_FILE_BYTES_MAX,
    );
    assert.deepEqual(large, []);
  });

  it('loads at most 60 KB for the page of a night, which is one file of code and knows no sign-in', () => {
    const [code, ...others] = filesOf('night.html').filter((name) => name.endsWith('.js'));
    const total = totalOf('night.html');
    assert.ok(code !== undefined && others.length === 0 && total <= NIGHT_PAGE_BYTES_MAX, `${total} bytes`);
    const source = readFileSync(join(folder, code), 'utf8');
    assert.ok(!source.includes('bandeja.sign-in'));
  });

  it('loads at most 40 KB for the page of a match, which is one file of code and knows no sign-in', () => {
    const [code, ...others] = filesOf('confirmation.html').filter((name) => name.endsWith('.js'));
    const total = totalOf('confirmation.html');
    assert.ok(code !== undefined && others.length === 0 && total <= CONFIRMATION_PAGE_BYTES_MAX, `${total} bytes`);
    assert.ok(!readFileSync(join(folder, code), 'utf8').includes('bandeja.sign-in'));
  });
});
