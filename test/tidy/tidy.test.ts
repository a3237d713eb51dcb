import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findAllHits, findHits } from './check.ts';
import { PHRASES } from './words.ts';

describe('the words of the repository', () => {
  it('avoid the phrases of words.ts', () => {
    assert.deepEqual(
      findAllHits().map(({ path, line, found, instead }) => `${path}:${line} “${found}”: ${instead}`),
      [],
    );
  });

  it('are found by each phrase, unless the line says why it needs one', () => {
    const examples: Readonly<Record<string, string>> = {
      stands: 'the figure stands in the row',
      lies: 'the file lies in the cache',
      'so many, so long': 'so many at once',
      'told, tells': 'as the caller was told',
      'says of data': 'what the row says',
      said: 'what a partner said of a player',
      whom: 'players whom it reaches',
      whoever: 'whoever comes first',
      'nobody but': 'nobody may see it but the owner',
      'what as a noun': 'Deletes it: what is cleared is the next generation',
      'relative clause as subject': 'Who is there already is left.',
      'by itself': 'it ends by itself',
      'as it is': 'left as it is',
      'of its own': 'a schema of its own',
      anew: 'reads it anew',
      meanwhile: 'changed meanwhile',
      'is no': 'this is no error',
      'also if': 'also if it fails',
      'has X be done': 'has names looked up',
      'court and post office': 'the verdict of the check',
    };
    assert.deepEqual(
      Object.keys(examples),
      PHRASES.map(({ name }) => name),
    );
    for (const [name, line] of Object.entries(examples)) {
      assert.ok(
        findHits('a.md', line).some(({ phrase }) => phrase === name),
        name,
      );
      assert.deepEqual(findHits('a.md', `${line} <!-- words-ok: an example -->`), []);
    }
  });
});
