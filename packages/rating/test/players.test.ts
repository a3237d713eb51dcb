/** The states of many players by id, as the service keeps them while it settles or verifies. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Four, NEW_POOL, type PlayerState, Players, type RatingState, rateMatch } from '../src/index.ts';
import { aHistory, aState, START } from './arbitraries.ts';
import { withBits } from './bits.ts';

const known = (mean: number): RatingState => ({ mean, variance: 0.5, shown: mean, at: START, played: 9 });

describe('Players', () => {
  test('keep the states of all, however many are added', () => {
    const players = new Players();
    const states = Array.from({ length: 3_000 }, (_, n): PlayerState => (n % 3 === 0 ? { points: n } : known(n)));
    for (const [n, state] of states.entries()) players.set(`player ${n}`, state);
    assert.deepEqual([players.size, [...players.ids].length], [3_000, 3_000]);
    for (const [n, state] of states.entries()) assert.deepEqual(players.get(`player ${n}`), state);
    const four: Four<string> = ['player 1024', 'player 2', 'player 2999', 'player 2048'];
    const [{ before } = assert.fail()] = players.rate([
      { players: four, at: START, units: null, weight: 1, length: 1 },
    ]);
    assert.deepEqual(before, [known(1024), known(2), known(2999), known(2048)]);
  });

  test('rate a history as one match after the other, with the states before and after each', () => {
    const starts = fc.dictionary(fc.constantFrom('ana', 'bea', 'cruz', 'dani'), aState);
    fc.assert(
      fc.property(aHistory, starts, (matches, start) => {
        const players = new Players();
        const states = new Map<string, PlayerState>(Object.entries(start));
        for (const [id, state] of states) players.set(id, state);
        let pool = NEW_POOL;
        const wanted = matches.map(({ players: ids, id: _, ...match }) => {
          const before = ids.map((id) => states.get(id) ?? null) as unknown as Four<PlayerState>;
          const [w0, w1, l0, l1] = before;
          const { after, pool: next } = rateMatch({ winners: [w0, w1], losers: [l0, l1], ...match, ...pool });
          for (const [slot, id] of ids.entries()) states.set(id, after[slot] ?? null);
          pool = next;
          return { before, after };
        });
        assert.deepEqual(withBits(players.rate(matches)), withBits(wanted));
        assert.deepEqual(withBits(players.pool), withBits(pool));
        for (const [id, state] of states) assert.deepEqual(withBits(players.get(id)), withBits(state));
      }),
    );
  });

  test('forget a deleted player, keep all others, and treat its successor as new', () => {
    const players = new Players();
    for (const [n, id] of ['ana', 'bea', 'cruz'].entries()) players.set(id, known(n));
    players.delete('ana');
    players.delete('nadie');
    assert.deepEqual([players.has('ana'), players.get('ana'), [...players.ids]], [false, null, ['bea', 'cruz']]);
    const [{ before } = assert.fail()] = players.rate([
      { players: ['eva', 'fran', 'gael', 'bea'], at: START, units: null, weight: 1, length: 1 },
    ]);
    assert.deepEqual(before, [null, null, null, known(1)]);
    assert.deepEqual([players.has('eva'), players.size, players.get('cruz')], [true, 5, known(2)]);
  });

  test('forget all players when cleared, and keep those of the next history apart', () => {
    const players = new Players();
    for (const id of ['ana', 'bea', 'cruz']) players.set(id, known(1));
    players.delete('bea');
    players.clear();
    assert.deepEqual([players.size, players.has('ana'), players.get('cruz')], [0, false, null]);
    for (const [n, id] of ['dani', 'eva', 'fran'].entries()) players.set(id, known(n));
    assert.deepEqual(
      ['dani', 'eva', 'fran'].map((id) => players.get(id)),
      [known(0), known(1), known(2)],
    );
  });
});
