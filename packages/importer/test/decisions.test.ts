import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Decisions, followed, offered, settledBy } from '../src/names/decisions.ts';
import { decideMarked, markedNames } from '../src/names/marked-names.ts';
import { namesOf } from '../src/names/names-of-file.ts';
import { People } from '../src/names/people.ts';

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

describe('Names with the same mark', () => {
  const matches = [
    ['Ana Ruiz', 'Bea Dos', 'Cai Tres', 'Dan Cuatro'],
    ['Ana Ruiz (inv.)', 'Bea Dos', 'Eva Sol?', 'Dan Cuatro (INV)'],
    ['Ana Ruiz', 'Luz Mar (inv)', 'Invitado', 'Dan Cuatro'],
  ];
  const rows = matches.map((players, index) => ({
    ...{
      line: index + 2,
      externalRef: '',
      players,
      match: {},
      written: null,
      participants: null,
      faults: [],
      notes: [],
    },
  }));
  const people = new People(namesOf(rows, () => false).names, { own: [], settled: new Map() });
  const names = {
    people,
    settled: new Map(),
    own: new Map(),
    meant: new Map(),
    planned: (username: string) => username,
  };

  it('are decided together: as the person without the mark, as another one, or left out', () => {
    const [marked, ...others] = markedNames(names);
    assert.ok(marked !== undefined && others.length === 0);
    assert.deepEqual(marked.names.toSorted(), ['Ana Ruiz (inv.)', 'Dan Cuatro (Inv)', 'Luz Mar (inv)']);
    assert.deepEqual(decideMarked(names, marked, 'plain'), {
      'Ana Ruiz (inv.)': { kind: 'same', name: 'Ana Ruiz', username: 'ana.ruiz' },
      'Dan Cuatro (Inv)': { kind: 'same', name: 'Dan Cuatro', username: 'dan.cuatro' },
      'Luz Mar (inv)': { kind: 'new', username: 'luz.mar' },
    });
    assert.partialDeepStrictEqual(decideMarked(names, marked, 'new'), {
      'Ana Ruiz (inv.)': { kind: 'new', username: 'ana.ruiz.2' },
    });
    for (const decision of Object.values(decideMarked(names, marked, 'out')))
      assert.deepEqual(decision, { kind: 'out' });
  });

  it('become no player if they are placeholders, and one without the mark if they are doubtful', () => {
    assert.deepEqual(offered(names, 'Invitado'), [{ kind: 'out' }]);
    const fresh = { kind: 'new', username: 'eva.sol' } as const;
    assert.deepEqual(offered(names, 'Eva Sol?'), [fresh, { kind: 'out' }]);
    assert.equal(settledBy({ 'Eva Sol?': fresh }).get('eva sol ?')?.displayName, 'Eva Sol');
  });
});
