import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { languagesIn } from '@bandeja/messages/catalogue';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'packages/console/dist/assets');

const FIRST_PAGE_BYTES_MAX = 150_000;
const LAZY_FILE_BYTES_MAX = 60_000;

/** The size of a file as browsers load it, with gzip. */
const sizeOf = (name: string): number => statSync(join(folder, `${name}.gz`)).size;

const files = readdirSync(folder).filter((name) => !/\.(gz|br)$/.test(name));

/** The files that a page loads at once, without its texts. */
function filesOf(page: string): string[] {
  const html = readFileSync(join(folder, '..', `${page}.html`), 'utf8');
  return files.filter((name) => html.includes(name));
}

/** The one file of code of a page. Another chooses the language, so that the texts load beside the code. */
function codeOf(page: string): string {
  const code = filesOf(page).filter((name) => name.endsWith('.js') && !name.startsWith('language-'));
  assert.equal(code.length, 1, `${page}: ${code}`);
  return code.join();
}

/** The texts that a page loads at once in a language. */
const textsOf = (page: string, language: string): string[] =>
  files.filter((name) => name.startsWith(`texts-${page}-`) && name.endsWith(`-first-${language}.js`));

/** The bytes of a page in each language. */
function totalsOf(page: string): Record<string, number> {
  const common = filesOf(page).reduce((sum, name) => sum + sizeOf(name), sizeOf(join('..', `${page}.html`)));
  return Object.fromEntries(
    languagesIn().map((language) => {
      const texts = textsOf(page, language);
      assert.equal(texts.length, 1, `${page} in ${language}: ${texts}`);
      return [language, texts.reduce((sum, name) => sum + sizeOf(name), common)];
    }),
  );
}

const assertAtMost = (max: number, page: string): void => {
  const totals = totalsOf(page);
  const isSmall = Object.values(totals).every((total) => total <= max);
  assert.ok(isSmall, `${page}: ${JSON.stringify(totals)} bytes`);
};

describe('the built console', () => {
  it('loads at most 150 KB for its first page in any language, and at most 60 KB for any other', () => {
    const first = filesOf('index');
    assert.ok(first.length >= 3);
    assertAtMost(FIRST_PAGE_BYTES_MAX, 'index');
    const others = files.filter((name) => /\.(js|css)$/.test(name) && !first.includes(name));
    const linked = [...filesOf('night'), ...filesOf('confirmation')];
    // The letters of all scripts are loaded with the first name that needs them.
    const large = others.filter(
      (name) => !linked.includes(name) && !name.startsWith('any-ascii-') && sizeOf(name) > LAZY_FILE_BYTES_MAX,
    );
    assert.deepEqual(large, []);
  });

  for (const [page, bytes] of [
    ['night', 60_000],
    ['confirmation', 40_000],
  ] as const) {
    it(`loads at most ${bytes / 1000} KB for the page ${page}, which has one file of code beside its language and knows no sign-in`, () => {
      const code = codeOf(page);
      assertAtMost(bytes, page);
      assert.ok(!readFileSync(join(folder, code), 'utf8').includes('bandeja.sign-in'));
    });
  }
});
