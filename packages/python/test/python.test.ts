/** The tests of the Python client, with the `python3` of this machine and a real service. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { startDocsService } from '@bandeja/service/test/support/demo-service';

const folder = resolve(import.meta.dirname, '..');
const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
const skip = python.status === 0 ? false : 'python3 is not installed, or is older than 3.9';

describe('the Python client', { skip }, () => {
  it('passes its tests against a real service', async () => {
    const { url, testKey, stop } = await startDocsService({ demo: true });
    try {
      const tests = spawn('python3', ['-W', 'error', '-m', 'unittest', 'discover', '--start-directory', 'test'], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          PYTHONDONTWRITEBYTECODE: '1',
          BANDEJA_URL: url,
          BANDEJA_KEY: testKey ?? assert.fail(),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [report, [code]] = await Promise.all([text(tests.stderr), once(tests, 'exit')]);
      assert.equal(code, 0, report);
      assert.match(report, /^Ran (?:2\d|[3-9]\d) tests/m);
    } finally {
      await stop();
    }
  });
});
