import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeService } from './fake-service.ts';
import { runInside } from './run-cli.ts';

const SCALE = {
  name: 'Half',
  version: 2,
  points: [
    [0, 0],
    [3000, 3.5],
  ],
  text: 'A level.',
};

describe('bandeja scale', () => {
  it('shows the scale, sends that of a file, and resets it', async (t) => {
    const service = await FakeService.start(t);
    const options = { url: service.url, key: null, operatorToken: 'the-token' };
    service.replies.set('GET /admin/v1/scale', { status: 200, body: SCALE });
    service.replies.set('PUT /admin/v1/scale', { status: 200, body: SCALE });
    service.replies.set('DELETE /admin/v1/scale', { status: 204, body: null });
    const shown = await runInside(['scale', 'get'], options);
    assert.match(shown.stdout, /score = level +0 = 0, 3000 = 3\.5/);
    const { name, points } = SCALE;
    const set = await runInside(['scale', 'set', '-'], { ...options, stdin: JSON.stringify({ name, points }) });
    assert.equal(set.stdout, shown.stdout);
    assert.deepEqual(service.requests.at(-1)?.body, { name, points });
    const reset = await runInside(['scale', 'reset'], options);
    assert.deepEqual([reset.stdout, reset.exitCode], ['The default scale is in force.\n', 0]);
    assert.equal((await runInside(['scale', 'set', '-'], { ...options, stdin: '[]' })).exitCode, 2);
  });
});
