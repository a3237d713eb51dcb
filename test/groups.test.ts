import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesOf } from './groups.ts';

describe('the groups of test files', () => {
  it('find the files of each alternative in braces', () => {
    assert.deepEqual(filesOf('test/{groups,run}.ts'), ['test/groups.ts', 'test/run.ts']);
  });

  it('reject a pattern if one of its alternatives names no file', () => {
    assert.throws(() => filesOf('test/{groups,moved}.ts'), { message: 'test/moved.ts names no file.' });
  });
});
