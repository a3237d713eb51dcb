import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drillApp, goodKey, postDrill } from './support.ts';

describe('a response that the partner already has', () => {
  for (const form of ['TAG', 'W/TAG', '"other", W/TAG', 'TAG,"other"', '*']) {
    test(`is not sent again with If-None-Match: ${form}`, async (t) => {
      const app = drillApp(t);
      const whole = await app.inject({ url: '/v1/drills', headers: goodKey });
      const tag = String(whole.headers['etag']);
      const again = await app.inject({
        url: '/v1/drills',
        headers: { ...goodKey, 'if-none-match': form.replace('TAG', tag) },
      });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
      assert.deepEqual([again.headers['etag'], again.headers['cache-control']], [tag, 'private, no-cache']);
      assert.equal(again.headers['content-type'], undefined);
      assert.ok(again.headers['x-request-id'] !== undefined);
    });
  }

  test('is sent in full with another tag', async (t) => {
    const app = drillApp(t);
    for (const tag of ['"other"', '', 'nonsense']) {
      const { statusCode, body } = await app.inject({
        url: '/v1/drills',
        headers: { ...goodKey, 'if-none-match': tag },
      });
      assert.equal(statusCode, 200);
      assert.ok(body.length > 0);
    }
  });
});

describe('an entity tag', () => {
  test('is missing in problems, in responses to changes and in public responses', async (t) => {
    const app = drillApp(t);
    const answers = [
      await app.inject({ url: '/v1/drills?limit=0', headers: { ...goodKey, 'if-none-match': '*' } }),
      await app.inject({ url: '/v1/drills', headers: { 'if-none-match': '*' } }),
      await postDrill(app, JSON.stringify({ name: 'a', count: 1 })),
      await app.inject({ url: '/health/live', headers: { 'if-none-match': '*' } }),
    ];
    assert.deepEqual(
      answers.map((answer) => [answer.headers['etag'], answer.headers['cache-control']]),
      answers.map(() => [undefined, 'no-store']),
    );
    assert.ok(answers.every((answer) => answer.statusCode !== 304));
  });
});
