import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { filesOf, removeGroups, writeGroups } from './groups.ts';

describe('the groups of test files', () => {
  it('find the files of each alternative in braces', () => {
    assert.deepEqual(filesOf('test/{groups,run}.ts'), ['test/groups.ts', 'test/run.ts']);
  });

  it('reject a pattern if one of its alternatives names no file', () => {
    assert.throws(() => filesOf('test/{groups,moved}.ts'), { message: 'test/moved.ts names no file.' });
  });

  it('fail if a test leaves a rejection unhandled', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-groups-'));
    t.after(() => rmSync(folder, { recursive: true }));
    t.after(removeGroups);
    const file = join(folder, 'leaves.test.mjs');
    writeFileSync(file, "import { it } from 'node:test'; it('passes', () => void Promise.reject(new Error('left')));");
    const [entry = ''] = writeGroups([{ name: 'only', files: [file] }]);
    const { NODE_TEST_CONTEXT, ...env } = process.env;
    const run = spawnSync(process.execPath, ['--test', entry], { env, encoding: 'utf8' });
    assert.match(run.stdout, /Error: left/);
    assert.equal(run.status, 1);
  });
});
