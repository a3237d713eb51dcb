import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fields, Nullable, OneOf, Text } from '@bandeja/contract/shapes';
import { type TSchema, Type } from 'typebox';
import { drillApp } from './support.ts';

/** What the check says of an answer to a shape. */
async function toldOf(t: Parameters<typeof drillApp>[0], shape: TSchema, answer: unknown): Promise<string[]> {
  const told: string[] = [];
  const app = drillApp(t, {
    onWrongAnswer: (message) => told.push(message),
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
  return told;
}

describe('the check of answers, for tests', () => {
  const shape = Fields({ name: Text(1, 5), count: Type.Integer(), team: Nullable(OneOf(['A', 'B'])) });
  const right = { name: 'ana', count: 1, team: null };

  test('has nothing to say of an answer that fits', async (t) => {
    assert.deepEqual(await toldOf(t, shape, right), []);
  });

  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['null where the shape has a text', { ...right, name: null }, /name must be string/],
    ['null where the shape has a number', { ...right, count: null }, /count must be integer/],
    ['a field that the shape does not have', { ...right, extra: 1 }, /additional properties/],
    ['a value that is no choice', { ...right, team: 'C' }, /team must be equal to one of/],
  ];
  for (const [name, answer, pattern] of wrong) {
    test(`tells of ${name}`, async (t) => {
      const [message = ''] = await toldOf(t, shape, answer);
      assert.match(message, /^GET \/v1\/answer 200 does not match its shape/);
      assert.match(message, pattern);
    });
  }

  test('tells of what the serialiser leaves out of an open shape', async (t) => {
    const [message = ''] = await toldOf(t, Type.Object({ name: Type.String() }), { name: 'ana', extra: 1 });
    assert.match(message, /was changed by the serialiser/);
  });
});
