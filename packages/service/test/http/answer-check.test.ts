import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fields, Nullable, OneOf, Text } from '@bandeja/contract/shapes';
import { type TSchema, Type } from 'typebox';
import { drillApp } from './support.ts';

/** The messages of the check about a response with this shape. */
async function messagesFor(t: Parameters<typeof drillApp>[0], shape: TSchema, answer: unknown): Promise<string[]> {
  const messages: string[] = [];
  const app = drillApp(t, {
    onWrongAnswer: (message) => messages.push(message),
    routes: [
      (door) => {
        door.route({
          method: 'GET',
          url: '/v1/answer',
          schema: { response: { 200: shape } },
          config: { access: { kind: 'public' } },
          handler: async () => answer,
        });
      },
    ],
  });
  await app.inject('/v1/answer');
  return messages;
}

describe('the check of responses in tests', () => {
  const shape = Fields({ name: Text(1, 5), count: Type.Integer(), team: Nullable(OneOf(['A', 'B'])) });
  const right = { name: 'ana', count: 1, team: null };

  test('reports nothing for a response that matches its shape', async (t) => {
    assert.deepEqual(await messagesFor(t, shape, right), []);
  });

  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['null in place of a text', { ...right, name: null }, /name must be string/],
    ['null in place of a number', { ...right, count: null }, /count must be integer/],
    ['a field that is missing in the shape', { ...right, extra: 1 }, /additional properties/],
    ['a value outside the choices', { ...right, team: 'C' }, /team must be equal to one of/],
  ];
  for (const [name, answer, pattern] of wrong) {
    test(`reports ${name}`, async (t) => {
      const [message = ''] = await messagesFor(t, shape, answer);
      assert.match(message, /^GET \/v1\/answer 200 does not match its shape/);
      assert.match(message, pattern);
    });
  }
});
