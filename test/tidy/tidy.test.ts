import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findAllHits, findHits } from './check.ts';

describe('the words of the repository', () => {
  it('avoid the phrases of words.ts', () => {
    assert.deepEqual(
      findAllHits().map(({ path, line, found, instead }) => `${path}:${line} “${found}”: ${instead}`),
      [],
    );
  });

  it('are found in any line that does not say why it needs one', () => {
    const text = 'First line.\nAs the caller was told.';
    assert.deepEqual(
      findHits('a.md', text).map(({ line, found }) => [line, found]),
      [[2, 'told']],
    );
    assert.deepEqual(findHits('a.md', `${text} <!-- words-ok: an example -->`), []);
  });
});
