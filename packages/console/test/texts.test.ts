import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';

const source = resolve(import.meta.dirname, '../src');
/** `{n|one|many}` with a value inside one of its words, such as `{n|the match|the {n} matches}`. */
const NESTED = /(?<!\$)\{\w+\|[^}\n]*\{/;

it('has no text with a value inside a word that agrees with a count, which would be shown with its braces', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source });
  const nested = files.flatMap((file) =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .filter((line) => NESTED.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.ok(files.length > 100);
  assert.deepEqual(nested, []);
});
