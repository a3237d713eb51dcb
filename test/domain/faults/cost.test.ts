import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../../../src/domain/errors/problem.ts';
import { FAULTS_COUNTED_MAX, FAULTS_SHOWN_MAX } from '../../../src/domain/faults/collect.ts';
import { newKeyFaults } from '../../../src/domain/keys/shapes.ts';
import { readSubmission } from '../../../src/domain/matches/submission.ts';
import { aMatch } from '../../support/matches.ts';

const MANY = 250_000;

/** A list that counts how often its items are read. */
function watchedList(items: readonly unknown[]) {
  const watched = { list: items, reads: 0 };
  watched.list = new Proxy(items, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) watched.reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  return watched;
}

const zeros = () => watchedList(Array.from({ length: MANY }, () => 0));

const faultsIn = (body: unknown) => {
  const read = readSubmission(body, Date.now());
  assert.ok(read instanceof Problem);
  return read.faults ?? [];
};

describe('judging costs what the body may hold', () => {
  for (const [field, around] of [
    ['participants', (list: unknown) => ({ participants: list })],
    ['set_scores', (list: unknown) => ({ set_scores: list })],
    [
      'set_scores/0/game_winners',
      (list: unknown) => ({ set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: 4, game_winners: list }] }),
    ],
  ] as const) {
    test(`no item is read of a list of ${field} that is too long`, () => {
      const watched = zeros();
      const faults = faultsIn({ ...aMatch(), ...around(watched.list) });
      assert.deepEqual(
        faults.map(({ pointer }) => pointer),
        [`/${field}`],
      );
      assert.equal(watched.reads, 0);
    });
  }

  test('no item is read of a list of scopes that is too long', () => {
    const watched = zeros();
    assert.deepEqual(newKeyFaults({ scopes: watched.list }, 0), []);
    assert.equal(watched.reads, 0);
  });

  test('a hundred faults are told of a body in which everything is wrong', () => {
    const sets = Array.from({ length: 15 }, () => ({ game_winners: Array.from({ length: 200 }, () => 0) }));
    assert.equal(faultsIn({ ...aMatch(), set_scores: sets }).length, FAULTS_SHOWN_MAX + 1);
  });

  test('no more items are judged than faults are counted, of all that the lists of a match may hold', () => {
    const watched = Array.from({ length: 15 }, () => watchedList(Array.from({ length: 200 }, () => 0)));
    faultsIn({ ...aMatch(), set_scores: watched.map(({ list }) => ({ game_winners: list })) });
    const reads = watched.reduce((sum, list) => sum + list.reads, 0);
    assert.ok(reads <= 2 * FAULTS_COUNTED_MAX, `${reads} of 3000 items were read`);
  });

  test('a text that is far too long has one fault', () => {
    const faults = faultsIn({ ...aMatch(), venue_label: '\0'.repeat(MANY), external_ref: ` ${'\ud800'.repeat(MANY)}` });
    assert.deepEqual(
      faults.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/external_ref out_of_range', '/venue_label out_of_range'],
    );
  });
});
