import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Decisions, followed } from '../src/pages/import/decisions.ts';

const same = (name: string) => ({ kind: 'same', name, username: null }) as const;

describe('A decision about a name of a file', () => {
  it('is that of the last name if names are the same as others', () => {
    const marta = { kind: 'player', username: 'marta', displayName: 'Marta Gil' } as const;
    const decisions: Decisions = { 'M.': same('Mar'), Mar: same('Marta G.'), 'Marta G.': marta };
    assert.deepEqual(followed('M.', decisions), { name: 'Marta G.', decision: marta });
    assert.deepEqual(followed('M.', { ...decisions, 'Marta G.': { kind: 'out' } }), {
      name: 'Marta G.',
      decision: { kind: 'out' },
    });
  });

  it('is open until the last name is decided, and a fault if there is none', () => {
    assert.equal(followed('M.', { 'M.': same('Mar') }), 'open');
    assert.equal(followed('M.', { 'M.': same('Mar'), Mar: same('M.') }), 'circle');
    assert.equal(followed('M.', { 'M.': same('M.') }), 'circle');
  });
});
