/** PostgreSQL 15 refuses a subquery of a FROM without a name; later versions, on which the tests run, do not. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');

const SUBQUERY = /\b(?:from|join|lateral)\s*(\()\s*(?:select|values|with)\b/dgi;
const NAME =
  /^\s*(?:as\s+)?(?!(?:cross|for|group|having|inner|join|left|limit|on|order|returning|set|union|where)\b)\w+/i;

/** What stands behind the bracket that closes the one at `start`. */
function behindBracket(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(at + 1);
  }
  return '';
}

/** The lines whose subquery has no name. */
function unnamed(text: string): number[] {
  return Array.from(text.matchAll(SUBQUERY), ({ indices }) => indices?.[1]?.[0] ?? 0)
    .filter((start) => !NAME.test(behindBracket(text, start)))
    .map((start) => text.slice(0, start).split('\n').length);
}

describe('Subqueries', () => {
  it('Have a name, as PostgreSQL 15 demands.', () => {
    const files = ['packages/postgres/src', 'packages/service/src', 'packages/service/migrations'].flatMap((folder) =>
      fs
        .readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:ts|sql)$/.test(file))
        .map((file) => path.join(folder, file)),
    );
    for (const file of files) {
      assert.deepEqual(
        unnamed(fs.readFileSync(path.join(REPOSITORY, file), 'utf8')),
        [],
        `${file} has one without, on these lines`,
      );
    }
  });

  it('Are found without one.', () => {
    assert.deepEqual(unnamed('select a from (select f(b) as a)\n), c as ('), [1]);
    assert.deepEqual(unnamed('select a from (select 1 as a) where true'), [1]);
    assert.deepEqual(unnamed('select a from (select f(b) as a from d) as e\njoin (values (1)) g on true'), []);
  });
});
