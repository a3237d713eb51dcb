/** A connection keeps a statement under its name, so a name may have one text only. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const PACKAGES = path.resolve(import.meta.dirname, '../../..');

/** PostgreSQL cuts a longer name off without a word: https://www.postgresql.org/docs/18/sql-syntax-lexical.html */
// Three bytes are for the prefix of a schema: packages/postgres/src/pipeline.ts.
const NAME_BYTES_MAX = 60;

/** A statement's first argument: a literal, or a list of parts whose first is a literal that no other name begins with. */
const NAME = /\bstatement\(\s*(?:'([^']+)'|\[\s*'([^']+)')/g;

interface Name {
  readonly name: string;
  readonly isPrefix: boolean;
  readonly file: string;
}

const sources = fs
  .readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(postgres|service)\/src\/.*\.ts$/.test(file) && path.basename(file) !== 'database.ts')
  .map((file) => ({ file, text: fs.readFileSync(path.join(PACKAGES, file), 'utf8') }));

const names = sources.flatMap(({ file, text }) =>
  Array.from(text.matchAll(NAME), ([, literal, prefix]): Name => {
    return { name: literal ?? `${prefix}`, isPrefix: literal === undefined, file };
  }),
);

describe('The names of statements', () => {
  it('Are literals, so that they can be checked here.', () => {
    for (const { file, text } of sources) {
      const calls = text.match(/\bstatement\(/g)?.length ?? 0;
      assert.equal(names.filter((name) => name.file === file).length, calls, `${file} has a name that is computed`);
    }
  });

  it('Are unique, and fit.', () => {
    assert.ok(names.length > 100, 'the pattern finds no names any more');
    for (const [index, { name, file }] of names.entries()) {
      assert.ok(Buffer.byteLength(name) <= NAME_BYTES_MAX, `${name} in ${file} is too long`);
      const other = names.find(
        (one, at) => at !== index && (one.name === name || (one.isPrefix && name.startsWith(`${one.name}_`))),
      );
      assert.equal(other, undefined, `${name} in ${file} is a name in ${other?.file} too`);
    }
  });
});
