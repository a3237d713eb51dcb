import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newPlayerId } from '../../src/registrations/register.ts';

const NOW = Date.UTC(2026, 4, 1, 19, 10);

describe('The id of a new player', () => {
  test('is a UUIDv7 that begins with the instant of registration', () => {
    assert.match(newPlayerId(NOW), /^019de4f2-a340-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('is another one for each of many who are registered in the same millisecond', () => {
    assert.equal(new Set(Array.from({ length: 10_000 }, () => newPlayerId(NOW))).size, 10_000);
  });

  test('puts who is registered later behind', () => {
    assert.ok(newPlayerId(NOW) < newPlayerId(NOW + 1));
  });
});
